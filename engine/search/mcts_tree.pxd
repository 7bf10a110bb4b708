# The tree of the Monte Carlo search and its memory (see mcts_tree.py).
from engine.rules.types cimport Move, i16, u8, u16, u32, u64

cdef enum NodeState:
    LEAF                    # evaluated once; expanded at its second visit
    GROWN                   # its moves are known
    SETTLED                 # decided by the rules or tablebases: exact value, never expanded

# A move from a node. The edges of a node are adjacent, highest prior first; tried edges come before untried ones.
cdef struct Edge:
    Move move
    u16 prior               # in 1/65535
    u32 child               # 0: not tried yet (0 is the root, which is not a child)

cdef struct Node:
    double total            # sum of values 0 ... 1 for the side to move here
    u32 visits
    u32 first               # its first edge
    u16 count               # edges
    i16 proof               # n > 0: wins in n - 1 plies by force; n < 0: is lost in -n - 1; 0: not proved
    u8 state

# Nodes and edges of one tree.
cdef struct Arena:
    Node* nodes
    Edge* edges
    u32 node_count
    u32 node_room
    u32 edge_count
    u32 edge_room

cdef bint arena_allocate(Arena* arena, u64 size) noexcept nogil
cdef void arena_release(Arena* arena) noexcept nogil
cdef void arena_clear(Arena* arena) noexcept nogil
cdef u32 new_node(Arena* arena) noexcept nogil
cdef int choose_edge(const Arena* arena, const Node* node) noexcept nogil
cdef void prove_path(Arena* arena, const u32* path, int depth) noexcept nogil
cdef void _measure(const Arena* arena, u32 at, u32 least, u64* nodes, u64* edges) noexcept nogil
cdef u32 _copy(const Arena* source, Arena* target, u32 at, u32 least) noexcept nogil
cdef void copy_subtree(const Arena* source, Arena* target, u32 at, int share) noexcept nogil
cdef int rank_edges(const Arena* arena, const Node* node, int* order) noexcept nogil
cdef int best_edge(const Arena* arena, const Node* node) noexcept nogil
