# Plain alpha-beta for the styles of the source texts (see plain.py).
from engine.evaluation.charted cimport ChartedEvaluation, Charts
from engine.rules.types cimport MAX_MOVES, Move
from engine.search.search_base cimport SearchBase
from engine.search.worker cimport Frame, Worker

cdef class PlainSearcher(SearchBase):
    cdef Worker* worker
    cdef ChartedEvaluation evaluation
    cdef const Charts* charts       # its own
    cdef int usual_depth            # 0: none
    cdef int capture_plies
    cdef int ordering               # place in ORDERINGS
    cdef int hurry
    cdef bint remembers
    cdef bint equals
    cdef bint pruning
    cdef bint null_move
    cdef bint windows
    cdef int history[2][4096]
    cdef object dice

    cdef int _leaf(self, const Frame* frame) noexcept nogil
    cdef int _search(self, Frame* frame, int alpha, int beta, int depth) noexcept nogil
    cdef int _captures(self, Frame* frame, int alpha, int beta, int left) noexcept nogil
    cdef void _rank(self, const Frame* frame, const Move* moves, int count, Move first, int* ranks) noexcept nogil
    cdef void _credit(self, Frame* frame, Move move, int depth) noexcept nogil
    cdef void _search_root(self, int first, int depth) noexcept nogil
