"""What the trainers share: a session whose questions are asked in a tab of its own."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from engine.ground.text import Text


class DrillState(Protocol):
    """What every trainer shows."""

    @property
    def tab(self) -> int:
        """Where the question is; -1: nowhere."""


S = TypeVar("S", bound=DrillState)


class DrillService(Service, Generic[S]):
    """One session at a time."""

    changed = Signal(object)  # S
    message = Signal(object)  # Message

    def __init__(self, games: GameService, state: S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._games, self._state = games, state
        self._home = -1  # the tab that was shown when the session began
        games.move_made.connect(self._moved)
        games.tab_closed.connect(self._closed)

    @property
    def state(self) -> S:
        """What is shown now."""
        return self._state

    def _played(self, made: MoveMade) -> None:
        """A move was made in the tab of the session."""
        raise NotImplementedError

    def _ended(self) -> None:
        """The tab of the session was closed."""
        raise NotImplementedError

    @Slot(object)
    def _moved(self, made: MoveMade) -> None:
        if made.tab == self._state.tab:
            self._played(made)

    @Slot(int)
    def _closed(self, tab: int) -> None:
        if tab == self._state.tab:
            self._ended()

    def _remember_home(self) -> None:
        if self._games.state.tab != self._state.tab:
            self._home = self._games.state.tab

    def _go_home(self, state: S) -> None:
        """Ends the session with a state, and goes back to the game that was shown before."""
        tab = self._state.tab
        self._set(state)
        self._games.leave(tab, self._home)

    def _warn(self, problem: Text) -> None:
        self.message.emit(Message(Severity.WARNING, problem))

    def _set(self, state: S) -> None:
        self._state = state
        self.changed.emit(state)
