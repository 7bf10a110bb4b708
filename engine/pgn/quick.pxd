# Moves in their plainest spelling, one after the other.
from engine.pgn.blocks cimport Snapshot
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

# A plain move that was played.
cdef struct Plain:
    Move move
    int length               # of its SAN
    char san[12]
    Snapshot before          # the position before it, to be refreshed

# Plays numbers, comments and moves from the offset on as far as they are plain. Returns where it stopped. Of the position's
# state only key, rights and e.p. square are updated, and no state is added: `position_refresh` before other use.
cdef Py_ssize_t quick_moves(Position* position, const Letters* letters, Text text, Py_ssize_t at, Py_ssize_t end, Line* line) noexcept nogil

# Returns the offset after a move number with its dots; 0 without dots.
cdef Py_ssize_t after_number(Text text, Py_ssize_t at) noexcept nogil

# Plays one plain move from the offset on and writes its SAN. Returns the offset after it; 0 for another spelling, a piece move
# with a named file or rank (it may not need it), or an illegal move. As above; after a check the state is whole.
cdef Py_ssize_t quick_move(Position* position, const Letters* letters, Text text, Py_ssize_t at, Py_ssize_t end, Plain* plain) noexcept nogil

# Not for other modules.
cdef Py_ssize_t _read_parts(const Letters* letters, Text text, Py_ssize_t at, Parts* parts) noexcept nogil
cdef Py_ssize_t _after_square(const Letters* letters, Text text, Py_ssize_t at, Parts* parts) noexcept nogil
cdef Move _found(const Position* position, const Parts* parts) noexcept nogil
cdef Move _piece_move(const Position* position, const Parts* parts) noexcept nogil
cdef Move _pawn_move(const Position* position, const Parts* parts) noexcept nogil
cdef Move _castle(const Position* position, int wing) noexcept nogil
cdef void _play(Position* position, Move move, int kind) noexcept nogil
