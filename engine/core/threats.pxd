# Threats, pins and space.
from engine.core.position cimport Position
from engine.core.terms cimport Eval

cdef void evaluate_threats(Eval* e, int side) noexcept nogil    # needs complete attack maps
