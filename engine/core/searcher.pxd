# The searcher: one transposition table, one or more workers, iterative deepening.
from engine.core.nnue cimport Network
from engine.core.terms cimport WEIGHTS
from engine.core.worker cimport Control, RootMove, Worker

cdef enum:
    MAX_THREADS = 256

cdef class Searcher:
    cdef Control control
    cdef Worker* workers[MAX_THREADS]
    cdef int thread_count
    cdef int weights[WEIGHTS]
    cdef object probe_owner         # keeps the prober's capsule alive
    cdef Network network            # None: the classical evaluation

    cdef void _free_worker(self, int index) noexcept
    cdef int _set_up(self, object board, object root_moves) except -1
    cdef void _iterate_helper(self, int index) noexcept nogil
    cdef void _merge(self, int last) noexcept nogil
    cdef object _line_of(self, int depth, RootMove* root, int index)
