# Positions near labelled ones (see nearby_positions.py).
from engine.evaluation.classical cimport EvalCache
from engine.training.packing cimport Record
from engine.rules.position cimport Position
from engine.rules.types cimport Move, u64

cdef enum:
    MOST_STEPS = 8
    LONGEST_WALK = 20

cdef class NeighbourMaker:
    cdef Position position
    cdef EvalCache* cache
    cdef u64 chance
    cdef int most_steps
    cdef int slope          # permille: teacher's centipawns for a classical one
    cdef int kept           # permille of the teacher's difference that remains after one move

    cdef u64 _draw(self, u64 below) noexcept nogil
    cdef bint _is_quiet(self) noexcept nogil
    cdef int _classical(self) noexcept nogil
    cdef bint _neighbour(self, const Record* parent, int difference, Record* found) noexcept nogil
    cdef Move _winning_capture(self, const Move* moves, int count) noexcept nogil
    cdef int _walk(self, int plies, Record* out) noexcept nogil
