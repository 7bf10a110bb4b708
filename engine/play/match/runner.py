"""Plays the games of a match, some at a time, each worker with engines of its own."""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from engine.play.external.errors import EngineFault
from engine.play.match.adjudication import Adjudicator, Rules, TableProbe
from engine.play.match.contestant import Contestant
from engine.play.match.errors import MatchError
from engine.play.match.own_contestant import OwnContestant
from engine.play.match.process_contestant import ProcessContestant
from engine.play.match.referee import PlayedGame, play_game
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol
from engine.play.match.time_control import TimeControl

START_ATTEMPTS = 3


@dataclass(frozen=True)
class Setup:
    """Everything about a match but its games."""

    engines: tuple[EngineSpec, ...]
    openings: tuple[chess.Board, ...]
    control: TimeControl
    rules: Rules
    tables: TableProbe | None = None
    concurrency: int = 1
    margin_s: float = 0.0


def start(spec: EngineSpec) -> Contestant:
    """Starts an engine, again if its start fails. Raises MatchError."""
    kind: Callable[[EngineSpec], Contestant] = OwnContestant if spec.protocol is Protocol.OWN else ProcessContestant
    for attempt in range(1, START_ATTEMPTS + 1):
        try:
            return kind(spec)
        except EngineFault as fault:
            if attempt == START_ATTEMPTS:
                raise MatchError(f"{spec.name} does not start: {fault}") from fault
    raise AssertionError("unreachable")


def play(
    setup: Setup,
    games: Iterator[Encounter],
    on_game: Callable[[Encounter, PlayedGame], bool],
) -> None:
    """Plays all `games`. `on_game` is told of each as it ends, one at a time, on this thread; False ends the match.

    Raises MatchError where an engine cannot be used at all. Games in progress when the match ends early are dropped.
    """
    match = _Match(setup, games)
    try:
        match.run(on_game)
    finally:
        match.end()


class _Match:
    def __init__(self, setup: Setup, games: Iterator[Encounter]) -> None:
        self._setup = setup
        self._games = games
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._results: queue.SimpleQueue[tuple[Encounter, PlayedGame] | Exception | None] = queue.SimpleQueue()
        self._workers = [
            threading.Thread(target=self._work, name=f"match worker {number}", daemon=True)
            for number in range(setup.concurrency)
        ]

    def run(self, on_game: Callable[[Encounter, PlayedGame], bool]) -> None:
        for worker in self._workers:
            worker.start()
        working = len(self._workers)
        while working:
            message = self._results.get()
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
        game = play_game(
            players, opening, self._setup.control, adjudicator, lambda: not self._ended.is_set(), self._setup.margin_s
        )
        if game is not None and game.faulty is not None:
            engines.pop(seats[game.faulty]).close()
        return game
