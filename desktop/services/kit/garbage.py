"""Runs Python's cyclic garbage collection in the GUI thread only.

Python collects on the thread that happens to allocate next. A worker that reads a PGN could free the objects of a
closed dialog, or delete unowned Qt objects, while Qt's code runs in the GUI thread without the GIL: a crash once in
hours. So automatic collection is off, and due collections run after events, before the loop sleeps; an idle window is
not woken. Free heap pages return to the system now and then: 4 to 6 MB after a file of games was open, and more after
hours.
"""

import contextlib
import gc
import sys
import time

from PySide6.QtCore import QAbstractEventDispatcher, QMetaObject, QObject, QTimer, Slot

LEAST_S = 0.1  # between two collections: with `DUE` the whole is looked through at most every 30 s
DUE = (700, 10, 30)  # new objects; collections of the youngest, of the middle generation
TRIM_MS = 60_000  # from a collection until free memory is given back: 1 to 4 ms of work


class GarbageCollector(QObject):
    """Collects the generation that is due by Python's own counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_s = 0.0  # when something was collected
        self._listening: QMetaObject.Connection | None = None
        self._trimming = QTimer(self)
        self._trimming.setSingleShot(True)
        self._trimming.setInterval(TRIM_MS)
        self._trimming.timeout.connect(give_free_memory_back)

    def start(self, *, at_once: bool = True) -> None:
        """Switches automatic collection off. `at_once` False: nothing is collected before `settle`, which saves a start 15 ms."""
        gc.disable()
        if at_once:
            self._listen()

    @Slot()
    def settle(self) -> None:
        """Exempts all present objects from collection, once the window is complete: modules and views stay anyway.
        Collecting the little garbage among them would block the window for 30 ms or more.
        """
        gc.freeze()
        give_free_memory_back()
        self._listen()

    @Slot()
    def settle_anew(self) -> None:
        """The same after another window has replaced the first."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        """Switches automatic collection on again, on any thread, once the window is gone."""
        if self._listening is not None:
            QObject.disconnect(self._listening)
        self._trimming.stop()
        gc.unfreeze()
        gc.enable()

    def _listen(self) -> None:
        if self._listening is None:
            self._listening = QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect_due)

    @Slot()
    def collect_due(self) -> None:
        """Runs at most one collection, unless there was one a moment before."""
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
    """Returns free heap pages to the system with GNU's C library, which keeps those between used blocks. Does nothing
    elsewhere.
    """
    if sys.platform == "linux":
        import ctypes  # not for the start

        with contextlib.suppress(OSError, AttributeError):  # another library
            ctypes.CDLL(None).malloc_trim(0)
