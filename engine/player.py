"""Player: the only door to the engine. It checks what comes in, turns limits into what the searcher understands and its lines
into frozen values."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.board import CoreBoard
from engine.core.evaluation import default_weights
from engine.core.mcts import TreeSearcher
from engine.core.nnue import Network
from engine.core.searcher import MAX_DEPTH, SCORE_MATE, SCORE_MATE_BOUND, Iteration, Line, Searcher
from engine.core.ticks import microseconds
from engine.errors import OptionError
from engine.explain import Explanation, explain
from engine.info import Bound, Info, Score, SearchResult
from engine.limits import GamePosition, Limits
from engine.network_choice import NetworkChoice
from engine.options import OPTIONS, Value, find_option
from engine.timeman import TimeKeeper, clock_budget
from engine.wdl import win_draw_loss

TABLEBASE_SCORE = 31672  # larger (by size) is a proved win: SCORE_TB_BOUND of types.pxd
TABLEBASE_SHIFT = 1800  # brings proved wins below 30,000 centipawns
BOUNDS = {1: Bound.UPPER, 2: Bound.LOWER, 3: Bound.EXACT}
_NEEDS_IDLE = ("Hash", "Threads", "Clear Hash", "Use NNUE", "EvalFile", "Use MCTS", "Heuristic Search")

OnInfo = Callable[[Info], None]


@dataclass(frozen=True)
class Handicap:
    """How a level plays below full strength: evaluation noise in centipawns (the same position is always misjudged alike
    within a game) and limits on nodes and depth; None: no limit."""

    eval_noise: int = 0
    max_nodes: int | None = None
    max_depth: int | None = None
    seed: int = 0


def score_from_core(score: int) -> Score:
    """A score of the core's band as centipawns or moves to mate."""
    size = abs(score)
    if size > SCORE_MATE_BOUND:
        moves = (SCORE_MATE - size + 1) // 2
        return Score(mate=moves if score > 0 else -moves)
    if size > TABLEBASE_SCORE:
        size -= TABLEBASE_SHIFT
    return Score(centipawns=size if score > 0 else -size)


