"""One long piece of work at a time, on a thread of its own: how far it is, and stopping it."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.ground.text import Text

T = TypeVar("T")
TICK_MS = 150
CLOSE_MS = 2_000


class LongWork(QObject):
    """A child of a service, which closes its thread and its timer. Answers come in the GUI thread, as a worker's."""

    far = Signal(object)  # how far it is, 0 to 1; None where that is not known

    def __init__(self, name: str, parent: QObject, *, finish: bool = False) -> None:
        """`finish`: what waits when the program ends is done too, after the piece of work that was stopped."""
        super().__init__(parent)
        self._stopper = Stopper()
        self._done = (0, 0)
        self._worker = Worker(name, self, close_ms=CLOSE_MS, finish=finish)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    def begin(self, job: Callable[[], T], on_done: Callable[[T], None], on_error: Callable[[Text], None]) -> None:
        """Begins a piece of work that says through `progress` how far it is; whoever hears its end calls `end`."""
        self._stopper = Stopper()
        self._done = (0, 0)
        self.submit(job, on_done, on_error)
        self._tick.start()

    def submit(self, job: Callable[[], T], on_done: Callable[[T], None], on_error: Callable[[Text], None]) -> None:
        """Does something short, after what is being done."""
        self._worker.submit(job, on_done, on_error)

    def progress(self, done: int, total: int) -> bool:
        """Called by the work, on its thread. Returns whether it may continue."""
        self._done = (done, total)
        return not self._stopper.asked()

    def stop(self) -> None:
        """Stops what is being done."""
        self._stopper.stop()

    def end(self) -> None:
        """Says no more how far it is."""
        self._tick.stop()

    @Slot()
    def _look(self) -> None:
        done, total = self._done
        self.far.emit(min(1.0, done / total) if total else None)
