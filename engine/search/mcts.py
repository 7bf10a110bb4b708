"""TreeSearcher: Monte Carlo tree search by PUCT (Rosin 2011; Silver et al. 2017), with the interface of `Searcher`.

Leaf value: a quiescence search, as an expected score. Priors, without a policy network: a softmax over one-ply scores (static
evaluation of quiet moves, SEE of captures). Mates are proved (MCTS solver). The tree lasts from move to move and lives in two
arenas, each half of the hash memory; a full one is copied to the other without its least visited nodes. One thread, no random
numbers: the same nodes give the same move.
"""

import cython
from cython.cimports.engine.evaluation.nnue import Network, clear_accumulators, free_accumulators, new_accumulators
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import generate_legal, gives_check
from cython.cimports.engine.rules.position import (
    is_insufficient_material,
    is_repetition_draw,
    make_move,
    position_copy,
    unmake_move,
)
from cython.cimports.engine.rules.see import SEE_VALUES, see_at_least
from cython.cimports.engine.rules.types import (
    MAX_MOVES,
    MAX_PLY,
    NO_PIECE,
    PROMOTION,
    SCORE_EVAL_MAX,
    SCORE_INFINITE,
    SCORE_MATE,
    SCORE_NONE,
    SCORE_TB_BOUND,
    move_kind,
    move_promotion,
    move_target,
)
from cython.cimports.engine.search.alpha_beta import quiescence
from cython.cimports.engine.search.mcts_tree import (
    GROWN,
    LEAF,
    SETTLED,
    Arena,
    Edge,
    Node,
    arena_allocate,
    arena_clear,
    arena_release,
    best_edge,
    choose_edge,
    copy_subtree,
    new_node,
    prove_path,
    rank_edges,
)
from cython.cimports.engine.search.movepick import is_noisy
from cython.cimports.engine.search.search_base import SearchBase, forget, prepare_worker
from cython.cimports.engine.search.static_evaluation import raw_evaluation
from cython.cimports.engine.search.tablebase_probe import probe_tablebases
from cython.cimports.engine.search.ticks import ticks_us
from cython.cimports.engine.search.transposition import (
    BOUND_EXACT,
    table_allocate,
    table_clear,
    table_next_search,
    table_release,
)
from cython.cimports.engine.search.worker import FRAMES_BEFORE, Control
from cython.cimports.libc.math import exp, log
from cython.cimports.libc.stdlib import calloc, free

from engine.ground.errors import NoMemoryError
from engine.search.searcher import Iteration, PvLine

# All hand-set.
VALUE_CP = cython.declare(cython.double, 220.0)  # centipawns at which the expected score is 0.73
PRIOR_CP = cython.declare(cython.double, 70.0)  # temperature of the priors
CHECK_CP = cython.declare(cython.int, 40)  # a check raises its prior by this
CHECK_LOSS_CP = cython.declare(cython.int, 150)  # a check loses at most this in its prior, even if it loses a piece
HANGING_CP = cython.declare(cython.int, 200)  # a quiet move that loses material by exchange loses this in its prior
SURE = cython.declare(cython.double, 0.999)  # expected score of a tablebase win; all others stay below
FULL = cython.declare(cython.int, 1)
POLL_PLAYOUTS = cython.declare(u64, 16)  # between two looks at the clock and the stop request
TABLE_MB = cython.declare(cython.int, 1)  # for the quiescence searches of the leaves


