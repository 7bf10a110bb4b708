"""Service: the life of everything that owns what changes. Composing them is three loops: `follow`, `window_shown`, `close`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.services.kit.tasks import Worker

if TYPE_CHECKING:
    from desktop.model.settings import Settings


S = TypeVar("S")


class Service(QObject):
    """One subject. Its workers and timers are its children, so that `close` finds them. Signals of others end in its methods,
    never in lambdas, which would outlive it."""

    def configure(self, settings: Settings) -> None:
        """Called once after `follow`, and after every change of the settings."""

    def follow(self, *_: Any, **__: Any) -> None:
        """Connects itself to what it listens to. An override names the services that it uses: they are matched by the types of
        its parameters. Called once, when all are made."""

    def window_shown(self, *_: Any, **__: Any) -> None:
        """The window is there: what would have kept it waiting begins. Called once, with services like `follow`."""

    def close(self) -> bool:
        """Stops for good: timers, and the threads after what they are doing. May be called twice. Returns whether all ended in
        time; whoever overrides it first stops what runs."""
        for timer in self.findChildren(QTimer):
            timer.stop()
        ended = [worker.close() for worker in self.findChildren(Worker)]  # each, not only up to the first that did not
        return all(ended)


class StateService(Service, Generic[S]):
    """One that owns a frozen value, and says when it has become another."""

    changed = Signal(object)  # S

    def __init__(self, state: S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state

    @property
    def state(self) -> S:
        """What is shown now."""
        return self._state

    def _set(self, state: S) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
