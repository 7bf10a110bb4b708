"""Searcher: iterative deepening over `alpha_beta.search`, MultiPV, and Lazy SMP.

Lazy SMP: all threads search the same tree and share the transposition table; helpers skip depths, each by its own pattern, and
all vote at the end. `run` holds the GIL only between iterations. One search at a time; `stop` and `ponder_hit` may be called
from any thread.
"""

import threading
from typing import NamedTuple

import cython
from cython.cimports.engine.evaluation.nnue import Network, clear_accumulators, free_accumulators, new_accumulators
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import position_copy
from cython.cimports.engine.rules.types import MAX_MOVES, MAX_PLY, u64
from cython.cimports.engine.rules.types import SCORE_INFINITE as _INFINITE
from cython.cimports.engine.rules.types import SCORE_MATE as _MATE
from cython.cimports.engine.rules.types import SCORE_MATE_BOUND as _MATE_BOUND
from cython.cimports.engine.rules.types import SCORE_TB_BOUND as _TB_BOUND
from cython.cimports.engine.search.alpha_beta import search
from cython.cimports.engine.search.margins import M_ASPIRATION, M_OPTIMISM
from cython.cimports.engine.search.position_table import LearnedTable, learned_allocate, learned_insert, learned_release
from cython.cimports.engine.search.search_base import SearchBase, forget, prepare_worker
from cython.cimports.engine.search.ticks import zeroed_block, zeroed_release
from cython.cimports.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    table_allocate,
    table_clear,
    table_next_search,
    table_permille,
    table_release,
    table_touch,
)
from cython.cimports.engine.search.worker import FRAMES_BEFORE, Frame, RootMove

from engine.ground.errors import NoMemoryError

# Depths that helpers skip, by (thread - 1) % 20: the pattern of Stockfish 9 (2018), not tuned.
SKIP_SIZE = cython.declare(cython.int[20], [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4])
SKIP_PHASE = cython.declare(cython.int[20], [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7])

SCORE_MATE = _MATE
SCORE_MATE_BOUND = _MATE_BOUND
MAX_DEPTH = MAX_PLY - 8


class PvLine(NamedTuple):
    """One searched line: score in the band of types.pxd, bound as in transposition.pxd, pv as core moves."""

    depth: int
    selective_depth: int
    multipv: int
    score: int
    bound: int
    nodes: int
    tablebase_hits: int
    pv: list


class Iteration(NamedTuple):
    """The result of an iteration for the time management. `best_share`: permille of nodes spent on the best move."""

    depth: int
    score: int
    best_move: int
    best_share: int


class Vote(NamedTuple):
    """A thread's best move in its last finished iteration."""

    move: int
    score: int
    depth: int


def elect(votes):
    """The index of the elected thread. Each votes for its move with weight (score - lowest score + 14) * depth, as in
    Stockfish; a proved win beats every vote, the quicker first. Of the threads with the elected move, the one with the greatest
    weight is elected."""
    lowest = min(vote.score for vote in votes)
    weights = [(vote.score - lowest + 14) * vote.depth for vote in votes]
    tally: dict = {}
    for vote, weight in zip(votes, weights, strict=True):
        tally[vote.move] = tally.get(vote.move, 0) + weight

    def rank(index):
        vote = votes[index]
        return vote.score if vote.score > _TB_BOUND else -_INFINITE, tally[vote.move], weights[index], -index

    return max(range(len(votes)), key=rank)


def _sort_roots(worker, first):
    """Sorts the root moves from `first` on by score, stable."""
    roots: cython.pointer(RootMove) = worker.roots
    index: cython.int
    for index in range(first + 1, worker.root_count):
        at: cython.int = index
        while at > first and roots[at].score > roots[at - 1].score:
            held: RootMove = roots[at]
            roots[at] = roots[at - 1]
            roots[at - 1] = held
            at -= 1


