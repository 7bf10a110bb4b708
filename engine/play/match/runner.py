"""Plays the games of a match, some at a time, each worker with engines of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING
from typing import Protocol as Interface

import chess

from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import TimeControl
from engine.ground.values import dataclass
from engine.play.external.errors import EngineFault
from engine.play.match.adjudication import Adjudicator, Rules
from engine.play.match.errors import MatchError
from engine.play.match.match_engine import MatchEngine
from engine.play.match.own_engine import OwnEngine
from engine.play.match.process_engine import ProcessEngine
from engine.play.match.referee import MatchGame, MatchMove, OnMove, play_game, report_end
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol
from engine.play.worker_pool import WorkerPool

if TYPE_CHECKING:
    from tablebases.tables import Tablebases

START_ATTEMPTS = 3
LOOK_S = 0.2  # poll interval of a stop


class Watcher(Interface):
    """Watches a match while it is played; called from the threads that play."""

    def begin(self, encounter: Encounter, opening: chess.Board) -> None:
        """A game begins."""

    def moved(self, encounter: Encounter, move: MatchMove) -> None:
        """A move was made."""


@dataclass(frozen=True)
class MatchConfig:
    """Everything about a match but its games."""

    engines: tuple[EngineSpec, ...]
    openings: tuple[chess.Board, ...]
    control: TimeControl
    rules: Rules
    tables: Tablebases | None = None
    concurrency: int = 1
    margin_ms: int = 0

    def control_of(self, engine: int) -> TimeControl:
        """The time control of that engine: its own, or the match's."""
        return self.engines[engine].control or self.control


def start(spec: EngineSpec) -> MatchEngine:
    """Starts an engine, again if its start fails. Raises MatchError."""
    kind: Callable[[EngineSpec], MatchEngine] = OwnEngine if spec.protocol is Protocol.OWN else ProcessEngine
    for attempt in range(1, START_ATTEMPTS + 1):
        try:
            return kind(spec)
        except EngineFault as fault:
            if attempt == START_ATTEMPTS:
                raise MatchError("%1 does not start: %2", spec.name, fault) from fault
    raise AssertionError("unreachable")


def check(engines: Iterable[EngineSpec]) -> None:
    """Starts each engine once with its options. Raises MatchError: what cannot be used is refused before the first game."""
    for spec in engines:
        start(spec).close()


def play(
    setup: MatchConfig,
    games: Iterator[Encounter],
    stopper: Stopper | None = None,
    watcher: Watcher | None = None,
    keep: Callable[[Encounter, MatchGame], object] = lambda _encounter, _game: None,
) -> Generator[tuple[Encounter, MatchGame], None, None]:
    """Plays all `games`, and yields each when it ends. `keep` writes it down before, and before anybody learns from it, one at a
    time, on the threads that play. The `watcher` gets every move, on the threads that play.

    Raises MatchError where an engine cannot be used at all. Games in progress when `stopper` or the end of the iteration ends the
    match are dropped, and their engines stopped in the middle of a move.
    """
    stopper = stopper or Stopper()
    # A stopper reaches one search at a time: each table has its own.
    stoppers = [Stopper() for _ in range(setup.concurrency)]
    one_at_a_time = threading.Lock()

    def kept(encounter: Encounter, game: MatchGame) -> None:
        with one_at_a_time:
            keep(encounter, game)

    tables = [_GameWorker(setup, watcher, one, kept) for one in stoppers]
    pool = WorkerPool(tables.pop, setup.concurrency, "match")
    try:
        while not stopper.asked():
            while pool.free and (encounter := next(games, None)) is not None:
                pool.give(encounter)
            if not pool.busy:
                return
            done = pool.wait(LOOK_S)
            if done is None:
                continue
            if done.error is not None:
                raise done.error
            if done.result is not None:
                yield done.item, done.result
    finally:
        for one in stoppers:
            one.stop()
        pool.close()


class _GameWorker:
    """A place for one game after the other; its engines are reused for the next game."""

    def __init__(
        self,
        setup: MatchConfig,
        watcher: Watcher | None,
        stopper: Stopper,
        keep: Callable[[Encounter, MatchGame], object],
    ) -> None:
        self._setup, self._watcher, self._stopper, self._keep = setup, watcher, stopper, keep
        self._engines: dict[int, MatchEngine] = {}

    def close(self) -> None:
        for engine in self._engines.values():
            engine.close()

    def work(self, encounter: Encounter) -> MatchGame | None:
        engines = self._engines
        seats = {chess.WHITE: encounter.white, chess.BLACK: encounter.black}
        for index in list(engines):
            if index not in seats.values():
                engines.pop(index).close()
        for index in seats.values():
            if index not in engines:
                engines[index] = start(self._setup.engines[index])
        players = {side: engines[index] for side, index in seats.items()}
        adjudicator = Adjudicator(self._setup.rules, self._setup.tables)
        opening = self._setup.openings[encounter.opening]
        on_move: OnMove | None = None
        if self._watcher is not None:
            self._watcher.begin(encounter, opening)
            on_move = partial(self._watcher.moved, encounter)
        game = play_game(
            players,
            opening,
            self._setup.control_of(encounter.white).against(self._setup.control_of(encounter.black)),
            adjudicator,
            self._setup.margin_ms,
            on_move,
            self._stopper,
        )
        if game is not None:
            self._keep(encounter, game)
            report_end(players, game)
            if game.faulty is not None:
                engines.pop(seats[game.faulty is Side.WHITE]).close()
        return game
