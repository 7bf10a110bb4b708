"""Python's cyclic garbage is collected in the GUI thread only.

Python collects on whichever thread happens to allocate next. A worker that reads a PGN would then free what a closed dialog has
left, or delete Qt objects that nobody owns, while Qt's own code runs in the GUI thread without Python's lock: a crash that
comes once in hours. So collecting by itself is switched off, and done here between two events.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS = 100  # how often it is looked whether there is something to do
DUE = (700, 10, 30)  # new objects; collections of the youngest, of the middle generation: the whole at most every 30 s


class GarbageCollector(QObject):
    """Collects the generation that is due, by Python's own counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.collect_due)

    def start(self) -> None:
        """From now on nothing is collected elsewhere."""
        gc.disable()
        self._timer.start()

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
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    @Slot()
    def collect_due(self) -> None:
        """One look: at most one collection."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > DUE[generation]:
                gc.collect(generation)
                return
