# The stop conditions of a search.
from engine.search.worker cimport Worker

cdef void poll(Worker* worker) noexcept nogil
