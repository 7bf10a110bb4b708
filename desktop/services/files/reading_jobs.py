"""The reading jobs that run for the user on a thread, so that the window can show and stop them."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text

T = TypeVar("T")


def submitted(
    worker: Worker,
    job: Callable[[Callable[[], bool]], T],
    on_done: Callable[[T], object],
    on_error: Callable[[Text], None],
) -> Callable[[], None]:
    """Queues a job, which gets a function that returns whether it was cancelled. Returns a function that cancels it,
    after which neither callback is called.
    """
    stopper = Stopper()
    ticket = worker.submit(partial(job, stopper.asked), on_done, on_error)

    def give_up() -> None:
        stopper.stop()
        worker.drop(ticket)

    return give_up


class ReadingJobs(QObject):
    """The reading jobs of a worker, one after another. A cancelled job changes nothing: its result is dropped."""

    changed = Signal(object)  # Text: the name of what is being read, empty when nothing is

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._names: dict[int, Text] = {}  # by ticket, in their order
        self._stopper = Stopper()
        worker.ended.connect(self._end)

    @property
    def name(self) -> Text:
        return next(iter(self._names.values()), NOTHING)

    @property
    def cancelled(self) -> Callable[[], bool]:
        """A function for a new job that returns whether the job was cancelled."""
        return self._stopper.asked

    def begin(self, name: Text, ticket: int) -> None:
        """Notes that a worker's job reads something of that name."""
        self._names[ticket] = name
        self.changed.emit(self.name)

    def cancel(self) -> None:
        """Cancels the running job and all queued ones."""
        self._stopper.stop()
        self._stopper = Stopper()  # the next ones have their own
        for ticket in self._names:
            self._worker.drop(ticket)
        self._names.clear()
        self.changed.emit(NOTHING)

    @Slot(int)
    def _end(self, ticket: int) -> None:
        if self._names.pop(ticket, None):
            self.changed.emit(self.name)
