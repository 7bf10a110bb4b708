"""Service: the life cycle of every object with changing state. The program calls `follow`, `window_shown` and `close`
on all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.model.errors import Message, Severity
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.model.settings import Settings


S = TypeVar("S")


class Service(QObject):
    """A service for one subject. Its workers and timers are its children, so that `close` finds them. Connect signals
    of other objects to its methods, never to lambdas, which would outlive it.
    """

    message = Signal(object)  # Message, shown by the window

    def configure(self, settings: Settings) -> None:
        """Called once after `follow`, and after every change of the settings."""

    def follow(self, *_: Any, **__: Any) -> None:
        """Connects to other services. An override names them as parameters, matched by type. Called once, after all
        services are made.
        """

    def window_shown(self, *_: Any, **__: Any) -> None:
        """Starts work that would have delayed the window. Called once, with services as in `follow`."""

    def close(self) -> bool:
        """Stops for good: timers, and the threads after their running job. May be called twice. Returns whether all
        ended in time. An override stops its running work first.
        """
        for timer in self.findChildren(QTimer):
            timer.stop()
        ended = [worker.close() for worker in self.findChildren(Worker)]  # each, not only up to the first that did not
        return all(ended)

    def _inform(self, text: Text) -> None:
        self.message.emit(Message(Severity.INFORMATION, text))

    def _warn(self, text: Text) -> None:
        """Reports a problem, if there is one."""
        if text:
            self.message.emit(Message(Severity.WARNING, text))

    def _tell_error(self, text: Text) -> None:
        self.message.emit(Message(Severity.ERROR, text))


class StateService(Service, Generic[S]):
    """A service that owns a frozen value and emits a signal when it changes."""

    changed = Signal(object)  # S

    def __init__(self, state: S) -> None:
        super().__init__()
        self._state = state

    @property
    def state(self) -> S:
        return self._state

    def _set(self, state: S) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
