"""Python's cyclic garbage is collected in the GUI thread only.

Python collects on whichever thread happens to allocate next. A worker that reads a PGN would then free what a closed dialog has
left, or delete Qt objects that nobody owns, while Qt's own code runs in the GUI thread without Python's lock: a crash that
comes once in hours. So collecting by itself is switched off, and done here after events, before the loop sleeps: a window in
which nothing happens is not woken for it.
"""

import gc
import time

from PySide6.QtCore import QAbstractEventDispatcher, QObject, Slot

LEAST_S = 0.1  # between two collections: with `DUE` the whole is looked through at most every 30 s
DUE = (700, 10, 30)  # new objects; collections of the youngest, of the middle generation


class GarbageCollector(QObject):
    """Collects the generation that is due, by Python's own counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_s = 0.0  # when something was collected

    def start(self) -> None:
        """From now on nothing is collected elsewhere."""
        gc.disable()
        self._listening = QAbstractEventDispatcher.instance().aboutToBlock.connect(self.collect_due)

    @Slot()
    def settle(self) -> None:
        """What is there now, once the window is, is not looked through again: modules and views stay anyway. The little
        garbage among it stays too: looking for it would hold up the window for 30 ms and more."""
        gc.freeze()

    @Slot()
    def settle_anew(self) -> None:
        """The same after another window has taken the place of the first, which goes."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        """Python collects by itself again, on any thread: once there is no window."""
        QObject.disconnect(self._listening)
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
                return
