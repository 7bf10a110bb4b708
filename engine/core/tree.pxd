# The tree search: principal variation search and quiescence.
from engine.core.types cimport Move
from engine.core.worker cimport Frame, Worker

cdef int search(Worker* worker, Frame* frame, int alpha, int beta, int depth, bint cut_node) noexcept nogil
cdef int quiescence(Worker* worker, Frame* frame, int alpha, int beta, int depth) noexcept nogil
cdef int aspiration(Worker* worker) noexcept nogil              # one line of one iteration: sorts the root moves from pv_first on
cdef void prepare_worker(Worker* worker) noexcept nogil         # before each search: frames, counters
cdef void forget(Worker* worker) noexcept nogil                 # for a new game: histories and caches
