# Passed pawns: the terms that depend on pieces.
from engine.rules.position cimport Position
from engine.evaluation.terms cimport Eval

cdef void evaluate_passed(Eval* e, int side) noexcept nogil     # needs complete attack maps
