# Moves as people write them.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.spelling cimport Letters
from engine.rules.position cimport Position
from engine.rules.types cimport Move

cdef enum:
    SAN_GOOD = 0
    SAN_NO_MOVE = 1          # not written like a move
    SAN_ILLEGAL = 2
    SAN_AMBIGUOUS = 3

# Reads the move at text; `used` is how many bytes belong to it; `guessed` if a promotion piece was missing (queen is taken).
cdef int read_move(const Position* position, const Letters* letters, Text text, Py_ssize_t length, Move* move, Py_ssize_t* used, bint* guessed) noexcept nogil
