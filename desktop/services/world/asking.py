"""One question at a time to another machine, on a thread of its own; why an answer takes longer; giving it up."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.services.kit.long_work import CLOSE_MS, TICK_MS
from desktop.services.kit.tasks import Worker
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.play.world.wire import Wire

T = TypeVar("T")


class Asking(QObject):
    """A child of a service, which closes its thread and its timer."""

    waiting = Signal(object)  # Text: why the answer takes longer

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._stopped = threading.Event()
        self._pause = self._told = NOTHING
        self._worker = Worker(name, self, close_ms=CLOSE_MS)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    def begin(
        self, job: Callable[["Wire"], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]
    ) -> None:
        """Asks; `on_done` or `on_error` is called in the GUI thread, unless `stop` comes first."""
        self._stopped = stopped = threading.Event()  # a question that was given up keeps its own
        self._pause = self._told = NOTHING

        def ask() -> T:
            """On the thread. :raises RatsuError: one sentence."""
            from engine.play.world.wire import Wire

            with Wire(partial(self._tell, stopped), lambda: not stopped.is_set()) as wire:
                return job(wire)

        def done(found: T) -> None:
            self._tick.stop()
            on_done(found)

        def failed(problem: Text) -> None:
            self._tick.stop()
            on_error(problem)

        self._worker.submit(ask, done, failed)
        self._tick.start()

    @Slot()
    def stop(self) -> None:
        """Waits for no answer any more; none is delivered."""
        self._stopped.set()
        self._tick.stop()
        self._worker.drop_all()

    def _tell(self, stopped: threading.Event, why: Text) -> None:
        """On the thread."""
        if not stopped.is_set():
            self._pause = why

    @Slot()
    def _look(self) -> None:
        if self._pause != self._told:
            self._told = self._pause
            self.waiting.emit(self._told)
