"""External engines at work: one process for each engine and purpose, started when it is first needed, ended with the
program. What they answer goes the same way as Ratsu's own moves and lines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot

from desktop.model.engines import EngineEntry
from desktop.model.game.match import MatchTerms
from desktop.model.game.state import GameState
from desktop.services.engines.engine_list import EngineList
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text
from engine.play.external.errors import EngineUnusable
from engine.play.external.launch import DEADLINES, Deadlines

if TYPE_CHECKING:
    from desktop.services.game.match_service import MatchService
    from engine.play.external.engine_trouble import EngineTrouble
    from engine.play.external.supervised import ExternalAnalyst, ExternalPlayer, SupervisedEngine

_PLAY, _ANALYSE = "play", "analyse"
_END_MS = 4_000  # an engine that has to be killed has gone by then
_PATIENCE_S = 0.4  # with an engine when the program ends


class ExternalEngines(Service):
    """Hands out what plays and what analyses. `player` and `analyst` are called on the thread that will use them."""

    ready = Signal(str)  # key: the engine begins to think about a move of its game
    _trouble = Signal(object)  # EngineTrouble
    _is_ready = Signal(str)

    def __init__(self, engines: EngineList, deadlines: Deadlines = DEADLINES) -> None:
        super().__init__()
        self._list = engines
        self._deadlines = deadlines
        self._lock = threading.Lock()
        self._entries = {entry.key: entry for entry in engines.entries}
        self._running: dict[tuple[str, str], SupervisedEngine] = {}
        self._closed = False
        self._stop_users: list[Callable[[], None]] = []
        self._ender = Worker("ratsu-engine-end", self, _END_MS)
        self._trouble.connect(self._tell_trouble, Qt.ConnectionType.QueuedConnection)
        self._is_ready.connect(self.ready, Qt.ConnectionType.QueuedConnection)
        engines.changed.connect(self._update)

    def follow(self, match: MatchService) -> None:
        """Starts the engines of a match when it begins, chooses their moves, and ends them with it."""
        self.stop_first(match.drop_search)
        match.use_engines(self.player)
        self.ready.connect(match.engine_ready)
        match.began.connect(self.begin)
        match.ended.connect(self.end)

    def stop_first(self, stop: Callable[[], None]) -> None:
        """Registers a function that stops users of the engines before the engines end."""
        self._stop_users.append(stop)

    def player(self, key: str, game: object) -> ExternalPlayer:
        """A player for one game. :raises EngineUnusable: the engine does not exist."""
        from engine.play.external.supervised import ExternalPlayer

        entry, engine = self._engine(key, _PLAY)
        return ExternalPlayer(engine, game, ponder=entry.ponder, on_ready=partial(self._send, self._is_ready, key))

    def analyst(self, key: str, lines: int) -> ExternalAnalyst:
        """An analyser with that number of lines. :raises EngineUnusable: the engine does not exist."""
        from engine.play.external.supervised import ExternalAnalyst

        _, engine = self._engine(key, _ANALYSE)
        return ExternalAnalyst(engine, lines, partial(self._send, self._trouble))

    @Slot(object)
    def begin(self, match: MatchTerms) -> None:
        """Starts the engines of a match before their first moves and forgives earlier failures. Errors are reported
        when a move is requested.
        """
        for key in _engines_of(match):
            for purpose in (_PLAY, _ANALYSE):
                engine = self._running.get((key, purpose))
                if engine is not None:
                    engine.forgive()
            self._ender.submit(partial(self._start, key), lambda _: None, lambda _: None)

    @Slot(object)
    def end(self, state: GameState) -> None:
        if state.match is not None:
            self._end([(key, _PLAY) for key in _engines_of(state.match)])

    def press(self, key: str, option: str) -> None:
        """Presses a button among an engine's options if the engine is running. (Otherwise it has nothing to clear.)"""
        for purpose in (_PLAY, _ANALYSE):
            engine = self._running.get((key, purpose))
            if engine is not None:
                self._ender.submit(partial(engine.press, option), lambda _: None, lambda _: None)

    def close(self) -> bool:
        """Stops the users of the engines, then ends each engine. Returns whether all ended in time."""
        for stop in self._stop_users:
            stop()
        with self._lock:
            self._closed = True
            running, self._running = list(self._running.values()), {}
        enders = [threading.Thread(target=engine.close, args=(_PATIENCE_S,), daemon=True) for engine in running]
        for ender in enders:
            ender.start()
        for ender in enders:
            ender.join(_END_MS / 1000)
        return super().close() and not any(ender.is_alive() for ender in enders)

    def _engine(self, key: str, purpose: str) -> tuple[EngineEntry, SupervisedEngine]:
        from engine.play.external.supervised import SupervisedEngine

        with self._lock:
            entry = self._entries.get(key)
            if entry is None or self._closed:
                raise EngineUnusable("The engine of this game is not in the list of engines any more")
            engine = self._running.get((key, purpose))
            if engine is None:
                values = entry.play_values if purpose == _PLAY else entry.sent_values
                engine = SupervisedEngine(entry.launch, entry.dialect, values, self._deadlines)
                self._running[key, purpose] = engine
        return entry, engine

    def _start(self, key: str) -> None:
        from engine.play.external.errors import EngineFault

        _, engine = self._engine(key, _PLAY)
        try:
            engine.ready()
        except EngineFault as fault:
            engine.note(fault)

    def _end(self, places: list[tuple[str, str]]) -> None:
        with self._lock:
            ended = [engine for place in places if (engine := self._running.pop(place, None)) is not None]
        for engine in ended:
            self._ender.submit(engine.close, lambda _: None, lambda _: None)

    @staticmethod
    def _send(signal: SignalInstance, text: str) -> None:
        try:
            signal.emit(text)
        except RuntimeError:  # the program ended meanwhile: the QObject is gone
            return

    @Slot(object)
    def _update(self, entries: tuple[EngineEntry, ...]) -> None:
        """Ends an engine whose options changed, or which was removed; the next use restarts it."""
        with self._lock:
            old, self._entries = self._entries, {entry.key: entry for entry in entries}
            gone = [place for place in self._running if not _same(old.get(place[0]), self._entries.get(place[0]))]
        self._end(gone)

    @Slot(object)
    def _tell_trouble(self, trouble: EngineTrouble) -> None:
        self._warn(Text("%1. It was started again.", trouble.text))


def _engines_of(match: MatchTerms) -> list[str]:
    return [one.engine for one in (match.white, match.black) if one.engine]


def _same(one: EngineEntry | None, other: EngineEntry | None) -> bool:
    """Whether a running process still fits its entry."""
    if one is None or other is None:
        return False
    first, second = ((entry.launch, entry.dialect, entry.sent_values, entry.play_values) for entry in (one, other))
    return first == second
