# King safety: pawn shelter and danger from enemy pieces.
from engine.rules.position cimport Position
from engine.evaluation.terms cimport Eval

cdef void evaluate_king(Eval* e, int side) noexcept nogil       # placement and shelter of the king of `side`; before evaluate_danger
cdef void evaluate_danger(Eval* e, int side) noexcept nogil     # danger to the enemy king from the pieces of `side`
cdef int danger_penalty(int danger) noexcept nogil              # packed
