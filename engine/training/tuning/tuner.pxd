# Texel's tuning method over the evaluation's own trace.
from engine.rules.types cimport u16, i16, i8
from engine.evaluation.terms cimport WEIGHTS
from engine.rules.position cimport Position
from engine.evaluation.classical cimport EvalCache

# One weight that a position uses.
cdef struct Use:
    u16 index
    i8 white                  # how often, by side
    i8 black

cdef struct Sample:
    long long first           # its uses: uses[first .. first + count)
    int count
    int phase                 # 24 ... 0
    int scale[2]              # endgame_scale for White and Black as the side ahead
    double result             # White's: 1, 0.5, 0

cdef class Tuner:
    cdef Use* use_list
    cdef long long use_count
    cdef long long use_room
    cdef Sample* samples
    cdef long long sample_count
    cdef long long sample_room
    cdef EvalCache* cache
    cdef i16 trace[2 * WEIGHTS]
    cdef double values[2 * WEIGHTS]      # [index * 2 + half]
    cdef double start[2 * WEIGHTS]
    cdef double gradient[2 * WEIGHTS]
    cdef double mean[2 * WEIGHTS]
    cdef double square[2 * WEIGHTS]
    cdef long long used[WEIGHTS]
    cdef long long steps
    cdef double slope                     # of the logistic curve, per centipawn

    cdef bint _collect(self, const Position* position, double result) noexcept nogil
    cdef double _score(self, const Sample* sample, double* danger, int* ahead) noexcept nogil
    cdef double _learn(self, const Sample* sample) noexcept nogil
    cdef double _pass(self, long long first, long long last) noexcept nogil
    cdef void _step(self, double rate, double pull, long long count) noexcept nogil
