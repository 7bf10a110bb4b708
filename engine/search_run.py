"""One search of a player, from its limits to its result as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.evaluation.wdl import win_draw_loss
from engine.game.info import Bound, Info, Score, SearchResult, TableResult
from engine.game.limits import Limits
from engine.game.move_choice import OnInfo
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text
from engine.levels import Handicap
from engine.options import Value
from engine.rules.board import CoreBoard
from engine.search.mate_hunt import BOUND_EXACT, MateHunt
from engine.search.mates import MateSearcher
from engine.search.mcts import TreeSearcher
from engine.search.searcher import MAX_DEPTH, SCORE_MATE, SCORE_MATE_BOUND, Iteration, PvLine, Searcher
from engine.search.ticks import microseconds
from engine.search.time_management import TimeKeeper, clock_budget

if TYPE_CHECKING:
    from engine.search.plain import PlainSearcher

    AnySearcher = Searcher | TreeSearcher | PlainSearcher

TABLEBASE_SCORE = 31672  # a larger size is a proved win: SCORE_TB_BOUND of types.pxd
TABLEBASE_WIN = 31800  # minus the plies to it: SCORE_TB_WIN of types.pxd
MATE_NODES = 200_000_000  # the limit of the proof-number search: about a minute
WITHOUT_MATE_NODES = 20_000_000  # of the ordinary search after it, without another limit
WITHOUT_MATE_DEPTH = 12  # as above, if the mate is disproved: the search only names a move
BOUNDS = {1: Bound.UPPER, 2: Bound.LOWER, BOUND_EXACT: Bound.EXACT}


def score_from_core(score: int) -> Score:
    """A score of the core as centipawns, moves to mate, or a tablebase win."""
    size = abs(score)
    if size > SCORE_MATE_BOUND:
        moves = (SCORE_MATE - size + 1) // 2
        return Score(mate=moves if score > 0 else -moves)
    if size > TABLEBASE_SCORE:
        return Score(table=TableResult(2 if score > 0 else -2, TABLEBASE_WIN - size))
    return Score(centipawns=score)


class SearchRun:
    """A search from its limits to its result."""

    def __init__(
        self,
        searcher: AnySearcher,
        board: CoreBoard,
        limits: Limits,
        options: Mapping[str, Value],
        handicap: Handicap,
        stopper: Stopper,
        on_info: OnInfo | None,
    ) -> None:
        self.searcher = searcher
        self.board = board
        self.limits = limits
        self.handicap = handicap
        self.multipv = int(options["MultiPV"])
        self.overhead_ms = int(options["Move Overhead"])
        self.show_wdl = bool(options["UCI_ShowWDL"])
        self.stopper = stopper
        self.on_info = on_info
        self.start_us = microseconds() if limits.asked_at_us is None else limits.asked_at_us
        self.moves = root_moves(board, limits)
        self.keeper: TimeKeeper | None = None
        self.soft_ms = self.hard_ms = 0.0  # 0: no limit
        self.remark = NOTHING
        self.no_mate = False  # proved
        self.hunt: MateHunt | None = None
        self._latest: list[PvLine] = []  # of the last iteration
        self.deadline_us = self._plan_time()

    def run(self) -> SearchResult:
        """Searches; blocks."""
        if not self.moves:
            return self._finished_game()
        self.searcher.set_eval_noise(self.handicap.eval_noise, self.handicap.seed)
        self.searcher.begin(self.limits.ponder)
        with self.stopper.reaching(self._stop, self._ponder_hit):
            lines = self.searcher.run(
                self.board,
                self.moves,
                self._max_depth(),
                self._max_nodes(),
                self.deadline_us,
                self.multipv,
                self._report if self.on_info else None,
                self._keep_going,
            )
        self.stopper.wait_until_wanted(self.limits)
        lines = [reported for line in lines for reported in self._with_mate(line)]
        best = lines[0].pv
        return SearchResult(
            best_move=self.board.uci(best[0]),
            ponder_move=self.board.uci(best[1]) if len(best) > 1 else None,
            lines=tuple(self._info(line) for line in lines),
            nodes=self.searcher.nodes(),
            time_ms=self._elapsed_ms(),
            remark=self.remark,
        )

    def solve_mate(self, solver: MateSearcher) -> SearchResult | None:
        """The mate of `go mate`, by proof-number search with half of the nodes and time; None if it is disproved or not found:
        then an ordinary search names a move, and its remark says which."""
        moves = self.limits.mate
        if moves is None or len(self.moves) != len(self.board.legal_moves()):
            return None
        nodes = min(self._node_limit() // 2 or MATE_NODES, MATE_NODES)
        half_us = (self.start_us + self.deadline_us) // 2 if self.deadline_us else 0
        solver.begin()
        with self.stopper.reaching(solver.stop):
            pv = solver.run(self.board, moves, nodes, half_us)
        if not pv:
            self.no_mate = pv is not None
            self.remark = Text("No mate in %1 found, and none ruled out: %2 positions.", moves, solver.nodes())
            if self.no_mate:
                self.remark = Text("No mate in %1: proved with %2 positions.", moves, solver.nodes())
            return None
        score = score_from_core(SCORE_MATE - len(pv))
        names = tuple(self.board.uci(move) for move in pv)
        line = Info(len(pv), len(pv), 1, score, solver.nodes(), self._elapsed_ms(), names)
        if self.on_info:
            self.on_info(line)
        self.stopper.wait_until_wanted(self.limits)
        return SearchResult(names[0], names[1] if len(names) > 1 else None, (line,), solver.nodes(), self._elapsed_ms())

    def _finished_game(self) -> SearchResult:
        """The result for mate or stalemate on the board."""
        score = Score(mate=0) if self.board.in_check else Score(centipawns=0)
        line = Info(depth=0, selective_depth=0, multipv=1, score=score, nodes=0, time_ms=0, pv=())
        if self.on_info:
            self.on_info(line)
        self.stopper.wait_until_wanted(self.limits)
        return SearchResult(best_move=None, ponder_move=None, lines=(line,), time_ms=self._elapsed_ms())

    def _elapsed_ms(self) -> int:
        return (microseconds() - self.start_us) // 1000

    def _plan_time(self) -> int:
        """Sets up the time keeper. Returns the hard deadline on the searcher's clock, 0 without one."""
        limits = self.limits
        overhead_ms = self.overhead_ms
        soft_ms, hard_ms = 0.0, 0.0
        budget = clock_budget(limits, self.board.white_to_move, overhead_ms)
        if budget is not None and not limits.infinite:
            self.keeper = TimeKeeper(budget, forced=len(self.moves) == 1)
            soft_ms, hard_ms = budget.soft_ms, budget.hard_ms
        if limits.move_time_ms is not None:
            move_time_ms = max(1, limits.move_time_ms - min(overhead_ms, limits.move_time_ms // 10))
            hard_ms = min(hard_ms, move_time_ms) if hard_ms else move_time_ms
            soft_ms = soft_ms or hard_ms
        if not hard_ms:
            return 0
        self.soft_ms, self.hard_ms = soft_ms, hard_ms
        return self.start_us + int(hard_ms * 1000)

    def _max_depth(self) -> int:
        depths = [depth for depth in (self.limits.depth, self.handicap.max_depth) if depth is not None]
        if self.no_mate and self._without_end():
            depths.append(WITHOUT_MATE_DEPTH)
        return max(1, min([MAX_DEPTH, *depths]))

    def _max_nodes(self) -> int:
        return self._node_limit() or (WITHOUT_MATE_NODES if self.limits.mate is not None and self._without_end() else 0)

    def _node_limit(self) -> int:
        counts = [count for count in (self.limits.nodes, self.handicap.max_nodes) if count is not None]
        return max(1, min(counts)) if counts else 0

    def _without_end(self) -> bool:
        """True if only a mate or a stop would end the search, and the caller has not asked to wait for a stop."""
        limits = self.limits
        limited = self.deadline_us or limits.depth is not None or self._node_limit()
        return not (limited or limits.infinite or limits.ponder)

    def _keep_going(self, iteration: Iteration) -> bool:
        if self.searcher.is_stopped():
            return False
        if self.limits.mate is not None and iteration.score >= SCORE_MATE - 2 * max(1, self.limits.mate) + 1:
            return False
        mate_found = self.hunt is not None and self._hunts(self.hunt, iteration)
        if self.keeper is None:
            return True
        elapsed_ms = (microseconds() - self.start_us) / 1000
        more = self.keeper.wants_more(elapsed_ms, iteration.best_move, iteration.score, iteration.best_share)
        if self.searcher.is_pondering():
            return True
        plies_to_mate = SCORE_MATE - abs(iteration.score)
        return more and not mate_found and iteration.depth <= plies_to_mate + 4

    def _hunts(self, hunt: MateHunt, iteration: Iteration) -> bool:
        """Runs a mate hunt if one is due, in analysis also for a shorter mate. Returns whether a mate is known."""
        searcher, before = self.searcher, hunt.line
        if searcher.is_pondering() or not isinstance(searcher, Searcher):
            return bool(hunt.line)
        nodes = searcher.nodes()
        mates = [len(hunt.line)] if hunt.line else []
        mates += [SCORE_MATE - iteration.score] if iteration.score > SCORE_MATE_BOUND else []
        if not mates:
            left = self._node_limit() - nodes if self._node_limit() else None
            searcher.count_beside(hunt.hunt_if_due(nodes, left, self.deadline_us))
        elif self.limits.infinite:
            searcher.count_beside(hunt.shorten(min(mates), nodes))
        if hunt.line and hunt.line is not before:
            for line in self._latest[:]:
                self._report(line._replace(nodes=searcher.nodes()))
        return bool(hunt.line)

    def _with_mate(self, line: PvLine) -> list[PvLine]:
        """The line, preceded by a hunted mate if that is better."""
        return self.hunt.with_mate(line, self.multipv) if self.hunt else [line]

    def _report(self, line: PvLine) -> None:
        self._latest = [line] if line.multipv == 1 else [*self._latest, line]
        if self.on_info:
            for reported in self._with_mate(line):
                self.on_info(self._info(reported))

    def _info(self, line: PvLine) -> Info:
        return Info(
            depth=line.depth,
            selective_depth=line.selective_depth,
            multipv=line.multipv,
            score=score_from_core(line.score),
            nodes=line.nodes,
            time_ms=self._elapsed_ms(),
            pv=tuple(self.board.uci(move) for move in line.pv),
            bound=BOUNDS[line.bound],
            hash_permille=self.searcher.hash_permille(),
            tablebase_hits=line.tablebase_hits,
            wdl=win_draw_loss(line.score) if self.show_wdl else None,
        )

    def _stop(self) -> None:
        self.searcher.stop()
        if self.hunt is not None:
            self.hunt.stop()

    def _ponder_hit(self) -> None:
        """Starts the clock; the pondering time counts towards the soft budget. Thread-safe."""
        if not self.limits.ponder:
            return
        if self.hard_ms:
            now_us = microseconds()
            if now_us - self.start_us >= self.soft_ms * 1000:
                self.searcher.stop()
            self.deadline_us = now_us + int(self.hard_ms * 1000)  # for a search that has not begun
        self.searcher.ponder_hit(self.deadline_us)


def root_moves(board: CoreBoard, limits: Limits) -> list[int]:
    """The root moves allowed by the limits. :raises MoveError: a named move is not legal."""
    legal = board.legal_moves()
    if limits.search_moves:
        wanted = {board.parse_uci(text) for text in limits.search_moves}
        legal = [move for move in legal if move in wanted]
    if limits.exclude_moves:
        excluded = {board.parse_uci(text) for text in limits.exclude_moves}
        legal = [move for move in legal if move not in excluded] or legal
    return legal
