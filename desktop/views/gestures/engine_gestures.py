"""Gestures of the menu Engines: external engines, matches between engines, the user's own rating."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QDialog

from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext


class EngineGestures(QObject):
    """Joins the actions with their dialogs; each is imported when it is wanted."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._match: QDialog | None = None
        actions = {"engines": self._show_engines, "engine_match": self._show_match, "rating": self._show_rating}
        context.on(actions)
        context.body.mode_bar.mode_chosen.connect(self._mode_chosen)

    def _show_engines(self) -> None:
        from desktop.views.engines.engines_dialog import EnginesDialog

        EnginesDialog(self._context.services, self._context.window).open()

    def _show_match(self) -> None:
        """A window beside the board: a match lasts, and one wants to continue with something else."""
        if self._match is None:
            from desktop.views.engines.engine_match_dialog import EngineMatchDialog

            self._match = dialog = EngineMatchDialog(self._context.services, self._context.window)
            dialog.destroyed.connect(self._forget_match)
            dialog.pgn_wanted.connect(self._open_pgn)
        if self._match.isVisible():
            self._match.raise_()
            self._match.activateWindow()
        self._match.show()

    def _forget_match(self) -> None:
        self._match = None

    def _open_pgn(self, path: str) -> None:
        self._context.services.files.open_file(Path(path))
        self._context.window.window().activateWindow()

    def _show_rating(self) -> None:
        from desktop.views.engines.rating_dialog import RatingDialog

        RatingDialog(self._context.services, self._context.window).open()

    @Slot(object)
    def _mode_chosen(self, mode: Mode) -> None:
        """Book and tables are help in a rated game; analysis reports itself."""
        if mode in (Mode.BOOK, Mode.TABLES):
            self._context.services.rating.help_used()
