# The searcher: one transposition table, one or more workers, iterative deepening.
from engine.rules.types cimport u64
from engine.search.search_base cimport SearchBase
from engine.search.worker cimport RootMove, Worker

cdef enum:
    MAX_THREADS = 256

cdef int aspiration(Worker* worker) noexcept nogil              # one line of one iteration: sorts the root moves from pv_first on

# A step of it, not for other modules.
cdef void _sort_roots(Worker* worker, int first) noexcept nogil

cdef class Searcher(SearchBase):
    cdef Worker* workers[MAX_THREADS]
    cdef int thread_count
    cdef u64 nodes_beside           # positions of mate hunts, counted as nodes

    cdef void _free_worker(self, int index) noexcept
    cdef int _set_up(self, object board, object root_moves) except -1
    cdef void _iterate_helper(self, int index) noexcept nogil
    cdef void _merge(self, int last) noexcept nogil
    cdef object _line_of(self, int depth, RootMove* root, int index)
