# Monte Carlo tree search (see mcts.py).
from engine.core.search_base cimport SearchBase
from engine.core.types cimport Move, i16, u8, u16, u32, u64
from engine.core.worker cimport Worker
from engine.core.position cimport Position

cdef enum:
    DEEPEST = 100           # plies: deeper leaves are judged but not grown
    LONGEST_PATH = 102

cdef enum NodeState:
    LEAF                    # judged once; grows at its second visit
    GROWN                   # its moves are known
    SETTLED                 # the rules or tablebases have spoken: its value is exact and it never grows

# A move from a node. Edges of a node stand side by side, likely best first; those tried are always a beginning of them.
cdef struct Edge:
    Move move
    u16 prior               # in 1/65535
    u32 child               # 0: not tried yet (0 is the root, nobody's child)

cdef struct Node:
    double total            # sum of values 0 ... 1 for the side to move here
    u32 visits
    u32 first               # its first edge
    u16 count               # edges
    i16 proof               # n > 0: wins in n - 1 plies by force; n < 0: is lost in -n - 1; 0: not proved
    u8 state

# Nodes and edges of one tree. There are two, so that a tree can be copied without what it no longer needs.
cdef struct Arena:
    Node* nodes
    Edge* edges
    u32 node_count
    u32 node_room
    u32 edge_count
    u32 edge_room

cdef class TreeSearcher(SearchBase):
    cdef Worker* worker
    cdef Arena arenas[2]
    cdef int active
    cdef Position root              # of the tree in the active arena
    cdef bint planted               # whether there is such a tree
    cdef u64 playouts
    cdef u64 depth_sum
    cdef int deepest

    cdef bint _allocate(self, u64 megabytes) noexcept nogil
    cdef void _release(self) noexcept nogil
    cdef u32 _new_node(self) noexcept nogil
    cdef double _judge(self, Node* node, int depth) noexcept nogil
    cdef bint _grow(self, Node* node) noexcept nogil
    cdef int _choose(self, const Node* node) noexcept nogil
    cdef void _prove(self, u32* path, int depth) noexcept nogil
    cdef int _playout(self) noexcept nogil
    cdef bint _done(self) noexcept nogil
    cdef void _work(self, u64 until) noexcept nogil
    cdef u32 _find_root(self, const Position* wanted) noexcept nogil
    cdef void _measure(self, u32 at, u32 least, u64* nodes, u64* edges) noexcept nogil
    cdef u32 _copy(self, u32 at, u32 least) noexcept nogil
    cdef void _replant(self, u32 at, int share) noexcept nogil
    cdef void _plant(self, const Position* position, const Move* moves, int count) noexcept nogil
    cdef int _best_edge(self, const Node* node) noexcept nogil
    cdef int _rank_edges(self, const Node* node, int* order) noexcept nogil
    cdef int _score(self, const Node* child) noexcept nogil
