# Static exchange evaluation.
from engine.rules.types cimport Move
from engine.rules.position cimport Position

cdef int SEE_VALUES[13]                # [piece], centipawns; king and none 0

# Does the exchange that the legal move starts on its target win at least `threshold` centipawns for the mover?
cdef bint see_at_least(const Position* position, Move move, int threshold) noexcept nogil
