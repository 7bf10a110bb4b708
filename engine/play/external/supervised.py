"""An engine that is started on first use and restarted with its state after a failure. After three restarts within ten
minutes the user must ask for the next one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping

import chess

from engine.game.info import PovScore, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice, OnInfo
from engine.game.python_board import board_of
from engine.game.reason import Reason, ReasonKind
from engine.game.stopper import Stopper
from engine.play.external.client import Client, EngineReply
from engine.play.external.engine_trouble import EngineTrouble
from engine.play.external.errors import EngineFault, EngineUnusable, IllegalMove, MachineFault, Resignation
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch
from engine.play.external.uci_client import UciClient
from engine.play.external.xboard_client import XBoardClient

MOST_RESTARTS = 3
RESTARTS_WITHIN_S = 600.0
_MULTI_PV = "MultiPV"
_PRESS_S = 0.5
RECONNECT_S = (2.0, 8.0, 20.0)  # before each restart of an analysis on another machine: a network needs a moment
_log = logging.getLogger(__name__)


def start_client(launch: Launch, dialect: Dialect, deadlines: Deadlines = DEADLINES) -> Client:
    """Starts an engine. Raises EngineUnusable, EngineFault."""
    return UciClient(launch, deadlines) if dialect is Dialect.UCI else XBoardClient(launch, deadlines)


class SupervisedEngine:
    """One engine process for one purpose. One thread at a time talks to it; the lock makes the others wait."""

    def __init__(
        self,
        launch: Launch,
        dialect: Dialect,
        values: Mapping[str, str],
        deadlines: Deadlines = DEADLINES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`values` are options that differ from the engine's defaults; what it does not take (any more) is passed over."""
        self.name = launch.name
        self.lock = threading.RLock()
        self._launch, self._dialect, self._deadlines, self._now = launch, dialect, deadlines, now
        self._values = dict(values)
        self._client: Client | None = None
        self._game: object = None
        self._lines = 1
        self._failures: list[float] = []
        self._closed = False

    @property
    def may_start(self) -> bool:
        return len(self._recent()) <= MOST_RESTARTS

    @property
    def reconnect_s(self) -> float:
        """The pause before the next restart where the connection to another machine broke."""
        return RECONNECT_S[min(len(self._recent()), len(RECONNECT_S)) - 1]

    def ready(self) -> Client:
        """The engine, started and set up. Raises EngineFault, also where it has failed too often; EngineUnusable."""
        with self.lock:
            if self._closed:
                raise EngineUnusable("%1 was ended", self.name)
            if self._client is not None and self._client.alive:
                return self._client
            if not self.may_start:
                times = len(self._recent())
                minutes = round(RESTARTS_WITHIN_S / 60)
                raise EngineUnusable(
                    "%1 has failed %2 times within %3 minutes and is not started again", self.name, times, minutes
                )
            self.drop()
            client = start_client(self._launch, self._dialect, self._deadlines)
            self._client, self._game, self._lines = client, None, 1
            known = {option.name.lower() for option in client.identity.options}
            for name, value in self._values.items():
                if name.lower() in known or self._dialect is Dialect.XBOARD:
                    try:
                        client.set_option(name, value)
                    except EngineUnusable as error:
                        _log.warning("%s", error)
            client.wait_until_ready()
            return client

    def begin(self, game: object, board: chess.Board) -> Client:
        """The engine, ready for this game (any value that distinguishes games)."""
        client = self.ready()
        if game != self._game:
            client.new_game(board)
            self._game = game
        return client

    def show_lines(self, lines: int) -> None:
        """Sets the number of best lines to report, as far as the engine supports it."""
        client = self.ready()
        option = next((o for o in client.identity.options if o.name.lower() == _MULTI_PV.lower()), None)
        if option is not None and lines != self._lines:
            client.set_option(option.name, str(max(option.low, min(option.high, lines))))
            self._lines = lines

    def press(self, option: str) -> None:
        """Presses a button of a running engine; one that is thinking is left alone."""
        if not self.lock.acquire(timeout=_PRESS_S):
            return
        try:
            if self._client is not None and self._client.alive:
                self._client.set_option(option, "")
        except EngineFault as fault:
            self.note(fault)
        finally:
            self.lock.release()

    def note(self, fault: EngineFault) -> EngineTrouble:
        """Ends the process after a fault, counts the failure, and returns it in words."""
        _log.warning("%s", fault)
        with self.lock:
            self.drop(patience_s=0.0)  # nothing good is to be expected of it
            self._failures.append(self._now())
        return EngineTrouble(fault.text, fault.kind, self.may_start and not isinstance(fault, IllegalMove))

    def forgive(self) -> None:
        """Forgets earlier failures, because the user wants another try."""
        self._failures.clear()

    def drop(self, patience_s: float | None = None) -> None:
        """Ends the process; the next use starts it again."""
        client, self._client = self._client, None
        if client is not None:
            client.close(patience_s)

    def close(self, patience_s: float | None = None) -> None:
        """Ends it for good. A running search, which the caller has stopped, is waited for; with `patience_s` no longer than
        that, and the engine's leaving no longer either."""
        self._closed = True
        if not self.lock.acquire(timeout=-1 if patience_s is None else patience_s):
            client = self._client
            if client is not None:
                client.kill()
            self.lock.acquire()
        try:
            self.drop(patience_s)
        finally:
            self.lock.release()

    def _recent(self) -> list[float]:
        since = self._now() - RESTARTS_WITHIN_S
        self._failures = [moment for moment in self._failures if moment >= since]
        return self._failures