def aspiration(worker):
    """Searches the root moves from pv_first on, root_depth deep, in a window around the last score that widens after each
    failure. Returns the score; the best move is then roots[pv_first]."""
    root: cython.pointer(Frame) = cython.address(worker.frames[FRAMES_BEFORE])
    previous: cython.int = worker.roots[worker.pv_first].previous
    alpha: cython.int = -_INFINITE
    beta: cython.int = _INFINITE
    width: cython.int = worker.control.margins[M_ASPIRATION]
    depth: cython.int = worker.root_depth
    if depth >= 5 and abs(previous) < _TB_BOUND:
        alpha = max(previous - width, -_INFINITE)
        beta = min(previous + width, _INFINITE)
    # Optimism, as in Stockfish: the side that is better at the root sees more in its position, the other less.
    worker.optimism = 0
    if abs(previous) < _TB_BOUND:
        worker.optimism = worker.control.margins[M_OPTIMISM] * previous // (abs(previous) + 80)
    worker.selective_depth = 0
    while True:
        score: cython.int = search(worker, root, alpha, beta, max(depth, 1), False)
        _sort_roots(worker, worker.pv_first)
        if worker.control.stop:
            return score
        if score <= alpha and alpha > -_INFINITE:
            beta = (alpha + beta) // 2
            alpha = max(score - width, -_INFINITE)
            depth = worker.root_depth
        elif score >= beta and beta < _INFINITE:
            beta = min(score + width, _INFINITE)
            if depth > worker.root_depth - 3 and abs(score) < _TB_BOUND:
                depth -= 1
        else:
            return score
        width += width // 2 + 3  # by half; above six pawns the window opens fully. Hand-set
        if width > 600:
            alpha = -_INFINITE
            beta = _INFINITE


