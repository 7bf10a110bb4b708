# An evaluation with weights, charts and tables that are read at run time.
from engine.evaluation.charted_view cimport Charts, View
from engine.rules.position cimport Position

cdef class ChartedEvaluation:
    cdef Charts charts

cdef int charted_phase(const Position* position, const Charts* charts) noexcept nogil
# Centipawns for the side to move. Legal mobility makes and unmakes a null move, so the position is not const.
cdef int evaluate_charted(Position* position, const Charts* charts) noexcept nogil
cdef void measure(View* v, Position* position, const Charts* charts) noexcept nogil     # the points of all terms in use
cdef int sum_of(const View* v) noexcept nogil               # White's centipawns
