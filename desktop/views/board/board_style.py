"""The look of all boards: one theme and one piece set for the whole program, changed live."""

from typing import cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from desktop.views.board import piece_sets
from desktop.views.board.board_pieces import PieceSet
from desktop.views.board.board_themes import BoardTheme, theme_named
from desktop.views.board.piece_sets import PieceDrawings
from desktop.views.kit.theme import theme

_LARGE = 1.14  # of the pieces, as far as they have room in their squares


class BoardStyle(QObject):
    """Emits `changed` when boards must be repainted. `pieces` is shared, so that each picture is rendered once."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.pieces = PieceSet()
        self._chosen = theme_named("")
        self._large = False
        theme().changed.connect(self._day_or_night)

    @property
    def theme(self) -> BoardTheme:
        """The colours in use."""
        return self._chosen.shown(theme().is_dark)

    @property
    def hatched(self) -> bool:
        """Whether dark squares are hatched instead of coloured."""
        return self._chosen.hatched

    def choose_theme(self, key: str) -> None:
        """Changes the theme."""
        wanted = theme_named(key)
        if wanted is not self._chosen:
            self._chosen = wanted
            self.changed.emit()

    def choose_pieces(self, key: str) -> None:
        """Changes to another built-in set; the user's own set comes with `use_pieces`."""
        if key != self.pieces.key and key != piece_sets.OWN:
            self.use_pieces(piece_sets.set_named(key))

    def use_pieces(self, drawings: PieceDrawings) -> None:
        """Changes to a set that was already loaded."""
        self.pieces.use(drawings.key, drawings.drawing)
        self.changed.emit()

    def choose_size(self, large: bool) -> None:
        """Draws the pieces as large as their squares, or with the usual distance around them."""
        if large != self._large:
            self._large = large
            self.pieces.enlarge(_LARGE if large else 1.0)
            self.changed.emit()

    @Slot()
    def _day_or_night(self) -> None:
        self.changed.emit()


def board_style() -> BoardStyle:
    """Returns the application's board style, which is made on first use."""
    application = cast(QApplication, QApplication.instance())
    found = application.property("ratsu_board_style")
    if not isinstance(found, BoardStyle):
        found = BoardStyle(application)
        application.setProperty("ratsu_board_style", found)
    return found
