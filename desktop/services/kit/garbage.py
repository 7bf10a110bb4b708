"""Python's cyclic garbage is collected in the GUI thread only.

Python collects on whichever thread happens to allocate next. A worker that reads a PGN would then free what a closed dialog has
left, or delete Qt objects that nobody owns, while Qt's own code runs in the GUI thread without Python's lock: a crash that
comes once in hours. So collecting by itself is switched off, and done here after events, before the loop sleeps: a window in
which nothing happens is not woken for it.

What C's `malloc` holds free between blocks in use goes back to the system now and then: after a file of games was open, that
is 4 to 6 MB, and hours of use add to it.
"""

import contextlib
import gc
import sys
import time

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QTimer, Slot

LEAST_S = 0.1  # between two collections: with `DUE` the whole is looked through at most every 30 s
DUE = (700, 10, 30)  # new objects; collections of the youngest, of the middle generation
TRIM_MS = 60_000  # from a collection until free memory is given back: 1 to 4 ms of work


class GarbageCollector(QObject):
    """Collects the generation that is due, by Python's own counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_s = 0.0  # when something was collected
        self._trimming = QTimer(self)
        self._trimming.setSingleShot(True)
        self._trimming.setInterval(TRIM_MS)
        self._trimming.timeout.connect(give_free_memory_back)

    def start(self) -> None:
        """From now on nothing is collected elsewhere."""
        gc.disable()
        self._listening = QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect_due)

    @Slot()
    def settle(self) -> None:
        """What is there now, once the window is, is not looked through again: modules and views stay anyway. The little
        garbage among it stays too: looking for it would hold up the window for 30 ms and more."""
        gc.freeze()
        give_free_memory_back()

    @Slot()
    def settle_anew(self) -> None:
        """The same after another window has taken the place of the first, which goes."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        """Python collects by itself again, on any thread: once there is no window."""
        QObject.disconnect(self._listening)
        self._trimming.stop()
        gc.unfreeze()
        gc.enable()

    @Slot()
    def collect_due(self) -> None:
        """One look: at most one collection, unless there was one just now."""
        now = time.monotonic()
        if now - self._last_s < LEAST_S:
            return
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > DUE[generation]:
                gc.collect(generation)
                self._last_s = now
                if not self._trimming.isActive():
                    self._trimming.start()
                return


@Slot()
def give_free_memory_back() -> None:
    """Where C's library is GNU's, whose heap keeps free pages between blocks in use; elsewhere nothing happens."""
    if sys.platform == "linux":
        import ctypes  # not for the start

        with contextlib.suppress(OSError, AttributeError):  # another library
            ctypes.CDLL(None).malloc_trim(0)
