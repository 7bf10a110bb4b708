# Moves in their plainest spelling, one after the other.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.spelling cimport Letters, Parts
from engine.rules.position cimport Position
from engine.rules.types cimport Move, u64

# A main line so far. keys[i] is the position before moves[i].
cdef struct Line:
    Move* moves
    u64* keys
    int plies
    int most                 # plies that are played
    bint promoted            # a pawn has promoted
    bint annotated           # there was a comment

# Plays numbers, comments and moves from the offset on as far as they are plain. Returns where it stopped. Of the position's
# state only key, rights and e.p. square are updated, and no state is added: `position_refresh` before other use.
cdef Py_ssize_t quick_moves(Position* position, const Letters* letters, Text text, Py_ssize_t at, Py_ssize_t end, Line* line) noexcept nogil

# Not for other modules.
cdef Py_ssize_t _read_parts(const Letters* letters, Text text, Py_ssize_t at, Parts* parts) noexcept nogil
cdef Py_ssize_t _after_square(const Letters* letters, Text text, Py_ssize_t at, Parts* parts) noexcept nogil
cdef Move _found(const Position* position, const Parts* parts) noexcept nogil
cdef Move _piece_move(const Position* position, const Parts* parts) noexcept nogil
cdef Move _pawn_move(const Position* position, const Parts* parts) noexcept nogil
cdef Move _castle(const Position* position, int wing) noexcept nogil
cdef void _play(Position* position, Move move, int kind) noexcept nogil
