# An evaluation whose weights, charts and tables are data, read at run time.
from engine.evaluation.charted_view cimport Charts, View
from engine.rules.position cimport Position

cdef class ChartedEvaluation:
    cdef Charts charts

cdef int charted_phase(const Position* position, const Charts* charts) noexcept nogil
# Centipawns for the side to move. The position is passed to the other side and back meanwhile.
cdef int evaluate_charted(Position* position, const Charts* charts) noexcept nogil
cdef void measure(View* v, Position* position, const Charts* charts) noexcept nogil     # the points of all terms in use
cdef int sum_of(const View* v) noexcept nogil               # White's centipawns
