"""Plays the games of a match, some at a time, each worker with engines of its own."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING
from typing import Protocol as Interface

import chess

from engine.game.limits import Limits
from engine.game.move_choice import GameEnd
from engine.game.outcome import Outcome
from engine.game.python_board import game_position
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import TimeControl
from engine.ground.errors import RatsuError
from engine.ground.text import why
from engine.ground.values import dataclass
from engine.play.external.client import Client
from engine.play.external.errors import EngineCrash, EngineFault, EngineUnusable
from engine.play.external.launch import Launch
from engine.play.external.uci_client import UciClient
from engine.play.external.xboard_client import XBoardClient
from engine.play.match import match_engine
from engine.play.match.adjudication import Adjudicator, Rules
from engine.play.match.errors import MatchError
from engine.play.match.match_engine import EngineMove, MatchEngine, exact_line
from engine.play.match.referee import MatchGame, MatchMove, OnMove, play_game, report_end
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol
from engine.play.mover import RatsuMover
from engine.play.worker_pool import WorkerPool

if TYPE_CHECKING:
    from tablebases.tables import Tablebases

START_ATTEMPTS = 3
LOOK_S = 0.2  # poll interval of a stop


# An engine is measured alone: without tables unless its options ask for them (its book is off by default).
_ALONE = (("SyzygyProbeLimit", "0"),)


LEARNING_S = 20.0  # about what the analysis of a lost game of 40 moves takes


class ProcessEngine:
    """A child process that is ended with everything it has started."""

    def __init__(self, spec: EngineSpec) -> None:
        """:raises MatchError: it cannot be used at all. :raises EngineFault: it failed at the start."""
        launch = Launch(spec.name, spec.command, spec.folder)
        self._client: Client | None = None
        try:
            kind = UciClient if spec.protocol is Protocol.UCI else XBoardClient
            self._client = client = kind(launch, match_engine.DEADLINES)
            for name, value in spec.options:
                client.set_option(name, value)
            client.wait_until_ready()
        except EngineUnusable as error:
            self.close()
            raise MatchError(why(error)) from error
        except BaseException:
            self.close()
            raise

    def new_game(self, board: chess.Board) -> None:
        """Reports the engine, and waits until it is ready. Raises MatchError where it cannot play such a game."""
        assert self._client is not None
        try:
            self._client.new_game(board)
        except EngineUnusable as error:
            raise MatchError(why(error)) from error

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        """Asks for a move and measures the wait."""
        assert self._client is not None
        try:
            reply = self._client.go(board, limits, stopper=stopper)
        except EngineUnusable as error:
            raise MatchError(why(error)) from error
        if not reply.lines:
            return EngineMove(reply.move, reply.elapsed_s, claims_draw=reply.claims_draw)
        best = reply.lines[0]
        line = exact_line(best)
        return EngineMove(reply.move, reply.elapsed_s, best.score, best.depth, best.nodes, reply.claims_draw, line)

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """An engine in a process hears of it by the next game."""

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


class OwnEngine:
    """A RatsuMover with the options of its specification."""

    def __init__(self, spec: EngineSpec) -> None:
        self._mover = RatsuMover()
        try:
            for name, value in (*_ALONE, *spec.options):
                self._mover.set_option(name, value)
        except RatsuError as error:
            raise MatchError("%1: %2", spec.name, error) from error

    def new_game(self, board: chess.Board) -> None:
        """Forgets the game before, and loads what the first move would load on its clock."""
        self._mover.set_option("UCI_Chess960", str(board.chess960).lower())
        self._mover.new_game()
        self._mover.get_ready()

    def think(self, board: chess.Board, limits: Limits, stopper: Stopper) -> EngineMove:
        """The move of the whole chain of book, tablebases and search."""
        position = game_position(board.root().fen(), board)
        started = time.perf_counter()
        try:
            choice = self._mover.choose(position, limits, stopper=stopper)
        except RatsuError as error:
            raise EngineCrash("%1", error) from error
        elapsed_s = time.perf_counter() - started
        for problem in choice.problems:
            print(problem, file=sys.stderr)
        move = board.parse_uci(choice.move)
        result = choice.result
        if result is None or not result.lines:
            return EngineMove(move, elapsed_s)
        best = result.lines[0]
        return EngineMove(move, elapsed_s, best.score, best.depth, result.nodes, line=exact_line(best))

    def game_over(self, board: chess.Board, white: chess.Color, outcome: Outcome) -> None:
        """Learns from the game, if it was played from the own book; the analysis of a loss may take LEARNING_S before the
        next game."""
        position = game_position(board.root().fen(), board)
        end = GameEnd(position, outcome.result, outcome.termination.pgn, own_white=white)
        self._mover.game_over(end, LEARNING_S)

    def close(self) -> None:
        self._mover.close()


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
    # A game may have ended, and been written, while the match was stopped.
    while pool.busy and (done := pool.wait(0.0)) is not None:
        if done.result is not None:
            yield done.item, done.result


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
