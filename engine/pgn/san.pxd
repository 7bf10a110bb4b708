# Moves as people write them.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.spelling cimport Letters
from engine.rules.position cimport Position
from engine.rules.types cimport Move
from engine.pgn.text.spelling cimport Parts
from engine.rules.types cimport u64
from engine.rules.types cimport u8

cdef enum:
    SAN_GOOD = 0
    SAN_NO_MOVE = 1          # not written like a move
    SAN_ILLEGAL = 2
    SAN_AMBIGUOUS = 3

cdef enum:                   # what was guessed
    GUESSED_NOTHING = 0
    GUESSED_QUEEN = 1        # the promotion piece was missing
    GUESSED_BISHOP = 2       # a lower-case b that is not a legal pawn move

# Reads the move at text; `used` is how many bytes belong to it.
cdef int read_move(const Position* position, const Letters* letters, Text text, Py_ssize_t length, Move* move, Py_ssize_t* used, int* guessed) noexcept nogil

cdef bint has_small_pieces(const Letters* letters, Text text, Py_ssize_t at, Py_ssize_t end) noexcept nogil   # of a movetext: piece letters, all in lower case

# Not for other modules.
cdef bint _has_rank(Text text, Py_ssize_t at, Py_ssize_t length) noexcept nogil
cdef int _piece_move(const Position* position, Parts* parts, Move* move) noexcept nogil
cdef u64 _pawn_origins(const Position* position, Parts* parts) noexcept nogil
cdef int _pawn_move(const Position* position, Parts* parts, Move* move, int* guessed) noexcept nogil
cdef int _castle(const Position* position, int wing, Move* move) noexcept nogil
cdef int _king_castles(const Position* position, Parts* parts, Move* move) noexcept nogil
cdef int _look_up(const Position* position, Parts* parts, Move* move, int* guessed) noexcept nogil
cdef int _attempt(const Position* position, const Letters* letters, u8* text, int length, int piece, int at, Move* move, int* used, int* guessed) noexcept nogil
