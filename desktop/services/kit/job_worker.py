"""JobWorker: runs one long job at a time on its own thread, with progress and cancellation."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.services.kit.tasks import Worker
from engine.ground.text import Text
from engine.jobs.job import Context

T = TypeVar("T")
TICK_MS = 150
CLOSE_MS = 2_000


class JobWorker(QObject):
    """A child of a service, which closes its thread and its timer. Answers arrive in the GUI thread."""

    looked = Signal(object)  # Context: several times a second while the work lasts

    def __init__(self, name: str, parent: QObject, close_ms: int = CLOSE_MS, *, finish: bool = False) -> None:
        """`close_ms`, `finish`: see `Worker`."""
        super().__init__(parent)
        self._context = Context()
        self._ticket = 0
        self._worker = Worker(name, self, close_ms=close_ms, finish=finish)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    @property
    def context(self) -> Context:
        return self._context

    def begin(
        self, job: Callable[[Context], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]
    ) -> None:
        """Starts a job. The job before is stopped and its answer dropped."""
        self.drop()
        self._context = Context()
        work = partial(job, self._context)
        self._ticket = self._worker.submit(work, partial(self._end, on_done), partial(self._end, on_error))
        self._tick.start()

    def submit(self, job: Callable[[], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]) -> None:
        """Queues something short on the same thread, after the running job."""
        self._worker.submit(job, on_done, on_error)

    @Slot()
    def stop(self) -> None:
        """Asks the job to stop. Its answer arrives as usual."""
        self._context.stopper.stop()

    @Slot()
    def drop(self) -> None:
        self.stop()
        self._tick.stop()
        self._worker.drop(self._ticket)

    def _end(self, receiver: Callable[[T], object], answer: T) -> None:
        self._tick.stop()
        receiver(answer)

    @Slot()
    def _look(self) -> None:
        self.looked.emit(self._context)
