"""A listed file to whose end another part of the program adds games: that of a match which is being played."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.services.files import list_tasks as work
from desktop.services.kit.tasks import Worker

GROWTH_MS = 1_000  # between two readings of the file, as a fast match ends many games a second


class GrowingFile(QObject):
    """Reads the file again on the loader's thread, at most once in GROWTH_MS, and once more after the last game."""

    grown = Signal(object)  # work.FileLoading: all games of the file, read

    def __init__(self, loader: Worker, parent: QObject) -> None:
        super().__init__(parent)
        self._loader, self._path, self._again = loader, "", False
        self._reading = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(GROWTH_MS)
        self._timer.timeout.connect(self._read)

    def grow(self, path: str) -> None:
        """Reads the file soon. A file that cannot be read then is not listed again; the games listed before stay."""
        self._path = path
        if self._reading:
            self._again = True
        elif not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _read(self) -> None:
        load = work.FileLoading(partial(work.listed, Path(self._path)))
        self._reading = True
        self._loader.submit(load.run, lambda _: self._read_to_end(load), lambda _: self._end())

    def _read_to_end(self, load: work.FileLoading) -> None:
        self.grown.emit(load)
        self._end()

    def _end(self) -> None:
        self._reading = False
        if self._again:
            self._again = False
            self._timer.start()
