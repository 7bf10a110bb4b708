# The terms of the evaluation from charts, group by group; each writes its points into the view.
from engine.evaluation.charted_view cimport View

cdef void measure_material(View* v, int side) noexcept nogil
cdef void measure_development(View* v, int side) noexcept nogil
cdef void measure_attacks(View* v, int side) noexcept nogil         # centre, king attack, control, squares, king safety
cdef void measure_threats(View* v) noexcept nogil
cdef void measure_pawns(View* v, int side) noexcept nogil
cdef void measure_king(View* v, int side) noexcept nogil
cdef void measure_pieces(View* v, int side) noexcept nogil
cdef void measure_ending(View* v, int side) noexcept nogil
