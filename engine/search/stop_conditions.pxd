# The stop conditions of a search.
from engine.search.worker cimport Worker

cdef void check_limits(Worker* worker) noexcept nogil
