# Moves as people write them, both ways.
from engine.core.pgn.scan cimport Text
from engine.core.position cimport Position
from engine.core.types cimport Move, u8

cdef enum:
    SAN_GOOD = 0
    SAN_NO_MOVE = 1          # not written like a move
    SAN_ILLEGAL = 2
    SAN_AMBIGUOUS = 3

cdef enum:
    LONGEST_SAN = 24         # bytes that written_move may fill

# The piece letters of a language: which[byte] is 1 + the piece type, 0 if the byte is no piece letter. Letters beyond
# ASCII are listed apart, as UTF-8 bytes.
cdef struct Letters:
    u8 which[128]
    int wide_count
    u8 wide[16][8]
    int wide_length[16]
    int wide_piece[16]

# Reads the move at text; `used` is how many bytes belong to it; `guessed` if a promotion piece was missing (queen is taken).
cdef int read_move(const Position* position, const Letters* letters, Text text, Py_ssize_t length, Move* move, Py_ssize_t* used, bint* guessed) noexcept nogil
cdef int written_move(const Position* position, Move move, char* out) noexcept nogil   # without + and #; returns the length