class TreeSearcher(SearchBase):
    """A tree, its memory and the settings of one engine. Runs one search at a time."""

    def __cinit__(self):
        self.worker = cython.cast(cython.pointer(Worker), calloc(1, cython.sizeof(Worker)))
        if self.worker == cython.NULL:
            raise NoMemoryError("no memory for the tree search")
        self.worker.control = cython.address(self.control)
        self.worker.weights = cython.cast(cython.pointer(cython.int), self.weights)
        self.worker.accumulators = new_accumulators()
        if self.worker.accumulators == cython.NULL or not table_allocate(cython.address(self.control.table), TABLE_MB):
            raise NoMemoryError("no memory for the tree search")

    def __dealloc__(self):
        self._release()
        table_release(cython.address(self.control.table))
        if self.worker != cython.NULL:
            free_accumulators(self.worker.accumulators)
        free(self.worker)

    # --- Settings ---

    def _release(self):
        arena_release(cython.address(self.arenas[0]))
        arena_release(cython.address(self.arenas[1]))
        self.planted = False

    def set_hash(self, megabytes: cython.ulonglong):
        """Replaces the tree's memory by empty memory of this size.

        :raises MemoryError: not enough memory; none remains until a smaller size is set.
        """
        half: u64 = max((megabytes << 20) // 2, cython.cast(u64, 1) << 18)
        self._release()
        if not arena_allocate(cython.address(self.arenas[0]), half) or not arena_allocate(
            cython.address(self.arenas[1]), half
        ):
            self._release()
            raise NoMemoryError("no memory for a search tree of %1 MB", megabytes)

    def set_network(self, network: Network | None):
        """Sets the network that evaluates from the next search on; None: the classical evaluation."""
        self._use_network(network)
        self.worker.network = cython.NULL if network is None else network.weights
        clear_accumulators(self.worker.accumulators)
        self.clear()

    def set_tablebase_probe(self, capsule, men: cython.int, depth: cython.int = 1, fifty_move_rule: cython.bint = True):
        """Sets the tablebase prober as `SearchBase.set_tablebase_probe` does, for every depth: a playout ends in a known
        position."""
        SearchBase.set_tablebase_probe(self, capsule, men, 0, fifty_move_rule)

    def clear(self):
        """Clears tree and caches, for a new game."""
        self.planted = False
        with cython.nogil:
            table_clear(cython.address(self.control.table))
            forget(self.worker)

    def hash_permille(self) -> int:
        """The permille of the tree's memory in use."""
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        if not arena.edge_room:
            return 0
        nodes: u64 = cython.cast(u64, 1000) * arena.node_count // arena.node_room
        edges: u64 = cython.cast(u64, 1000) * arena.edge_count // arena.edge_room
        return max(nodes, edges)

    def nodes(self) -> int:
        """Playouts of the current or latest search."""
        return self.playouts

    # --- One playout ---

    def _evaluate_leaf(self, node, depth):
        """The value of the position for the side to move, 0 to 1. Marks the node as settled if the rules or tablebases decide
        it."""
        worker: cython.pointer(Worker) = self.worker
        position: cython.pointer(Position) = cython.address(worker.position)
        moves: Move[MAX_MOVES]
        bound: cython.int = 0
        score: cython.int
        if generate_legal(position, moves) == 0:
            node.state = SETTLED
            if position.state.checkers:
                node.proof = -1
                return 0.0
            return 0.5
        if (
            position.state.halfmove_clock >= 100
            or is_insufficient_material(position)
            or (position.state.halfmove_clock >= 4 and is_repetition_draw(position, depth))
        ):
            node.state = SETTLED
            return 0.5
        if self.control.probe_men:
            score = probe_tablebases(
                worker, cython.address(worker.frames[FRAMES_BEFORE + depth]), 1, 0, cython.address(bound)
            )
            if score != SCORE_NONE:
                node.state = SETTLED
                return SURE if score > SCORE_TB_BOUND else (1.0 - SURE if score < -SCORE_TB_BOUND else 0.5)
        worker.frames[FRAMES_BEFORE + depth].ply = depth
        score = quiescence(
            worker, cython.address(worker.frames[FRAMES_BEFORE + depth]), -SCORE_INFINITE, SCORE_INFINITE, 0
        )
        value: cython.double = 1.0 / (1.0 + exp(-score / VALUE_CP))
        return min(max(value, 1.0 - SURE), SURE)

    def _expand(self, node):
        """Adds the legal moves to a node with their priors, best first. Returns False if the arena is full."""
        worker: cython.pointer(Worker) = self.worker
        position: cython.pointer(Position) = cython.address(worker.position)
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        moves: Move[MAX_MOVES]
        weights: cython.double[MAX_MOVES]
        count: cython.int = generate_legal(position, moves)
        if arena.edge_count + count > arena.edge_room:
            return False
        index: cython.int
        at: cython.int
        standing: cython.int = 0 if position.state.checkers else raw_evaluation(worker)
        best: cython.double = -1e9
        for index in range(count):
            move: Move = moves[index]
            score: cython.int
            check: cython.bint = gives_check(position, move)
            if is_noisy(position, move):
                gain: cython.int = SEE_VALUES[position.board[move_target(move)]]
                if move_kind(move) == PROMOTION:
                    gain += SEE_VALUES[move_promotion(move)] - SEE_VALUES[0]
                if position.board[move_target(move)] == NO_PIECE and gain == 0:
                    gain = SEE_VALUES[0]  # en passant
                while gain > -900 and not see_at_least(position, move, gain):
                    gain -= 100
                score = standing + gain
            else:
                make_move(position, move)
                score = -raw_evaluation(worker)
                unmake_move(position)
                if not see_at_least(position, move, 0):
                    score -= HANGING_CP
            if check:
                score = max(score + CHECK_CP, standing - CHECK_LOSS_CP)
            weights[index] = score / PRIOR_CP
            best = max(best, weights[index])
        total: cython.double = 0.0
        for index in range(count):
            weights[index] = exp(max(weights[index] - best, -30.0))
            total += weights[index]
        node.first = arena.edge_count
        node.count = count
        arena.edge_count += count
        edges: cython.pointer(Edge) = arena.edges + node.first
        for index in range(count):
            prior: cython.double = 0.95 * weights[index] / total + 0.05 / count
            edge: Edge
            edge.move = moves[index]
            edge.prior = cython.cast(u16, prior * 65535.0)
            edge.child = 0
            at = index
            while at > 0 and edges[at - 1].prior < edge.prior:
                edges[at] = edges[at - 1]
                at -= 1
            edges[at] = edge
        node.state = GROWN
        return True

    def _playout(self):
        """Walks from the root to a leaf, evaluates it and updates the nodes of the path. Returns FULL, with no change, if the
        arena is full."""
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        position: cython.pointer(Position) = cython.address(self.worker.position)
        path: u32[LONGEST_PATH]
        depth: cython.int = 0
        outcome: cython.int = 0
        value: cython.double = 0.5
        path[0] = 0
        while True:
            node: cython.pointer(Node) = cython.address(arena.nodes[path[depth]])
            if node.visits == 0:
                value = self._evaluate_leaf(node, depth)
                break
            if node.proof:
                value = 1.0 if node.proof > 0 else 0.0
                if depth:
                    break
            if node.state == SETTLED or depth >= DEEPEST:
                value = node.total / node.visits
                break
            if node.state == LEAF and not self._expand(node):
                outcome = FULL
                break
            if node.count == 0:  # a stalemate became a leaf again when the tree was copied
                node.state = SETTLED
                value = 0.5
                break
            edge: cython.pointer(Edge) = arena.edges + node.first + choose_edge(arena, node)
            if edge.child == 0:
                edge.child = new_node(arena)
                if edge.child == 0:
                    outcome = FULL
                    break
            make_move(position, edge.move)
            depth += 1
            path[depth] = edge.child
        walked: cython.int = depth
        while walked:
            unmake_move(position)
            walked -= 1
        if outcome == FULL:
            return FULL
        prove_path(arena, cython.cast(cython.pointer(u32), path), depth)
        self.playouts += 1
        self.depth_sum += depth
        self.deepest = max(self.deepest, depth)
        while depth >= 0:
            node = cython.address(arena.nodes[path[depth]])
            node.visits += 1
            node.total += value
            value = 1.0 - value
            depth -= 1
        return 0

    def _done(self):
        """True if a limit is reached or the root is proved."""
        control: cython.pointer(Control) = cython.address(self.control)
        root: cython.pointer(Node) = cython.address(self.arenas[self.active].nodes[0])
        if control.node_limit and self.playouts >= control.node_limit:
            control.stop = 1
        if self.playouts % POLL_PLAYOUTS == 0:
            if control.stop_request:
                control.stop = 1
            if control.deadline_us and not control.pondering and ticks_us() >= control.deadline_us:
                control.stop = 1
        return control.stop != 0 or root.proof != 0 or root.visits >= cython.cast(u32, 0xFFFFFFF0)

    def _work(self, until):
        """Runs playouts until the root has `until` visits or a limit is reached."""
        while self.arenas[self.active].nodes[0].visits < until and not self._done():
            if self._playout() == FULL:
                self._move_root(0, 2)

    # --- The tree from move to move ---

    def _find_root(self, wanted):
        """Finds a position in the tree, at most two plies below its root. Returns its node + 1, or 0."""
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        position: cython.pointer(Position) = cython.address(self.worker.position)
        top: cython.pointer(Node) = arena.nodes
        found: u32 = 0
        first: cython.int
        second: cython.int
        position_copy(position, cython.address(self.root))
        if position.state.key == wanted.state.key and position.state.halfmove_clock == wanted.state.halfmove_clock:
            return 1
        for first in range(top.count):
            edge: Edge = arena.edges[top.first + first]
            if edge.child == 0:
                continue
            make_move(position, edge.move)
            if position.state.key == wanted.state.key and position.state.halfmove_clock == wanted.state.halfmove_clock:
                found = edge.child + 1
            child: cython.pointer(Node) = arena.nodes + edge.child
            for second in range(child.count if not found else 0):
                reply: Edge = arena.edges[child.first + second]
                if reply.child == 0:
                    continue
                make_move(position, reply.move)
                if (
                    position.state.key == wanted.state.key
                    and position.state.halfmove_clock == wanted.state.halfmove_clock
                ):
                    found = reply.child + 1
                unmake_move(position)
                if found:
                    break
            unmake_move(position)
            if found:
                return found
        return 0

    def _move_root(self, at, share):
        """Copies the subtree of a node to the other arena as its new root; it may fill 1/`share` of it."""
        other: cython.int = 1 - self.active
        copy_subtree(cython.address(self.arenas[self.active]), cython.address(self.arenas[other]), at, share)
        self.active = other

    def _set_up_tree(self, position, moves, count):
        """Sets up the tree for a position, with the part of the old tree that still fits. `moves`: the moves allowed at the
        root."""
        legal: Move[MAX_MOVES]
        arena: cython.pointer(Arena)
        index: cython.int
        at: cython.int
        whole: cython.bint = generate_legal(position, legal) == count
        found: u32 = self._find_root(position) if self.planted and whole else 0
        position_copy(cython.address(self.root), position)
        position_copy(cython.address(self.worker.position), position)
        prepare_worker(self.worker)
        if found:
            self._move_root(found - 1, 2)
            self.planted = True
            if self.arenas[self.active].nodes[0].visits and self.arenas[self.active].nodes[0].proof == 0:
                return
        arena = cython.address(self.arenas[self.active])
        arena_clear(arena)
        new_node(arena)
        root: cython.pointer(Node) = arena.nodes
        root.total = self._evaluate_leaf(root, 0)
        root.visits = 1
        root.proof = 0
        self._expand(root)
        kept: cython.int = 0
        for index in range(root.count):
            for at in range(count):
                if arena.edges[root.first + index].move == moves[at]:
                    arena.edges[root.first + kept] = arena.edges[root.first + index]
                    kept += 1
                    break
        root.count = kept
        self.planted = whole

    # --- Lines ---

    def _score(self, child):
        """A child's value as a score in centipawns or mate distance, for the side that moved to it."""
        if child.proof:
            proof: cython.int = child.proof
            return SCORE_MATE + proof if proof < 0 else proof - SCORE_MATE
        value: cython.double = min(max(1.0 - child.total / child.visits, 1e-6), 1.0 - 1e-6)
        score: cython.int = cython.cast(cython.int, VALUE_CP * log(value / (1.0 - value)))
        return min(max(score, -SCORE_EVAL_MAX), SCORE_EVAL_MAX)

    def _line(self, number: cython.int, index: cython.int):
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        edge: Edge = arena.edges[arena.nodes[0].first + index]
        score: cython.int = self._score(cython.address(arena.nodes[edge.child]))
        moves = [edge.move]
        while len(moves) < MAX_PLY:
            at: cython.int = best_edge(arena, cython.address(arena.nodes[edge.child]))
            if at < 0:
                break
            edge = arena.edges[arena.nodes[edge.child].first + at]
            moves.append(edge.move)
        return PvLine(
            self._depth(), self.deepest, number, score, BOUND_EXACT, self.playouts, self.worker.tablebase_hits, moves
        )

    def _depth(self):
        """The average length of a playout in plies, at least 1."""
        return max(1, (self.depth_sum + self.playouts // 2) // max(self.playouts, 1))

    def _lines(self, multipv: cython.int):
        order: cython.int[MAX_MOVES]
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        root: cython.pointer(Node) = arena.nodes
        count: cython.int = rank_edges(arena, root, order)
        return [self._line(index + 1, order[index]) for index in range(min(count, max(multipv, 1)))]

    def _iteration(self, lines: list):
        arena: cython.pointer(Arena) = cython.address(self.arenas[self.active])
        root: cython.pointer(Node) = arena.nodes
        best: cython.int = best_edge(arena, root)
        visits: u64 = arena.nodes[arena.edges[root.first + best].child].visits
        return Iteration(lines[0].depth, lines[0].score, lines[0].pv[0], 1000 * visits // max(root.visits, 1))

    def run(
        self,
        board,
        root_moves,
        max_depth: cython.int,
        node_limit: cython.ulonglong,
        deadline_us: cython.longlong,
        multipv: cython.int,
        on_line,
        keep_going,
    ):
        """Searches like `Searcher.run`; call `begin` first. `node_limit` counts playouts, `max_depth` is their average length;
        each iteration adds half as many playouts."""
        if not root_moves:
            raise ValueError("no root moves to search")
        if self.arenas[0].nodes == cython.NULL:
            self.set_hash(16)
        core: CoreBoard = board
        moves: Move[MAX_MOVES]
        count: cython.int = min(len(root_moves), MAX_MOVES)
        index: cython.int
        for index in range(count):
            moves[index] = root_moves[index]
        self.control.node_limit = node_limit
        self.control.deadline_us = deadline_us
        self.playouts = self.depth_sum = self.deepest = 0
        table_next_search(cython.address(self.control.table))
        with cython.nogil:
            self._set_up_tree(cython.address(core.position), moves, count)
            self._playout()
        while True:
            visits: u64 = self.arenas[self.active].nodes[0].visits
            with cython.nogil:
                self._work(visits + visits // 2 + 64)
            lines = self._lines(multipv)
            if on_line is not None:
                for line in lines:
                    on_line(line)
            if self.control.stop or self.arenas[self.active].nodes[0].proof or self._depth() >= max_depth:
                break
            if keep_going is not None and not keep_going(self._iteration(lines)):
                break
        self.control.stop = 1
        return lines
