# The static evaluation: raw, as the transposition table keeps it, and corrected.
from engine.rules.position cimport Position
from engine.search.worker cimport Frame, Worker

cdef int raw_evaluation(Worker* worker) noexcept nogil
cdef int corrected(Worker* worker, Frame* frame, int raw) noexcept nogil

# A step of these, not for other modules.
cdef bint _has_bare_king(const Position* position) noexcept nogil
