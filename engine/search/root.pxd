# The root of a search thread.
from engine.search.worker cimport Worker

cdef int aspiration(Worker* worker) noexcept nogil              # one line of one iteration: sorts the root moves from pv_first on
cdef void prepare_worker(Worker* worker) noexcept nogil         # before each search: frames, counters
cdef void forget(Worker* worker) noexcept nogil                 # for a new game: histories and caches

# A step of these, not for other modules.
cdef void _sort_roots(Worker* worker, int first) noexcept nogil
