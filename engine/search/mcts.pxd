# Monte Carlo tree search (see mcts.py).
from engine.search.mcts_tree cimport Arena, Node
from engine.search.search_base cimport SearchBase
from engine.rules.types cimport Move, u16, u32, u64
from engine.search.worker cimport Worker
from engine.rules.position cimport Position

cdef enum:
    DEEPEST = 100           # plies: deeper leaves are judged but not grown
    LONGEST_PATH = 102

cdef class TreeSearcher(SearchBase):
    cdef Worker* worker
    cdef Arena arenas[2]            # two, so that a tree can be copied without the parts it no longer needs
    cdef int active
    cdef Position root              # of the tree in the active arena
    cdef bint planted               # whether there is such a tree
    cdef u64 playouts
    cdef u64 depth_sum
    cdef int deepest

    cdef void _release(self) noexcept nogil
    cdef double _evaluate_leaf(self, Node* node, int depth) noexcept nogil
    cdef bint _expand(self, Node* node) noexcept nogil
    cdef int _playout(self) noexcept nogil
    cdef bint _done(self) noexcept nogil
    cdef void _work(self, u64 until) noexcept nogil
    cdef u32 _find_root(self, const Position* wanted) noexcept nogil
    cdef void _move_root(self, u32 at, int share) noexcept nogil
    cdef void _set_up_tree(self, const Position* position, const Move* moves, int count) noexcept nogil
    cdef int _score(self, const Node* child) noexcept nogil