class ExternalPlayer:
    """Chooses moves of one game; the engine's faults are answers, not exceptions. One object for one choice."""

    def __init__(
        self,
        engine: SupervisedEngine,
        game: object,
        *,
        ponder: bool = False,
        on_ready: Callable[[], None] | None = None,
    ) -> None:
        """`on_ready` is called when the engine begins to think: its start does not count."""
        self._engine, self._game, self._ponder, self._on_ready = engine, game, ponder, on_ready

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice | EngineTrouble:
        """The engine's move, or what became of it. Raises EngineUnusable where it cannot play this at all."""
        engine, board = self._engine, board_of(position)
        with engine.lock:
            try:
                client = engine.begin(self._game, board)
                if self._on_ready is not None:
                    self._on_ready()
                reply = client.go(board, limits, on_info, stopper)
                if reply.move is None:
                    raise IllegalMove("%1 claims a draw, but the position is not drawn", engine.name)
                if self._ponder:
                    self._let_ponder(client, board, reply, limits)
            except Resignation as end:
                return EngineTrouble(end.text, end.kind, again=False)
            except EngineFault as fault:
                return engine.note(fault)
        return choice_of(engine.name, board, reply)

    def _let_ponder(self, client: Client, board: chess.Board, reply: EngineReply, limits: Limits) -> None:
        if reply.move is None or (reply.ponder is None and client.identity.dialect is Dialect.UCI):
            return
        after = board.copy()
        after.push(reply.move)
        if reply.ponder is not None:
            after.push(reply.ponder)
        if limits.white_time_ms is not None and not after.is_game_over():
            client.ponder(after, Limits(**{**limits.__dict__, "ponder": True}))


class ExternalAnalyst:
    """Analyses a position until stopped; restarts a failed engine and passes the reason to `on_trouble`."""

    def __init__(
        self, engine: SupervisedEngine, lines: int, on_trouble: Callable[[EngineTrouble], None] | None = None
    ) -> None:
        self._engine, self._lines, self._on_trouble = engine, lines, on_trouble

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """Reports through `on_info`. Raises EngineUnusable, and EngineFault where it fails too often."""
        engine, board, stopper = self._engine, board_of(position), stopper or Stopper()
        with engine.lock:
            while True:
                try:
                    client = engine.ready()
                    engine.show_lines(self._lines)
                    return choice_of(engine.name, board, client.go(board, limits, on_info, stopper))
                except EngineFault as fault:
                    if stopper.asked():  # no answer is expected: the engine is restarted for the next position
                        _log.warning("%s", fault)
                        engine.drop(patience_s=0.0)
                        raise
                    trouble = engine.note(fault)
                    if not engine.may_start:
                        raise
                    if self._on_trouble is not None:
                        self._on_trouble(trouble)
                    if isinstance(fault, MachineFault) and stopper.stopped_within(engine.reconnect_s):
                        raise


def choice_of(name: str, board: chess.Board, reply: EngineReply) -> MoveChoice:
    move = "" if reply.move is None else board.uci(reply.move)
    nodes = reply.lines[0].nodes if reply.lines else 0
    result = SearchResult(move or None, None, reply.lines, nodes, round(reply.elapsed_s * 1000))
    reason = Reason(ReasonKind.FROM, (name,))
    if reply.lines:
        best = reply.lines[0]
        found = Reason(ReasonKind.AT_DEPTH, (PovScore(best.score, bool(board.turn)), best.depth))
        reason = Reason(ReasonKind.SAYS, (name, found))
    return MoveChoice(move, ChoiceSource.SEARCH, reason, result)
