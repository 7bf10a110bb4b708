"""Player: the interface to the search. Checks its input and applies the options."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.classical import default_weights
from engine.evaluation.explain import Explanation, explain
from engine.evaluation.network import NetworkError, load, shipped
from engine.evaluation.nnue import Network
from engine.game.info import SearchProgress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import OnInfo
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError
from engine.ground.text import NOTHING, Text, why
from engine.levels import Handicap
from engine.options import OPTIONS, Value, find_option, usable_threads
from engine.rules.board import CoreBoard
from engine.search.mate_hunt import MateHunt
from engine.search.mates import MateSearcher
from engine.search.mcts import TreeSearcher
from engine.search.searcher import Searcher
from engine.search_run import SearchRun

if TYPE_CHECKING:
    from engine.evaluation.texts.style import Style
    from engine.search.plain import PlainSearcher
    from engine.search_run import AnySearcher

_NEEDS_IDLE = ("Hash", "Threads", "Clear Hash", "Use NNUE", "EvalFile", "Use MCTS", "Heuristic Search")
_log = logging.getLogger(__name__)


class NetworkChoice:
    """The network of one player."""

    def __init__(self) -> None:
        self._network: Network | None = None
        self._known = False  # read already, or found unreadable
        self.fault = NOTHING  # why it is missing although it is wanted

    def load(self, wanted: bool, path: str) -> None:
        """Reads the network of a file (`path` empty: the shipped one), or releases it.

        :raises OptionError: it cannot be used; the previous one remains.
        """
        loaded = None
        if wanted:
            try:
                loaded = load(Path(path)) if path else shipped()
            except NetworkError as error:
                raise OptionError(error.text) from error
        _log.info("network: %s", (path or "shipped") if wanted else "none")
        self._network, self._known, self.fault = loaded, True, NOTHING

    def current(self, wanted: bool) -> Network | None:
        """The network to evaluate with; None: the classical evaluation. An unreadable shipped network is replaced by the latter
        and reported in `fault`."""
        if not self._known:
            self._known = True
            if wanted:
                try:
                    self._network = shipped()
                except NetworkError as error:
                    self.fault = Text("%1; playing with the classical evaluation", error)
                    _log.warning("%s", self.fault)
        return self._network


class Player:
    """An engine with its searchers. `search` blocks its thread (without the GIL) until a Stopper or a limit ends it; all other
    methods are thread-safe."""

    def __init__(self) -> None:
        self._searcher = Searcher()
        self._tree: TreeSearcher | None = None  # made when first needed
        self._board: CoreBoard | None = None  # of the running or latest search
        self._plain: PlainSearcher | None = None  # if a style of the texts plays
        self._style: Style | None = None
        self._mates: MateSearcher | None = None
        self._hunt_found = False  # the latest search found a mate by a hunt: the next one begins with a hunt
        self._networks = NetworkChoice()
        self._network_in_use: Network | None = None
        self._weights = default_weights()
        self._plays_a_style = False
        self._searching = threading.Lock()
        self._threads = 1
        self._learned: list[tuple[int, int, int, bool]] = []
        self._known: list[tuple[int, int, int, bool]] = []  # for one position
        self._handicap = Handicap()
        self._options: dict[str, Value] = {
            option.name: option.default for option in OPTIONS if option.default is not None
        }
        self._probe: tuple[object, int] | None = None

    def option(self, name: str) -> Value:
        """The current value of an option. :raises OptionError: it is unknown, or a button."""
        option = find_option(name)
        if option.name not in self._options:
            raise OptionError("option %1 is a button and has no value", repr(option.name))
        return self._options[option.name]

    def set_option(self, name: str, value: Value | None) -> None:
        """Sets an option of `engine.options`; the name is case-insensitive.

        :raises OptionError: unknown option, bad value, not enough memory, or not changeable during a search.
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
            raise OptionError("option %1 cannot change while a search runs: stop it first", repr(name))
        try:
            if name == "Hash":
                self._divide_memory(int(value or 1), bool(self._options["Use MCTS"]))
            elif name == "Threads":
                self._use_threads(usable_threads(int(value or 1)))
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
            raise OptionError("option %1: %2", repr(name), error) from None
        finally:
            self._searching.release()

    def _divide_memory(self, megabytes: int, tree: bool) -> None:
        """Gives the hash memory to the search in use. :raises MemoryError: not enough memory."""
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

    def _use_threads(self, count: int) -> None:
        if count != self._threads:
            self._searcher.set_threads(count)
            self._threads = count

    def _choose_threads(self) -> None:
        """Levels use one thread, as their strength was measured: the node limit is per thread."""
        self._use_threads(1 if self._handicap != Handicap() else usable_threads(int(self._options["Threads"])))

    def _choose_evaluation(self) -> None:
        """Styles and most levels use the classical evaluation, strong levels and full strength the network."""
        plain = self._plays_a_style or (self._handicap != Handicap() and not self._handicap.network)
        wanted = None if plain else self._networks.current(bool(self._options["Use NNUE"]))
        if wanted is not self._network_in_use:
            self._network_in_use = wanted
            for searcher in self._searchers():
                searcher.set_network(wanted)

    @property
    def network_fault(self) -> Text:
        """Why the classical evaluation is used although the network is on; empty if it is not."""
        return self._networks.fault

    def _searchers(self) -> tuple[Searcher | TreeSearcher, ...]:
        return (self._searcher,) if self._tree is None else (self._searcher, self._tree)

    def _searcher_in_use(self) -> AnySearcher:
        """A style's own search; the tree search if it is switched on; levels are limits of the other, so they play with that."""
        if self._plain is not None:
            return self._plain
        tree = self._tree if self._options["Use MCTS"] and self._handicap == Handicap() else None
        return self._searcher if tree is None else tree

    def _clear(self) -> None:
        for searcher in self._searchers():
            searcher.clear()
        if self._plain is not None:
            self._plain.clear()

    def set_learned(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """Sets the learned positions for every search (see `engine.search.position_learning.table_of`). Waits for a running
        search.

        :raises OptionError: not enough memory.
        """
        self._learned, self._known = positions, []
        self._set_learned(positions, forget=True)

    def know(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """Adds results of this engine's earlier searches to the learned positions until the next call; its memory stays.

        :raises OptionError: not enough memory.
        """
        if positions != self._known:
            self._known = positions
            self._set_learned(self._learned + positions, forget=False)

    def _set_learned(self, positions: list[tuple[int, int, int, bool]], *, forget: bool) -> None:
        with self._searching:
            try:
                self._searcher.set_learned(positions, forget)
            except MemoryError as error:
                raise OptionError(why(error)) from None

    def set_handicap(self, handicap: Handicap | None) -> None:
        """Sets the handicap from the next search on; None: full strength."""
        self._handicap = handicap or Handicap()

    def set_weights(self, weights: list[tuple[int, int]]) -> None:
        """Sets the evaluation weights of this player (a style), in the order of `engine.evaluation.terms`. Waits for a running
        search.

        :raises ValueError: not exactly one pair for each weight.
        """
        with self._searching:
            for searcher in self._searchers():
                searcher.set_weights(weights)
            self._weights = weights
            self._plays_a_style = weights != default_weights()

    def set_style(self, style: Style | None) -> None:
        """Plays by a style of the texts, with its evaluation and its search; None: by the program's own. Waits for a running
        search."""
        with self._searching:
            self._style = style
            if style is None:
                self._plain = None
            elif self._plain is None:
                from engine.search.plain import PlainSearcher  # imported late: only such a style needs it

                self._plain = PlainSearcher(style)
            else:
                self._plain.set_style(style)
            if self._plain is not None and style is not None and style.search.table:
                self._plain.set_hash(int(self._options["Hash"]))

    def set_tablebase_probe(self, capsule: object | None, men: int = 0) -> None:
        """Sets a tablebase prober: a capsule around a C function (see `WdlProbe` in engine/search/worker.pxd) and the largest
        number of pieces; None removes it."""
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

    def get_ready(self) -> None:
        """Allocates the memory and reads the network before the first search. Does nothing during a search."""
        if self._searching.acquire(blocking=False):
            try:
                self._choose_evaluation()
                self._searcher.get_ready()
            finally:
                self._searching.release()

    def new_game(self) -> None:
        """Clears all search memory; waits for a running search."""
        with self._searching:
            self._clear()

    def search(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: OnInfo | None = None,
        stopper: Stopper | None = None,
    ) -> SearchResult:
        """Searches until a limit is reached or `stopper` stops it, which takes at most 50 ms; blocks. A stop before the start
        still yields a move. `on_info` is called on this thread.

        :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
        """
        board = position.board()
        stopper = stopper or Stopper()
        with self._searching:
            _log_begin(board, limits)
            self._choose_evaluation()
            self._choose_threads()
            self._board = board.copy()
            search = SearchRun(
                self._searcher_in_use(), board, limits, dict(self._options), self._handicap, stopper, on_info
            )
            search.hunt = self._mate_hunt(search)
            result = (search.solve_mate(self._mate_searcher()) if self._wants_proof(search) else None) or search.run()
            self._hunt_found = search.hunt is not None and bool(search.hunt.line)
            _log_end(result, stopper)
            return replace(result, remark=self.network_fault) if self.network_fault and not result.remark else result

    def progress(self) -> SearchProgress | None:
        """The progress of the running search; None before its second iteration and in tree search. Thread-safe."""
        board = self._board
        if board is None or self._searcher_in_use() is not self._searcher:
            return None
        depth, move, number = self._searcher.current_root()
        if not move or not board.is_legal(move):
            return None
        return SearchProgress(depth, board.uci(move), number, self._searcher.nodes(), self._searcher.hash_permille())

    def _wants_proof(self, search: SearchRun) -> bool:
        """True if a mate is asked for at full strength with a single line."""
        alone = int(self._options["MultiPV"]) == 1 and self._handicap == Handicap()
        return search.limits.mate is not None and alone and bool(search.moves)

    def _mate_hunt(self, search: SearchRun) -> MateHunt | None:
        """The mate hunt of a search; None unless all moves are searched by alpha-beta at full strength."""
        alpha_beta = self._searcher_in_use() is self._searcher and not self._options["Heuristic Search"]
        every_move = len(search.moves) == len(search.board.legal_moves()) > 0
        if not (alpha_beta and every_move and search.limits.mate is None and self._handicap == Handicap()):
            return None
        return MateHunt(self._mate_searcher(), search.board, reopened=self._hunt_found)

    def _mate_searcher(self) -> MateSearcher:
        if self._mates is None:
            self._mates = MateSearcher()
        return self._mates

    def evaluate(self, position: GamePosition) -> Explanation:
        """The static evaluation with its terms, from White's side, and the network's, if it is on.

        :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
        """
        return explain(position.board(), self._networks.current(bool(self._options["Use NNUE"])), self._style)


def _log_begin(board: CoreBoard, limits: Limits) -> None:
    if _log.isEnabledFor(logging.INFO):  # a short search should not pay for an unused FEN
        given = ", ".join(f"{name} {value}" for name, value in vars(limits).items() if value and name != "asked_at_us")
        _log.info("search of %s, %s", board.fen(), given or "no limit")


def _log_end(result: SearchResult, stopper: Stopper) -> None:
    reason = "stopped" if stopper.asked() else "limit reached or nothing left to search"
    best = result.lines[0]
    _log.info(
        "search ended (%s): %s, %s, depth %d, %d nodes, %d ms",
        *(reason, result.best_move, best.score, best.depth, result.nodes, result.time_ms),
    )
