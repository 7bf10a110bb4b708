"""What is being read for the user on a thread, so that the window can say so and the user can stop it."""

import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.services.kit.tasks import Worker
from engine.text import NOTHING, Text

T = TypeVar("T")


class Reading(QObject):
    """Reads one thing after another on a worker. A cancelled one changes nothing: its answer is not delivered."""

    changed = Signal(object)  # Text: the name of what is being read, empty when nothing is

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._names: dict[int, Text] = {}  # by ticket, in their order
        self._cancelled = threading.Event()

    @property
    def name(self) -> Text:
        """What is being read now, empty when nothing is."""
        return next(iter(self._names.values()), NOTHING)

    def begin(
        self,
        name: Text,
        job: Callable[[Callable[[], bool]], T],
        on_done: Callable[[T], None],
        on_error: Callable[[Text], None],
    ) -> None:
        """Runs `job` on the worker. It is told how to ask whether it was cancelled; what it returns then is not used."""
        cancelled = self._cancelled.is_set
        ticket = 0  # not run before this method ends: answers come by the event loop

        def done(value: T) -> None:
            self._end(ticket)
            on_done(value)

        def failed(problem: Text) -> None:
            self._end(ticket)
            on_error(problem)

        ticket = self._worker.submit(lambda: job(cancelled), done, failed)
        self._names[ticket] = name
        self.changed.emit(self.name)

    def cancel(self) -> None:
        """Stops what is being read, and all that waits."""
        self._cancelled.set()
        self._cancelled = threading.Event()  # the next ones have their own
        for ticket in self._names:
            self._worker.drop(ticket)
        self._names.clear()
        self.changed.emit(NOTHING)

    def _end(self, ticket: int) -> None:
        self._names.pop(ticket, None)
        self.changed.emit(self.name)
