"""The user's own piece set: read, checked and rendered once as a trial on a worker thread before a board shows it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from desktop.model.errors import PieceSetError
from desktop.model.settings import Settings
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.ground.files import opened
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.services.kit.settings_store import SettingsStore

TRIAL_SIDE = 256  # pixels
TRIAL_MS = 5_000  # for the whole set; a drawing that takes longer would stop the window at every change of size
OWN = "own"


class PieceFolder(Service):
    """Follows the settings; `ready` carries the drawings of a folder, `failed` reports that it has none."""

    ready = Signal(object)  # dict: letter -> SVG
    failed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._worker = Worker("ratsu-pieces", self)
        self._folder = ""
        self._deadline = QTimer(self)
        self._deadline.setSingleShot(True)
        self._deadline.setInterval(TRIAL_MS)
        self._deadline.timeout.connect(self._too_slow)

    def window_shown(self, settings: SettingsStore) -> None:
        """Starts reading once the window can show a problem."""
        settings.changed.connect(self.read)
        self.read(settings.settings)

    @Slot(object)
    def read(self, settings: Settings) -> None:
        folder = settings.text("piece_folder") if settings.text("piece_set") == OWN else ""
        if folder == self._folder:
            return
        self._folder = folder
        self._deadline.stop()
        if folder:
            self._worker.submit_latest(partial(read_folder, Path(folder)), self._done, self._fail)
            self._deadline.start()
        elif settings.text("piece_set") == OWN:
            self._fail(Text("No folder with pieces has been chosen yet."))

    def _done(self, drawings: dict[str, bytes]) -> None:
        self._deadline.stop()
        self.ready.emit(drawings)

    def _fail(self, problem: Text) -> None:
        self._deadline.stop()
        self._folder = ""
        self._warn(problem)
        self.failed.emit()

    @Slot()
    def _too_slow(self) -> None:
        self._worker.drop_all()
        self._fail(Text("The pieces in %1 take too long to draw.", self._folder))


def read_folder(folder: Path) -> dict[str, bytes]:
    """The drawing of every piece, on any thread.

    :raises PieceSetError: the folder cannot be read, lacks a piece, or contains an unsafe drawing.
    """
    from desktop.model.board.piece_files import (  # few have pieces of their own
        LARGEST_SVG,
        checked_drawing,
        files_of_pieces,
    )

    try:
        names = [path.name for path in folder.iterdir() if path.is_file()]
        files = files_of_pieces(names)
        drawings: dict[str, bytes] = {}
        for man, name in files.items():
            with opened(folder / name) as file:
                drawings[man] = checked_drawing(file.read(LARGEST_SVG + 1), name)
    except OSError as error:
        raise PieceSetError("The pieces in %1 cannot be read (%2).", folder, error) from error
    for man, drawing in drawings.items():
        _draw(drawing, files[man])
    return drawings


def _draw(drawing: bytes, name: str) -> None:
    renderer = QSvgRenderer(QByteArray(drawing))
    if not renderer.isValid():
        raise PieceSetError("“%1” cannot be drawn.", name)
    picture = QImage(TRIAL_SIDE, TRIAL_SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    with QPainter(picture) as painter:
        renderer.render(painter)