class Player:
    """One engine. `search` blocks its thread (without the GIL); every other method may be called from any thread."""

    def __init__(self) -> None:
        self._searcher = Searcher()
        self._tree: TreeSearcher | None = None  # made when first asked for
        self._networks = NetworkChoice()
        self._network_in_use: Network | None = None
        self._weights = default_weights()
        self._plays_a_style = False
        self._searching = threading.Lock()
        self._wake = threading.Event()  # set by stop and ponder_hit: ends the wait after a search that ran out of depth
        self._generation = 0
        self._handicap = Handicap()
        self._options: dict[str, Value] = {
            option.name: option.default for option in OPTIONS if option.default is not None
        }
        self._probe: tuple[object, int] | None = None
        self._ponder_budget: tuple[float, float, int] | None = None

    # --- Settings ---

    def option(self, name: str) -> Value:
        """The current value of an option.

        :raises OptionError: if there is no such option or it is a button.
        """
        option = find_option(name)
        if option.name not in self._options:
            raise OptionError(f"option {option.name!r} is a button and has no value")
        return self._options[option.name]

    def set_option(self, name: str, value: Value | None) -> None:
        """Sets an option of `engine.options`; letter case of the name is ignored.

        :raises OptionError: unknown option, bad value, no memory, or one that cannot change while a search runs.
        """
        option = find_option(name)
        parsed = option.parse(value)
        if option.name in _NEEDS_IDLE:
            self._set_while_idle(option.name, parsed)
        if parsed is not None:
            self._options[option.name] = parsed
        if option.name == "Contempt":
            self._searcher.set_contempt(int(self._options["Contempt"]))
        elif option.name.startswith("Syzygy"):
            self._apply_probe()

    def _set_while_idle(self, name: str, value: Value | None) -> None:
        if not self._searching.acquire(blocking=False):
            raise OptionError(f"option {name!r} cannot change while a search runs: stop it first")
        try:
            if name == "Hash":
                self._divide_memory(int(value or 1), bool(self._options["Use MCTS"]))
            elif name == "Threads":
                self._searcher.set_threads(int(value or 1))
            elif name == "Heuristic Search":
                self._searcher.set_selective(bool(value))
            elif name in ("Use NNUE", "EvalFile"):
                settings = {**self._options, name: value or ""}
                self._networks.load(bool(settings["Use NNUE"]), str(settings["EvalFile"]))
            elif name == "Use MCTS":
                self._divide_memory(int(self._options["Hash"]), bool(value))
            else:
                self._clear()
        except MemoryError as error:
            raise OptionError(f"option {name!r}: {error}") from None
        finally:
            self._searching.release()

    def _divide_memory(self, megabytes: int, tree: bool) -> None:
        """Gives the hash memory to the search that is in use. :raises MemoryError: if there is not so much."""
        if not tree:
            if self._tree is not None:
                self._tree.set_hash(1)
            self._searcher.set_hash(megabytes)
            return
        self._searcher.set_hash(1)
        if self._tree is None:
            self._tree = TreeSearcher()
            self._tree.set_weights(self._weights)
            self._tree.set_network(self._network_in_use)
            self._apply_probe_to(self._tree)
        self._tree.set_hash(megabytes)

    def _choose_evaluation(self) -> None:
        """Levels and styles play with the classical evaluation, full strength with the network."""
        plain = self._plays_a_style or self._handicap != Handicap()
        wanted = None if plain else self._networks.current(bool(self._options["Use NNUE"]))
        if wanted is not self._network_in_use:
            self._network_in_use = wanted
            for searcher in self._searchers():
                searcher.set_network(wanted)

    @property
    def network_fault(self) -> str:
        """Why the classical evaluation plays although the network is switched on; empty if all is well."""
        return self._networks.fault

    def _searchers(self) -> tuple[Searcher | TreeSearcher, ...]:
        return (self._searcher,) if self._tree is None else (self._searcher, self._tree)

    def _searcher_in_use(self) -> Searcher | TreeSearcher:
        """The tree search if it is switched on; levels are limits of the other, so they play with that."""
        tree = self._tree if self._options["Use MCTS"] and self._handicap == Handicap() else None
        return self._searcher if tree is None else tree

    def _clear(self) -> None:
        for searcher in self._searchers():
            searcher.clear()

    def set_learned(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """Positions that every search consults (see `engine.learned.table_of`). Waits for a running search.

        :raises OptionError: no memory for so many.
        """
        with self._searching:
            try:
                self._searcher.set_learned(positions)
            except MemoryError as error:
                raise OptionError(str(error)) from None

    def set_handicap(self, handicap: Handicap | None) -> None:
        """Plays below full strength from the next search on; None: full strength."""
        self._handicap = handicap or Handicap()

    def set_weights(self, weights: list[tuple[int, int]]) -> None:
        """Evaluation weights for this player only (a style), in the order of `engine.core.terms`. Waits for a running search.

        :raises ValueError: not exactly one pair for each weight.
        """
        with self._searching:
            for searcher in self._searchers():
                searcher.set_weights(weights)
            self._weights = weights
            self._plays_a_style = weights != default_weights()

    def set_tablebase_probe(self, capsule: object | None, men: int = 0) -> None:
        """Hands in a tablebase prober: a capsule around a C function (see `WdlProbe` in engine/core/worker.pxd) and the most
        men it knows; None takes it away."""
        self._probe = None if capsule is None else (capsule, men)
        self._apply_probe()

    def _apply_probe(self) -> None:
        for searcher in self._searchers():
            self._apply_probe_to(searcher)

    def _apply_probe_to(self, searcher: Searcher | TreeSearcher) -> None:
        capsule, men = self._probe or (None, 0)
        searcher.set_tablebase_probe(
            capsule,
            min(men, int(self._options["SyzygyProbeLimit"])),
            int(self._options["SyzygyProbeDepth"]),
            bool(self._options["Syzygy50MoveRule"]),
        )

    def new_game(self) -> None:
        """Forgets everything learned; waits for a running search."""
        with self._searching:
            self._clear()

    # --- Searching ---

    def prepare(self, limits: Limits) -> int:
        """Announces a search, so that a `stop` or `ponder_hit` that comes before `search` has begun is not lost. Pass the number
        it returns to `search`."""
        self._generation += 1
        self._wake.clear()
        self._ponder_budget = None
        for searcher in self._searchers():
            searcher.begin(limits.ponder)
        return self._generation

    def stop(self) -> None:
        """Ends the search, within 50 ms; harmless if none runs."""
        for searcher in self._searchers():
            searcher.stop()
        self._wake.set()

    def ponder_hit(self) -> None:
        """The expected move was played: the search goes on with its clock running."""
        budget = self._ponder_budget
        for searcher in self._searchers():
            if budget is None:
                searcher.ponder_hit(0)
                continue
            soft_ms, hard_ms, start_us = budget
            now_us = microseconds()
            if now_us - start_us >= soft_ms * 1000:
                searcher.stop()
            searcher.ponder_hit(now_us + int(hard_ms * 1000))
        self._wake.set()

    def search(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: OnInfo | None = None,
        generation: int | None = None,
    ) -> SearchResult:
        """Searches until a limit is met or `stop` is called; blocks. `on_info` is called on this thread.

        :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
        """
        board = CoreBoard.from_game(position)
        with self._searching:
            if generation is None:
                self.prepare(limits)
            self._choose_evaluation()
            return _Search(self, board, limits, on_info).run()

    def evaluate(self, position: GamePosition) -> Explanation:
        """The static evaluation with its terms, from White's side.

        :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
        """
        return explain(CoreBoard.from_game(position))


class _Search:
    """One search of a player: its limits as the searcher wants them, its lines as frozen values."""

    def __init__(self, player: Player, board: CoreBoard, limits: Limits, on_info: OnInfo | None) -> None:
        self.player = player
        self.searcher = player._searcher_in_use()
        self.board = board
        self.limits = limits
        self.on_info = on_info
        self.start_us = microseconds()
        self.show_wdl = bool(player._options["UCI_ShowWDL"])
        self.moves = _root_moves(board, limits)
        self.keeper: TimeKeeper | None = None

    def run(self) -> SearchResult:
        if not self.moves:
            return self._finished_game()
        self.searcher.set_eval_noise(self.player._handicap.eval_noise, self.player._handicap.seed)
        deadline_us = self._set_clock()
        lines = self.searcher.run(
            self.board,
            self.moves,
            self._max_depth(),
            self._max_nodes(),
            deadline_us,
            int(self.player._options["MultiPV"]),
            self._report if self.on_info else None,
            self._keep_going,
        )
        self._wait_until_wanted()
        best = lines[0].pv
        return SearchResult(
            best_move=self.board.uci(best[0]),
            ponder_move=self.board.uci(best[1]) if len(best) > 1 else None,
            lines=tuple(self._info(line) for line in lines),
            nodes=self.searcher.nodes(),
            time_ms=self._elapsed_ms(),
        )

    def _finished_game(self) -> SearchResult:
        """Mate or stalemate on the board: there is nothing to search."""
        score = Score(mate=0) if self.board.in_check else Score(centipawns=0)
        line = Info(depth=0, selective_depth=0, multipv=1, score=score, nodes=0, time_ms=0, pv=())
        if self.on_info:
            self.on_info(line)
        self._wait_until_wanted()
        return SearchResult(best_move=None, ponder_move=None, lines=(line,), time_ms=self._elapsed_ms())

    def _elapsed_ms(self) -> int:
        return (microseconds() - self.start_us) // 1000

    def _set_clock(self) -> int:
        """Sets up the time keeper; returns the hard deadline on the searcher's clock, 0 if there is none."""
        limits = self.limits
        overhead_ms = int(self.player._options["Move Overhead"])
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
        if limits.ponder:
            self.player._ponder_budget = (soft_ms, hard_ms, self.start_us)
        return self.start_us + int(hard_ms * 1000)

    def _max_depth(self) -> int:
        depths = [depth for depth in (self.limits.depth, self.player._handicap.max_depth) if depth is not None]
        return max(1, min([MAX_DEPTH, *depths]))

    def _max_nodes(self) -> int:
        counts = [count for count in (self.limits.nodes, self.player._handicap.max_nodes) if count is not None]
        return max(1, min(counts)) if counts else 0

    def _keep_going(self, iteration: Iteration) -> bool:
        if self.searcher.is_stopped():
            return False
        if self.limits.mate is not None and iteration.score >= SCORE_MATE - 2 * max(1, self.limits.mate) + 1:
            return False
        if self.keeper is None:
            return True
        elapsed_ms = (microseconds() - self.start_us) / 1000
        more = self.keeper.wants_more(elapsed_ms, iteration.best_move, iteration.score, iteration.best_share)
        if self.searcher.is_pondering():
            return True
        plies_to_mate = SCORE_MATE - abs(iteration.score)
        return more and iteration.depth <= plies_to_mate + 4

    def _report(self, line: Line) -> None:
        if self.on_info:
            self.on_info(self._info(line))

    def _info(self, line: Line) -> Info:
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

    def _wait_until_wanted(self) -> None:
        """An infinite or pondering search answers only when it is told to, even if it has nothing left to search."""
        while not self.searcher.is_stopped() and (self.limits.infinite or self.searcher.is_pondering()):
            self.player._wake.wait()
            self.player._wake.clear()


def _root_moves(board: CoreBoard, limits: Limits) -> list[int]:
    """The moves to choose from. :raises MoveError: a move named in the limits is not legal."""
    legal = board.legal_moves()
    if limits.search_moves:
        wanted = {board.parse_uci(text) for text in limits.search_moves}
        legal = [move for move in legal if move in wanted]
    if limits.exclude_moves:
        excluded = {board.parse_uci(text) for text in limits.exclude_moves}
        legal = [move for move in legal if move not in excluded] or legal
    return legal
