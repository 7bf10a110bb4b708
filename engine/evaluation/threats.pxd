# Threats, pins and space.
from engine.rules.position cimport Position
from engine.evaluation.terms cimport Eval

cdef void evaluate_threats(Eval* e, int side) noexcept nogil    # needs complete attack maps