class Searcher(SearchBase):
    """Table, threads and settings of one engine. Runs one search at a time."""

    def __cinit__(self):
        self.thread_count = 0
        self.control.table.buckets = cython.NULL
        if not table_allocate(cython.address(self.control.table), 16):
            raise MemoryError
        self.set_threads(1)

    def __dealloc__(self):
        index: cython.int
        for index in range(self.thread_count):
            self._free_worker(index)
        table_release(cython.address(self.control.table))
        learned_release(cython.address(self.control.learned))

    def set_hash(self, megabytes: cython.ulonglong):
        """Replaces the transposition table by an empty one, which grows to this size as searches fill it.

        :raises MemoryError: not enough memory; the old table remains.
        """
        with cython.nogil:
            done: cython.bint = table_allocate(cython.address(self.control.table), megabytes)
        if not done:
            raise NoMemoryError("no memory for a transposition table of %1 MB", megabytes)

    def set_threads(self, count: cython.int):
        """Sets the number of search threads; new ones start with empty histories.

        :raises MemoryError: not enough memory; the threads that fit remain.
        """
        count = min(max(count, 1), MAX_THREADS)
        while self.thread_count > count:
            self.thread_count -= 1
            self._free_worker(self.thread_count)
        while self.thread_count < count:
            worker: cython.pointer(Worker) = cython.cast(cython.pointer(Worker), zeroed_block(cython.sizeof(Worker)))
            if worker == cython.NULL:
                raise NoMemoryError("no memory for search thread %1", self.thread_count + 1)
            worker.control = cython.address(self.control)
            worker.index = self.thread_count
            worker.weights = cython.cast(cython.pointer(cython.int), self.weights)
            worker.accumulators = new_accumulators()
            if worker.accumulators == cython.NULL:
                zeroed_release(worker, cython.sizeof(Worker))
                raise NoMemoryError("no memory for search thread %1", self.thread_count + 1)
            if self.network is not None:
                worker.network = self.network.weights
            self.workers[self.thread_count] = worker
            self.thread_count += 1

    def _free_worker(self, index):
        free_accumulators(self.workers[index].accumulators)
        zeroed_release(self.workers[index], cython.sizeof(Worker))

    def set_network(self, network: Network | None):
        """Sets the network that evaluates from the next search on; None: the classical evaluation."""
        self._use_network(network)
        index: cython.int
        for index in range(self.thread_count):
            self.workers[index].network = cython.NULL if network is None else network.weights
            clear_accumulators(self.workers[index].accumulators)
        self.clear()  # scores of the other evaluation must not stay in the table

    def set_contempt(self, centipawns: cython.int):
        """Sets the contempt: centipawns by which a draw is worse than an even position for the side to move at the root."""
        self.control.contempt = centipawns

    def set_learned(self, positions, forget: cython.bint = True):
        """Sets the learned positions for the next searches: (key, score for the side to move, depth, exact) each. `forget`: the
        table loses the scores found without them.

        :raises MemoryError: not enough memory; the old ones remain.
        """
        table: cython.pointer(LearnedTable) = cython.address(self.control.learned)
        if not positions:
            learned_release(table)
        elif not learned_allocate(table, len(positions)):
            raise NoMemoryError("no memory for %1 learned positions", len(positions))
        for key, score, depth, exact in positions:
            learned_insert(table, key, score, depth, BOUND_EXACT if exact else BOUND_LOWER)
        if forget:
            self.clear()

    def set_selective(self, selective: cython.bint):
        """Switches type B search on or off: only the most plausible moves of each position."""
        if selective != self.control.selective:
            self.clear()
        self.control.selective = selective

    def get_ready(self):
        """Touches the first memory of the table, so that the first search need not wait for it."""
        with cython.nogil:
            table_touch(cython.address(self.control.table))

    def clear(self):
        """Clears table, histories and caches, for a new game."""
        index: cython.int
        with cython.nogil:
            table_clear(cython.address(self.control.table))
            for index in range(self.thread_count):
                forget(self.workers[index])

    def hash_permille(self) -> int:
        """The permille of the full-grown table filled by the latest search."""
        return table_permille(cython.address(self.control.table))

    def count_beside(self, positions: cython.ulonglong):
        """Adds positions examined outside the search, between iterations, to its nodes."""
        self.nodes_beside += positions
        if self.control.node_limit:
            self.control.node_limit -= min(positions, self.control.node_limit - 1)

    def nodes(self) -> int:
        """Nodes of the current or latest search, all threads."""
        total: u64 = self.nodes_beside
        index: cython.int
        for index in range(self.thread_count):
            total += self.workers[index].nodes
        return total

    def current_root(self):
        """Depth, current root move (0 before the first) and its number, from 1 on."""
        return self.workers[0].root_depth, self.control.current_move, self.control.current_number

    def _set_up(self, board, root_moves):
        core: CoreBoard = board
        index: cython.int
        at: cython.int
        count: cython.int = min(len(root_moves), MAX_MOVES)
        moves = list(root_moves)
        self.nodes_beside = 0
        for index in range(self.thread_count):
            worker: cython.pointer(Worker) = self.workers[index]
            position_copy(cython.address(worker.position), cython.address(core.position))
            prepare_worker(worker)
            worker.root_count = count
            for at in range(count):
                root: cython.pointer(RootMove) = cython.address(worker.roots[at])
                root.move = moves[at]
                root.score = -_INFINITE
                root.previous = -_INFINITE
                root.bound = BOUND_EXACT
                root.selective_depth = 0
                root.nodes = 0
                root.pv[0] = root.move
                root.pv_length = 1
        table_next_search(cython.address(self.control.table))
        return 0

    def _iterate_helper(self, index):
        worker: cython.pointer(Worker) = self.workers[index]
        at: cython.int
        pattern: cython.int = (index - 1) % 20
        depth: cython.int
        for depth in range(1, MAX_PLY - 8):
            # Depth diversification: skips blocks of SKIP_SIZE depths, shifted by SKIP_PHASE against other helpers.
            if ((depth + SKIP_PHASE[pattern]) // SKIP_SIZE[pattern]) % 2 == 1:
                continue
            for at in range(worker.root_count):
                worker.roots[at].previous = worker.roots[at].score
            worker.root_depth = depth
            aspiration(worker)
            if self.control.stop:
                return
            worker.done_depth = depth
            worker.done = worker.roots[0]

    def _help(self, index: cython.int):
        with cython.nogil:
            self._iterate_helper(index)

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
        """Searches `root_moves` (legal, not empty) by iterative deepening; call `begin` first.

        Limits: `max_depth` plies, `node_limit` nodes of all threads, `deadline_us` on the clock of ticks.h; 0 means none.
        `on_line(Line)` gets every line of every iteration; `keep_going(Iteration)` returns whether to start another. Returns
        the last complete lines, best first.
        """
        if not root_moves:
            raise ValueError("no root moves to search")
        self._set_up(board, root_moves)
        self.control.workers = self.workers
        self.control.worker_count = self.thread_count
        self.control.current_move = 0
        self.control.node_limit = node_limit
        self.control.deadline_us = deadline_us
        helpers: list = []
        lines: list = []
        depth: cython.int
        for depth in range(1, min(max_depth, MAX_PLY - 8) + 1):
            if depth == 2:  # the first iteration always finishes: helpers beside it could exceed the node limit
                self.workers[0].root_depth = depth  # from now on helpers check the limits
                helpers = [threading.Thread(target=self._help, args=(index,)) for index in range(1, self.thread_count)]
                for helper in helpers:
                    helper.start()
            lines = self._iterate(depth, multipv, on_line, lines)
            if self.control.stop or (keep_going is not None and not keep_going(self._iteration(depth))):
                break
        self.control.stop = 1
        for helper in helpers:
            helper.join()
        if helpers and multipv <= 1 and max_depth >= MAX_DEPTH and len(root_moves) > 1:
            lines = self._hold_vote(lines, on_line)
        return lines

    def _hold_vote(self, lines: list, on_line) -> list:
        """The line of the elected thread; passed to `on_line` if it is a helper's."""
        main: PvLine = lines[0]
        votes = [Vote(main.pv[0], main.score, main.depth if main.bound == BOUND_EXACT else main.depth - 1)]
        threads = [0]
        index: cython.int
        for index in range(1, self.thread_count):
            worker: cython.pointer(Worker) = self.workers[index]
            if worker.done_depth > 0:
                votes.append(Vote(worker.done.move, worker.done.score, worker.done_depth))
                threads.append(index)
        index = threads[elect(votes)]
        if index == 0 or self.workers[index].done.move == main.pv[0]:
            return lines
        elected = self._line_of(self.workers[index].done_depth, cython.address(self.workers[index].done), 0)
        if on_line is not None:
            on_line(elected)
        return [elected]

    def _iterate(self, depth: cython.int, multipv: cython.int, on_line, lines: list) -> list:
        """Runs one iteration, all lines of MultiPV. Returns the best known lines."""
        worker: cython.pointer(Worker) = self.workers[0]
        count: cython.int = min(max(multipv, 1), worker.root_count)
        at: cython.int
        index: cython.int
        for at in range(worker.root_count):
            worker.roots[at].previous = worker.roots[at].score
        worker.root_depth = depth
        for index in range(count):
            worker.pv_first = index
            with cython.nogil:
                aspiration(worker)
                worker.pv_first = 0
                if index:
                    self._merge(index)
            if self.control.stop:
                break
        done: cython.int = index + (0 if self.control.stop else 1)
        current = [self._line(depth, at) for at in range(count) if worker.roots[at].score != -_INFINITE]
        if self.control.stop and done < count:
            current += self._not_reached(current, lines)[: count - len(current)]
        if self.control.stop and lines and current[0].bound != BOUND_EXACT and current[0].pv[0] == lines[0].pv[0]:
            # Stopped between a failed window and its re-search: the last exact score of this move is better.
            current[0] = lines[0]._replace(nodes=current[0].nodes, tablebase_hits=current[0].tablebase_hits)
        if on_line is not None:
            for line in current:
                on_line(line)
        return current

    def _not_reached(self, current: list, lines: list) -> list:
        """The lines of the last iteration for moves that a stopped MultiPV iteration did not reach, numbered after `current`.
        Matched by move: a move that rose to an earlier line must not appear twice."""
        reached = {line.pv[0] for line in current}
        rest = [line for line in lines if line.pv[0] not in reached]
        counts = {"nodes": current[0].nodes, "tablebase_hits": current[0].tablebase_hits}
        return [line._replace(multipv=len(current) + 1 + at, **counts) for at, line in enumerate(rest)]

    def _merge(self, last):
        """Moves MultiPV line `last` up to its place by score."""
        roots: cython.pointer(RootMove) = self.workers[0].roots
        at: cython.int = last
        while at > 0 and roots[at].score > roots[at - 1].score:
            held: RootMove = roots[at]
            roots[at] = roots[at - 1]
            roots[at - 1] = held
            at -= 1

    def _line(self, depth: cython.int, index: cython.int):
        return self._line_of(depth, cython.address(self.workers[0].roots[index]), index)

    def _line_of(self, depth, root, index):
        hits: u64 = 0
        at: cython.int
        for at in range(self.thread_count):
            hits += self.workers[at].tablebase_hits
        return PvLine(
            depth,
            root.selective_depth,
            index + 1,
            root.score,
            root.bound,
            self.nodes(),
            hits,
            [root.pv[at] for at in range(root.pv_length)],
        )

    def _iteration(self, depth: cython.int):
        best: cython.pointer(RootMove) = cython.address(self.workers[0].roots[0])
        share: u64 = best.nodes * 1000 // max(self.workers[0].nodes, 1)
        return Iteration(depth, best.score, best.move, share)
