"""The gesture that makes a film of a game."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.views.gestures.export_gestures import file_dialog, write_file
from desktop.views.window.window_context import WindowContext


class FilmGestures(QObject):
    """Makes the film a picture at a time, between the events of the window."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._making: Iterator[bytes] | None = None
        self._path = Path()
        self._pieces: list[bytes] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        context.on({"save_gif": self._ask})

    def _ask(self) -> None:
        dialog = file_dialog(self._context, self.tr("Save the game as an animation"), "GIF (*.gif)", "gif")
        dialog.fileSelected.connect(self._save)
        dialog.open()

    @Slot(str)
    def _save(self, name: str) -> None:
        self.save_film(Path(name))

    def save_film(self, path: Path) -> None:
        """The shown line of the game; a film that is still being made is given up for it."""
        from desktop.views.board.board_film import film

        self._path, self._pieces = path, []
        self._making = film(self._context.services.game.state, self._context.body.panel.board)
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        piece = next(self._making, None) if self._making is not None else None
        if piece is not None:
            self._pieces.append(piece)
            return
        self._timer.stop()
        self._making = None
        content, self._pieces = b"".join(self._pieces), []
        write_file(self._context, self._path, content)
