# The learner: gradients of one position after another, and steps of Adam (see learner.py).
from engine.human.seen cimport CONTEXT_ROWS, PIECE_SQUARES, Features, MoveFeatures
from engine.human.network cimport DEEP, HEAD, HIDDEN, SEEN_ROWS, SLOT_ROOM, WIDTH, Net, Sums
from engine.rules.types cimport u64

cdef class Learner:
    cdef Net* net
    cdef Net* gradient
    cdef Net* mean
    cdef Net* square
    cdef Sums* sums
    cdef Features* features
    cdef unsigned char used_rows[CONTEXT_ROWS]          # whether the step that runs used a row
    cdef unsigned char used_targets[PIECE_SQUARES]
    cdef unsigned char used_sources[PIECE_SQUARES]
    cdef unsigned char used_slots[SLOT_ROOM]
    cdef unsigned char used_seen[2][SEEN_ROWS]
    cdef float* target          # wanted chances of the moves
    cdef u64 dice
    cdef public long steps

    cdef double _random(self) noexcept nogil
    cdef void _fill(self, float* values, Py_ssize_t count, float spread) noexcept nogil
    cdef int _read(
        self, const unsigned char* record, float teacher, float forget_site, bint forget_past
    ) noexcept nogil
    cdef void _forget_past(self) noexcept nogil
    cdef void _deep_back(self, float* back) noexcept nogil
    cdef float _learn_one(self) noexcept nogil
    cdef void _facts_back(self, const MoveFeatures* move, float* values, float error, float* mixed) noexcept nogil
    cdef float _one(self, const unsigned char* record, float teacher, float forget_site) noexcept nogil
    cdef void _step(self, int positions, float rate, float decay) noexcept nogil
    cdef void _step_rows(
        self, float* first, int width, const unsigned char* used, int count, int positions, float rate, float decay
    ) noexcept nogil
    cdef void _step_part(self, float* first, int count, int positions, float rate, float decay) noexcept nogil
