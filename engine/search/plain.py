"""PlainSearcher: the alpha-beta search of the source texts, for styles, with the interface of `Searcher`. One thread.

Iterative deepening and full width, then captures if the style wants them; without the modern pruning. The style's charts
evaluate the leaves.
"""

import random

import cython
from cython.cimports.engine.evaluation.charted import ChartedEvaluation, evaluate_charted
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal, generate_legal, generate_noisy
from cython.cimports.engine.rules.position import (
    Position,
    make_move,
    make_null_move,
    position_copy,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.types import (
    EN_PASSANT,
    KING,
    MAX_PLY,
    NO_MOVE,
    NO_PIECE,
    PAWN,
    PROMOTION,
    SCORE_EVAL_MAX,
    SCORE_INFINITE,
    SCORE_MATE,
    SCORE_MATE_BOUND,
    SCORE_NONE,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.engine.search.alpha_beta import _extend_pv, _is_draw
from cython.cimports.engine.search.search_base import SearchBase, prepare_worker
from cython.cimports.engine.search.stop_conditions import check_limits
from cython.cimports.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    Hit,
    Table,
    table_allocate,
    table_clear,
    table_next_search,
    table_permille,
    table_probe,
    table_release,
    table_store,
)
from cython.cimports.engine.search.worker import FRAMES_BEFORE, RootMove
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

from engine.evaluation.texts.style import ORDERINGS
from engine.ground.errors import NoMemoryError
from engine.search.searcher import Iteration, PvLine

BEST_FIRST = cython.declare(cython.int, 2)  # the place in ORDERINGS
DEEPEST = cython.declare(cython.int, MAX_PLY - 4)  # plies from the root, captures included


class PlainSearcher(SearchBase):
    """A style, its table and its worker. Runs one search at a time."""

    def __cinit__(self, *_style):
        self.worker = cython.cast(cython.pointer(Worker), calloc(1, cython.sizeof(Worker)))
        if self.worker == cython.NULL or not table_allocate(cython.address(self.control.table), 1):
            raise NoMemoryError("no memory for the search of a style")
        self.worker.control = cython.address(self.control)
        self.worker.weights = cython.cast(cython.pointer(cython.int), self.weights)
        self.dice = random.Random()

    def __init__(self, style):
        self.set_style(style)

    def __dealloc__(self):
        table_release(cython.address(self.control.table))
        free(self.worker)

    def set_style(self, style):
        """Sets the style from the next search on."""
        plan = style.search
        self.evaluation = ChartedEvaluation(style)
        self.charts = cython.address(self.evaluation.charts)
        self.usual_depth, self.capture_plies, self.hurry = plan.depth, plan.quiescence, plan.hurry
        self.ordering = ORDERINGS.index(plan.ordering)
        self.remembers, self.equals = plan.table, plan.equals
        self.pruning, self.null_move, self.windows = plan.pruning, plan.null_move, plan.windows
        self.clear()

    def seed(self, seed):
        """Seeds the draws among equal moves, which makes them repeatable."""
        self.dice.seed(seed)

    def set_hash(self, megabytes: cython.ulonglong):
        """Replaces the table by an empty one. :raises MemoryError: not enough memory; the old table remains."""
        if not table_allocate(cython.address(self.control.table), megabytes):
            raise NoMemoryError("no memory for a transposition table of %1 MB", megabytes)

    def clear(self):
        """Clears table and histories, for a new game."""
        table_clear(cython.address(self.control.table))
        memset(self.history, 0, cython.sizeof(self.history))

    def hash_permille(self) -> int:
        """The permille of the table filled by the latest search."""
        return table_permille(cython.address(self.control.table))

    def nodes(self) -> int:
        """Positions of the current or latest search."""
        return self.worker.nodes

    # --- The tree ---

    def _leaf(self, frame):
        """The style's evaluation for the side to move; with `hurry` an advantage counts less the later it comes."""
        position: cython.pointer(Position) = cython.address(self.worker.position)
        score: cython.int = evaluate_charted(position, self.charts)
        late: cython.int = min(self.hurry * frame.ply, abs(score))
        score += late if score < 0 else -late
        noise: cython.int = self.control.eval_noise
        if noise:
            mixed: u64 = (position.state.key ^ self.control.noise_seed) * cython.cast(u64, 0x9E3779B97F4A7C15)
            score += cython.cast(cython.int, (mixed >> 40) % cython.cast(u64, 2 * noise + 1)) - noise
        return min(max(score, -SCORE_EVAL_MAX), SCORE_EVAL_MAX)

    def _rank(self, frame, moves, count, first, ranks):
        """Ranks the moves, highest first: hash move, captures (MVV-LVA), killers, history."""
        position: cython.pointer(Position) = cython.address(self.worker.position)
        side: cython.int = position.side
        at: cython.int
        for at in range(count):
            move: Move = moves[at]
            rank: cython.int = 0
            victim: cython.int = position.board[move_target(move)]
            if move_kind(move) == EN_PASSANT:
                victim = PAWN
            if victim != NO_PIECE and move_kind(move) != 3:
                taker: cython.double = self.charts.values[position.board[move_source(move)] % 6]
                rank = 2_000_000 + cython.cast(cython.int, 100 * (10 * self.charts.values[victim % 6] - taker))
            if move_kind(move) == PROMOTION:
                rank += 1_900_000 + move_promotion(move)
            if self.ordering == BEST_FIRST:
                if move == first:
                    rank = 2_000_000_000
                elif rank == 0:
                    if move == frame.killers[0] or move == frame.killers[1]:
                        rank = 1_500_000
                    else:
                        rank = self.history[side][move & 4095]
            ranks[at] = rank

    def _credit(self, frame, move, depth):
        """Adds a quiet move that caused a cutoff to killers and history."""
        position: cython.pointer(Position) = cython.address(self.worker.position)
        if self.ordering != BEST_FIRST or position.board[move_target(move)] != NO_PIECE or move_kind(move) == PROMOTION:
            return
        if frame.killers[0] != move:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = move
        known: cython.pointer(cython.int) = cython.address(self.history[position.side][move & 4095])
        known[0] = min(known[0] + depth * depth, 1_000_000)

    def _captures(self, frame, alpha, beta, left):
        """The value of a leaf; the side to move may continue with captures, up to `left` plies."""
        worker: cython.pointer(Worker) = self.worker
        position: cython.pointer(Position) = cython.address(worker.position)
        moves: Move[MAX_MOVES]
        ranks: cython.int[MAX_MOVES]
        frame.pv_length = 0
        if position.state.checkers and count_legal(position) == 0:
            return frame.ply - SCORE_MATE
        best: cython.int = self._leaf(frame)
        if left <= 0 or best >= beta or frame.ply >= DEEPEST:
            return best
        alpha = max(alpha, best)
        count: cython.int = generate_noisy(position, moves)
        at: cython.int
        self._rank(frame, moves, count, NO_MOVE, ranks)
        for at in range(count):
            if self.ordering:
                _bring_best(moves, ranks, at, count)
            worker.nodes += 1
            if worker.nodes >= worker.next_poll:
                check_limits(worker)
            make_move(position, moves[at])
            score: cython.int = -self._captures(frame + 1, -beta, -alpha, left - 1)
            unmake_move(position)
            if self.control.stop:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    _extend_pv(frame, moves[at])
                    if score >= beta:
                        break
        return best

    def _search(self, frame, alpha, beta, depth):
        """The fail-soft value of the position for its side to move; 0 after a stop."""
        worker: cython.pointer(Worker) = self.worker
        position: cython.pointer(Position) = cython.address(worker.position)
        table: cython.pointer(Table) = cython.address(self.control.table)
        moves: Move[MAX_MOVES]
        ranks: cython.int[MAX_MOVES]
        hit: Hit
        worker.nodes += 1
        if worker.nodes >= worker.next_poll:
            check_limits(worker)
        frame.pv_length = 0
        if self.control.stop or _is_draw(position, frame.ply):
            return 0
        if depth <= 0 or frame.ply >= DEEPEST:
            return self._captures(frame, alpha, beta, self.capture_plies)
        first: Move = NO_MOVE
        if self.remembers and table_probe(table, position.state.key, frame.ply, cython.address(hit)):
            first = hit.move
            if hit.depth >= depth and (
                hit.bound == BOUND_EXACT
                or (hit.bound == BOUND_LOWER and hit.score >= beta)
                or (hit.bound == BOUND_UPPER and hit.score <= alpha)
            ):
                return hit.score
        score: cython.int
        # Null move: if passing (two plies less deep) still reaches beta, a move will too. Not twice in a row, nor in check or
        # with only pawns left, when passing could be the best move (zugzwang).
        if self.null_move and depth > 2 and beta < SCORE_MATE_BOUND and _may_pass(position):
            make_null_move(position)
            score = -self._search(frame + 1, -beta, -beta + 1, depth - 3)
            unmake_null_move(position)
            if self.control.stop:
                return 0
            if score >= beta:
                return beta
        count: cython.int = generate_legal(position, moves)
        if count == 0:
            return frame.ply - SCORE_MATE if position.state.checkers else 0
        self._rank(frame, moves, count, first, ranks)
        best: cython.int = -SCORE_INFINITE
        floor: cython.int = alpha
        good: Move = NO_MOVE
        at: cython.int
        for at in range(count):
            if self.ordering:
                _bring_best(moves, ranks, at, count)
            make_move(position, moves[at])
            if not self.pruning:
                score = -self._search(frame + 1, -SCORE_INFINITE, SCORE_INFINITE, depth - 1)
            elif self.windows and at > 0 and beta - alpha > 1:
                score = -self._search(frame + 1, -alpha - 1, -alpha, depth - 1)
                if alpha < score < beta:
                    score = -self._search(frame + 1, -beta, -alpha, depth - 1)
            else:
                score = -self._search(frame + 1, -beta, -alpha, depth - 1)
            unmake_move(position)
            if self.control.stop:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    good = moves[at]
                    _extend_pv(frame, good)
                    if score >= beta and self.pruning:
                        self._credit(frame, good, depth)
                        break
        if self.remembers:
            bound: cython.int = BOUND_LOWER if best >= beta else BOUND_EXACT if best > floor else BOUND_UPPER
            table_store(table, position.state.key, frame.ply, good, best, SCORE_NONE, depth, bound, False)
        return best

    def _search_root(self, first, depth):
        """Searches the root moves from `first` on and moves the best to that place. With `equals` equally good moves get exact
        scores too."""
        worker: cython.pointer(Worker) = self.worker
        position: cython.pointer(Position) = cython.address(worker.position)
        frame: cython.pointer(Frame) = cython.address(worker.frames[FRAMES_BEFORE])
        alpha: cython.int = -SCORE_INFINITE
        at: cython.int
        to: cython.int
        for at in range(first, worker.root_count):
            root: cython.pointer(RootMove) = cython.address(worker.roots[at])
            before: u64 = worker.nodes
            lower: cython.int = max(alpha - self.equals, -SCORE_INFINITE) if self.pruning else -SCORE_INFINITE
            make_move(position, root.move)
            score: cython.int = lower
            if self.windows and alpha > -SCORE_INFINITE:
                score = -self._search(frame + 1, -lower - 1, -lower, depth - 1)
            if score >= lower:
                score = -self._search(frame + 1, -SCORE_INFINITE, -lower, depth - 1)
            unmake_move(position)
            root.nodes += worker.nodes - before
            if self.control.stop:
                return
            root.score = -SCORE_INFINITE
            if score > lower:
                root.score = score
                _extend_pv(frame, root.move)
                root.pv_length = frame.pv_length
                for to in range(frame.pv_length):
                    root.pv[to] = frame.pv[to]
                alpha = max(alpha, score)
        for at in range(first + 1, worker.root_count):
            to = at
            held: RootMove = worker.roots[at]
            while to > first and worker.roots[to - 1].score < held.score:
                worker.roots[to] = worker.roots[to - 1]
                to -= 1
            worker.roots[to] = held

    # --- The search from outside ---

    def _set_up(self, board, root_moves):
        core: CoreBoard = board
        worker: cython.pointer(Worker) = self.worker
        at: cython.int
        position_copy(cython.address(worker.position), cython.address(core.position))
        prepare_worker(worker)
        worker.root_count = min(len(root_moves), MAX_MOVES)
        for at in range(worker.root_count):
            worker.roots[at].move = root_moves[at]
            worker.roots[at].score = -SCORE_INFINITE
            worker.roots[at].nodes = 0
            worker.roots[at].pv_length = 0
        table_next_search(cython.address(self.control.table))

    def _line(self, depth: cython.int, index: cython.int):
        root: cython.pointer(RootMove) = cython.address(self.worker.roots[index])
        moves = [root.pv[at] for at in range(root.pv_length)]
        return PvLine(depth, len(moves), index + 1, root.score, BOUND_EXACT, self.worker.nodes, 0, moves)

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
        """Searches like `Searcher.run`. The style's depth applies without a depth limit; an interrupted iteration does not
        count."""
        if not root_moves:
            raise ValueError("no root moves to search")
        if max_depth >= MAX_PLY - 8 and self.usual_depth:
            max_depth = self.usual_depth
        self._set_up(board, root_moves)
        worker: cython.pointer(Worker) = self.worker
        self.control.workers = cython.address(self.worker)
        self.control.worker_count = 1
        self.control.node_limit = node_limit
        self.control.deadline_us = deadline_us
        wanted: cython.int = min(max(multipv, 1), worker.root_count)
        lines: list = []
        ties: list = []
        depth: cython.int
        index: cython.int
        for depth in range(1, min(max_depth, DEEPEST) + 1):
            worker.root_depth = depth
            for index in range(wanted):
                with cython.nogil:
                    self._search_root(index, depth)
                if self.control.stop:
                    break
            if self.control.stop:
                break
            lines = [self._line(depth, index) for index in range(wanted)]
            ties = [self._line(depth, index) for index in range(worker.root_count if self.equals else 1)]
            if on_line is not None:
                for line in lines:
                    on_line(line)
            best: cython.pointer(RootMove) = worker.roots
            share = best.nodes * 1000 // max(worker.nodes, cython.cast(u64, 1))
            if keep_going is not None and not keep_going(Iteration(depth, best.score, best.move, share)):
                break
            if abs(best.score) >= SCORE_MATE - depth and abs(best.score) > SCORE_MATE_BOUND:
                break
        self.control.stop = 1
        if wanted == 1:
            lines = [self.dice.choice([tie for tie in ties if tie.score == lines[0].score])._replace(multipv=1)]
        return lines


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_pass(position: cython.pointer(Position)) -> cython.bint:
    """True if a null move is allowed: not in check, a piece left, and the last move was a real one."""
    pieces: u64 = position.by_colour[position.side] & ~(position.by_type[PAWN] | position.by_type[KING])
    return pieces != 0 and position.state.checkers == 0 and position.state.move != NO_MOVE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bring_best(
    moves: cython.pointer(Move), ranks: cython.pointer(cython.int), at: cython.int, count: cython.int
) -> cython.void:
    """Moves the best of the remaining moves to place `at`; equal moves do not change order."""
    best: cython.int = at
    other: cython.int
    for other in range(at + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    move: Move = moves[best]
    rank: cython.int = ranks[best]
    while best > at:
        moves[best] = moves[best - 1]
        ranks[best] = ranks[best - 1]
        best -= 1
    moves[at] = move
    ranks[at] = rank
