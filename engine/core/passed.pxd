# Passed pawns: what depends on more than the pawns.
from engine.core.position cimport Position
from engine.core.terms cimport Eval

cdef void evaluate_passed(Eval* e, int side) noexcept nogil     # needs complete attack maps
