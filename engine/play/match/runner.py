"""Plays the games of a match, some at a time, each worker with engines of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from typing import Protocol as Interface

import chess

from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.play.external.errors import EngineFault
from engine.play.match.adjudication import Adjudicator, Rules
from engine.play.match.contestant import Contestant
from engine.play.match.errors import MatchError
from engine.play.match.own_contestant import OwnContestant
from engine.play.match.process_contestant import ProcessContestant
from engine.play.match.referee import OnMove, PlayedGame, PlayedMove, play_game
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol

if TYPE_CHECKING:
    from tablebases.tables import Tablebases

START_ATTEMPTS = 3
LOOK_S = 0.2  # how often a match that is told to stop looks


class Watcher(Interface):
    """Watches a match while it is played; called from the threads that play."""

    def begin(self, encounter: Encounter, opening: chess.Board) -> None:
        """A game begins."""

    def moved(self, encounter: Encounter, move: PlayedMove) -> None:
        """A move was made."""


@dataclass(frozen=True)
class Setup:
    """Everything about a match but its games."""

    engines: tuple[EngineSpec, ...]
    openings: tuple[chess.Board, ...]
    control: TimeControl
    rules: Rules
    tables: Tablebases | None = None
    concurrency: int = 1
    margin_ms: int = 0

    def control_of(self, engine: int) -> TimeControl:
        """What limits the engine of that index: its own control, or the match's."""
        return self.engines[engine].control or self.control


def start(spec: EngineSpec) -> Contestant:
    """Starts an engine, again if its start fails. Raises MatchError."""
    kind: Callable[[EngineSpec], Contestant] = OwnContestant if spec.protocol is Protocol.OWN else ProcessContestant
    for attempt in range(1, START_ATTEMPTS + 1):
        try:
            return kind(spec)
        except EngineFault as fault:
            if attempt == START_ATTEMPTS:
                raise MatchError("%1 does not start: %2", spec.name, fault) from fault
    raise AssertionError("unreachable")


def play(
    setup: Setup,
    games: Iterator[Encounter],
    on_game: Callable[[Encounter, PlayedGame], bool],
    watcher: Watcher | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Plays all `games`. `on_game` gets each as it ends, one at a time, on this thread; False ends the match, and so
    does `stopped`, which is asked all the time. The `watcher` gets every move, on the threads that play.

    Raises MatchError where an engine cannot be used at all. Games in progress when the match ends early are dropped.
    """
    match = _Match(setup, games, watcher)
    try:
        match.run(on_game, stopped)
    finally:
        match.end()


class _Match:
    def __init__(self, setup: Setup, games: Iterator[Encounter], watcher: Watcher | None) -> None:
        self._setup, self._watcher = setup, watcher
        self._games = games
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._results: queue.SimpleQueue[tuple[Encounter, PlayedGame] | Exception | None] = queue.SimpleQueue()
        self._workers = [
            threading.Thread(target=self._work, name=f"match worker {number}", daemon=True)
            for number in range(setup.concurrency)
        ]

    def run(self, on_game: Callable[[Encounter, PlayedGame], bool], stopped: Callable[[], bool]) -> None:
        for worker in self._workers:
            worker.start()
        working = len(self._workers)
        while working and not stopped():
            try:
                message = self._results.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            if message is None:
                working -= 1
            elif isinstance(message, Exception):
                raise message
            elif not on_game(*message):
                return

    def end(self) -> None:
        self._ended.set()
        for worker in self._workers:
            worker.join()

    def _work(self) -> None:
        engines: dict[int, Contestant] = {}
        try:
            while not self._ended.is_set():
                with self._lock:
                    encounter = next(self._games, None)
                if encounter is None:
                    break
                game = self._play(encounter, engines)
                if game is None:
                    break
                self._results.put((encounter, game))
        except Exception as error:  # noqa: BLE001 - whatever it is, the main thread has to hear of it
            self._results.put(error)
        finally:
            for engine in engines.values():
                engine.close()
            self._results.put(None)

    def _play(self, encounter: Encounter, engines: dict[int, Contestant]) -> PlayedGame | None:
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
            lambda: not self._ended.is_set(),
            self._setup.margin_ms,
            on_move,
        )
        if game is not None and game.faulty is not None:
            engines.pop(seats[game.faulty is Side.WHITE]).close()
        return game
