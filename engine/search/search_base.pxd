# The settings and signals shared by alpha-beta and Monte Carlo tree search.
from engine.evaluation.nnue cimport Network
from engine.evaluation.terms cimport WEIGHTS
from engine.search.worker cimport Control, Worker

cdef class SearchBase:
    cdef Control control
    cdef int weights[WEIGHTS]
    cdef object probe_owner         # keeps the prober's capsule alive
    cdef Network network            # None: the classical evaluation

cdef void prepare_worker(Worker* worker) noexcept nogil         # before each search: frames, counters
cdef void forget(Worker* worker) noexcept nogil                 # for a new game: histories and caches
