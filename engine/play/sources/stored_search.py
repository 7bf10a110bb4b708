"""Searches that read the evaluation store first: a judge need not search again, and an analysis continues."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from books.evaluations.store import StoreError
from books.evaluations.values import LEAST_NODES, EngineIdentity, KeptEvaluation, KeptLine
from engine.game.info import Bound, Info, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice, OnInfo, Searching
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.rules.board import CoreBoard
from engine.search.position_learning import SCORE_LIMIT

_log = logging.getLogger(__name__)
_OLD = 40  # plies without a capture or a pawn's move: the fifty-move rule changes evaluations
_MOST_LINES = 10
_LEAST_ASKED = 10_000  # nodes: a search of fewer takes not much longer than the look into the store


class Evaluations(Protocol):
    """The part of `EvaluationStore` that a search uses."""

    def best(
        self, position: Position, engine: EngineIdentity | None = None, asked: str = "", nodes: int = 0
    ) -> KeptEvaluation | None:
        """The same as `EvaluationStore.best`."""

    def keep(self, *found: KeptEvaluation) -> None:
        """The same as `EvaluationStore.keep`."""


OpenStore = Callable[[], Evaluations]


class GatheredEvaluations:
    """The place of a store on a worker: it knows nothing, so that every machine finds the same, and gathers evaluations for the
    store of another machine."""

    def __init__(self) -> None:
        self.found: list[KeptEvaluation] = []

    def best(
        self, position: Position, engine: EngineIdentity | None = None, asked: str = "", nodes: int = 0
    ) -> KeptEvaluation | None:
        """Returns None: nothing is known here."""
        return None

    def keep(self, *found: KeptEvaluation) -> None:
        """Gathers evaluations."""
        self.found += found


class Choosing(Protocol):
    """The part of `engine.play.mover.RatsuMover` that a game needs."""

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The same as `RatsuMover.choose`."""


class Knowing(Choosing, Protocol):
    """The part that an analysis needs too."""

    def know(self, positions: list[tuple[int, int, int, bool]]) -> None:
        """The same as `Player.know`."""


class StoredSearch:
    """A search of at least as many nodes counts as the same search. A position whose history counts is neither read nor written.
    A store that fails costs only what it knows."""

    def __init__(self, player: Searching, open_store: OpenStore, engine: EngineIdentity) -> None:
        self._player, self._open, self._engine = player, open_store, engine

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        """The same as `Player.search`, but what the store knows is not reported by `on_info`."""
        there = without_history(position) if limits == Limits(nodes=limits.nodes) else None
        nodes = limits.nodes or 0
        known = _known(self._open, there, self._engine, nodes) if there and nodes >= _LEAST_ASKED else None
        if known is not None:
            best = known.infos(1)[0]
            return SearchResult(best.pv[0], best.pv[1] if len(best.pv) > 1 else None, (best,), known.nodes, 0)
        result = self._player.search(position, limits, on_info, stopper)
        if there is not None:
            _keep(self._open, there, self._engine, result)
        return result


class KeptMoves:
    """A mover of full strength whose searches of all moves are stored."""

    def __init__(self, mover: Choosing, open_store: OpenStore, engine: EngineIdentity) -> None:
        self._mover, self._open, self._engine = mover, open_store, engine

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The same as `RatsuMover.choose`."""
        choice = self._mover.choose(position, limits, on_info, stopper)
        if choice.source is ChoiceSource.SEARCH and choice.result is not None:
            there = without_history(position)
            if there is not None and not (limits.search_moves or limits.exclude_moves):
                _keep(self._open, there, self._engine, choice.result)
        return choice


class ContinuedAnalysis:
    """An analysis whose search knows the stored results of the moves, so that it is at their depth at once. Until it is deeper,
    the stored lines complete its own, which end there."""

    def __init__(self, mover: Knowing, open_store: OpenStore, engine: Callable[[], EngineIdentity]) -> None:
        self._mover, self._open, self._engine = mover, open_store, engine

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The same as `RatsuMover.choose`."""
        there, engine = without_history(position), self._engine()
        known = _known(self._open, there, engine) if there is not None else None
        lines = {line.moves[0]: line for line in known.lines[:_MOST_LINES] if _sure(line)} if known is not None else {}
        self._mover.know(list(_rows(position.board(), lines)) if known and known.engine == engine else [])

        def completed(info: Info) -> None:
            line = lines.get(info.pv[0]) if len(info.pv) == 1 else None
            if on_info is not None:
                on_info(info if line is None else replace(info, pv=line.moves))

        return self._mover.choose(position, limits, completed, stopper)


def without_history(position: GamePosition) -> Position | None:
    """The position as the store knows it; None if moves before it change its evaluation."""
    board = position.board()
    if board.repetitions() or board.halfmove_clock >= _OLD:
        return None
    return Position.of(board.fen(), position.chess960)


def _keep(open_store: OpenStore, there: Position, engine: EngineIdentity, result: SearchResult) -> None:
    """Stores a result that is worth it."""
    if result.nodes < LEAST_NODES or not result.lines or result.lines[0].bound is not Bound.EXACT:
        return
    keep_found(open_store, KeptEvaluation(there, engine, result.nodes, tuple(map(KeptLine.of, result.lines))))


def keep_found(open_store: OpenStore, *found: KeptEvaluation) -> None:
    """Stores evaluations. A store that fails costs only them."""
    try:
        if found:
            open_store().keep(*found)
    except StoreError as error:
        _log.warning("%s", error)


def _known(open_store: OpenStore, there: Position, engine: EngineIdentity, nodes: int = 0) -> KeptEvaluation | None:
    """The stored evaluation of a position, if its best line is exact and can be played."""
    try:
        known = open_store().best(there, engine, nodes=nodes)
    except StoreError as error:
        _log.warning("%s", error)
        return None
    board = CoreBoard.from_fen(there.fen, there.chess960)
    if known is None or known.lines[0].bound is not Bound.EXACT or not known.lines[0].moves:
        return None
    playable = tuple(line for line in known.lines if _legal(board, line.moves))
    return replace(known, lines=playable) if playable[:1] == known.lines[:1] else None


def _legal(board: CoreBoard, line: tuple[str, ...]) -> bool:
    """Whether a stored line can be played; one of a damaged file may not."""
    replay = board.copy()
    for move in line:
        if move not in replay.legal_uci_moves():
            return False
        replay.push_uci(move)
    return bool(line)


def _sure(line: KeptLine) -> bool:
    """Whether a search may take a line's score: no bound, and neither a mate nor a result of tables, which it finds itself."""
    worth = line.score.centipawns
    return line.bound is Bound.EXACT and worth is not None and abs(worth) < SCORE_LIMIT and line.depth > 1


def _rows(board: CoreBoard, lines: dict[str, KeptLine]) -> Iterator[tuple[int, int, int, bool]]:
    """The positions after the first moves, as `Player.know` takes them."""
    for move, line in lines.items():
        board.push_uci(move)
        yield board.key, -(line.score.centipawns or 0), line.depth - 1, True
        board.pop()
