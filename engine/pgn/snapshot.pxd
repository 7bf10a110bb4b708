# The board without its history.
from engine.rules.position cimport Position, State

cdef enum:
    BOARD_BYTES = 512

cdef struct Snapshot:
    char board[512]       # everything of a Position but its states
    State states[2]       # the last two
    int top

cdef void take_snapshot(Snapshot* snapshot, Position* position) noexcept nogil
cdef void restore_snapshot(const Snapshot* snapshot, Position* position) noexcept nogil
cdef void take_back(Position* position) noexcept nogil
