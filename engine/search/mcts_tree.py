"""The tree of the Monte Carlo search: nodes and edges in one block of memory, PUCT selection, proofs, pruned copies.

This module does not know chess; `engine.search.mcts` supplies moves and values.
"""

import cython
from cython.cimports.engine.rules.types import MAX_MOVES
from cython.cimports.libc.math import log, sqrt
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset

# Hand-set.
EXPLORATION = cython.declare(cython.double, 0.8)  # the PUCT constant
# first-play urgency: an untried move is valued at its parent's value less this
UNTRIED_LOSS = cython.declare(cython.double, 0.12)
NODE_SHARE = cython.declare(cython.int, 4)  # 1/4 of an arena holds nodes, the rest edges
MOST = cython.declare(u64, 0x7FFFFFFF)  # the largest number of nodes or edges that an index can address


def arena_release(arena):
    """Frees the memory."""
    free(arena.nodes)
    free(arena.edges)
    memset(arena, 0, cython.sizeof(Arena))


def arena_clear(arena):
    """Removes all nodes and edges."""
    arena.node_count = 0
    arena.edge_count = 0


def arena_allocate(arena, size):
    """Allocates `size` bytes for an empty arena. Returns whether there was enough memory."""
    arena.node_room = cython.cast(u32, min(size // NODE_SHARE // cython.sizeof(Node), MOST))
    arena.edge_room = cython.cast(u32, min((size - size // NODE_SHARE) // cython.sizeof(Edge), MOST))
    arena.nodes = cython.cast(cython.pointer(Node), malloc(arena.node_room * cython.sizeof(Node)))
    arena.edges = cython.cast(cython.pointer(Edge), malloc(arena.edge_room * cython.sizeof(Edge)))
    if arena.nodes == cython.NULL or arena.edges == cython.NULL:
        arena_release(arena)
        return False
    return True


def new_node(arena):
    """The index of a new leaf, 0 if the arena is full."""
    if arena.node_count >= arena.node_room:
        return 0
    index: u32 = arena.node_count
    arena.node_count += 1
    memset(cython.address(arena.nodes[index]), 0, cython.sizeof(Node))
    return index


def choose_edge(arena, node):
    """The edge that PUCT selects: the highest value plus exploration bonus."""
    edges: cython.pointer(Edge) = arena.edges + node.first
    hope: cython.double = (EXPLORATION + 0.5 * log((node.visits + 20000.0) / 20000.0)) * sqrt(node.visits)
    untried: cython.double = node.total / max(node.visits, cython.cast(u32, 1)) - UNTRIED_LOSS
    best: cython.double = -1e9
    chosen: cython.int = 0
    index: cython.int
    for index in range(node.count):
        prior: cython.double = edges[index].prior / 65535.0
        worth: cython.double
        if edges[index].child == 0:
            worth = untried + hope * prior
        else:
            child: cython.pointer(Node) = arena.nodes + edges[index].child
            if child.proof < 0:
                return index
            worth = 1.0 - child.total / child.visits + hope * prior / (1 + child.visits)
            if child.proof > 0:
                worth -= 1000.0  # a forced loss: only if all moves lose
        if worth > best:
            best = worth
            chosen = index
        if edges[index].child == 0:
            break  # the edges after it are untried too, with lower priors
    return chosen


def prove_path(arena, path, depth):
    """Propagates a proof from the end of a path towards the root."""
    while depth > 0 and arena.nodes[path[depth]].proof:
        parent: cython.pointer(Node) = cython.address(arena.nodes[path[depth - 1]])
        edges: cython.pointer(Edge) = arena.edges + parent.first
        wins: cython.int = 0
        loses: cython.int = 0
        open_moves: cython.bint = False
        index: cython.int
        for index in range(parent.count):
            proof: cython.int = arena.nodes[edges[index].child].proof if edges[index].child else 0
            if proof < 0:
                wins = 1 - proof if wins == 0 else min(wins, 1 - proof)
            elif proof > 0:
                loses = max(loses, proof + 1)
            else:
                open_moves = True
        if wins:
            parent.proof = wins
        elif not open_moves:
            parent.proof = -loses
        else:
            return
        depth -= 1


def _measure(arena, at, least, nodes, edges):
    """Counts the nodes and edges that `_copy` would need."""
    node: cython.pointer(Node) = cython.address(arena.nodes[at])
    index: cython.int
    nodes[0] += 1
    if node.state != GROWN or node.visits < least:
        return
    edges[0] += node.count
    for index in range(node.count):
        child: u32 = arena.edges[node.first + index].child
        if child:
            _measure(arena, child, least, nodes, edges)


def _copy(source, target, at, least):
    """Copies a subtree into the other arena; nodes with fewer than `least` visits become leaves. Returns its new node."""
    new: u32 = target.node_count
    index: cython.int
    target.node_count += 1
    target.nodes[new] = source.nodes[at]
    copied: cython.pointer(Node) = cython.address(target.nodes[new])
    if copied.state != GROWN or copied.visits < least:
        copied.count = 0
        if not copied.proof:
            copied.state = LEAF  # a draw by repetition may not be one from the new root
        return new
    first: u32 = target.edge_count
    copied.first = first
    target.edge_count += copied.count
    for index in range(copied.count):
        edge: Edge = source.edges[source.nodes[at].first + index]
        if edge.child:
            edge.child = _copy(source, target, edge.child, least)
        target.edges[first + index] = edge
    return new


def copy_subtree(source, target, at, share):
    """Copies a node's subtree to `target` as its root; the tree may fill 1/`share` of it."""
    least: u32 = 1
    while True:
        nodes: u64 = 0
        edges: u64 = 0
        _measure(source, at, least, cython.address(nodes), cython.address(edges))
        if nodes * share <= target.node_room and edges * share <= target.edge_room:
            break
        least *= 2
    arena_clear(target)
    _copy(source, target, at, least)


def rank_edges(arena, node, order):
    """Sorts the tried edges of a node: proved wins, then by visits, proved losses last. Returns their number."""
    count: cython.int = 0
    keys: cython.double[MAX_MOVES]
    index: cython.int
    for index in range(node.count):
        child: u32 = arena.edges[node.first + index].child
        if child == 0 or arena.nodes[child].visits == 0:
            continue
        proof: cython.int = arena.nodes[child].proof
        key: cython.double = arena.nodes[child].visits
        if proof < 0:
            key = 1e12 + proof
        elif proof > 0:
            key = -1e12 + proof
        at: cython.int = count
        while at > 0 and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            order[at] = order[at - 1]
            at -= 1
        keys[at] = key
        order[at] = index
        count += 1
    return count


def best_edge(arena, node):
    """The index of the edge to play, -1 if none was tried."""
    order: cython.int[MAX_MOVES]
    return order[0] if rank_edges(arena, node, order) else -1
