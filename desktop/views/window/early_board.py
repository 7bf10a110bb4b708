"""The board and the moves of the game that a start begins, for use while the rest of the window is imported and built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.model.panel_layout import layout_from
from desktop.model.settings import Settings
from desktop.views.game.board_panel import BoardPanel
from desktop.views.game.game_sheet import GameSheet
from desktop.views.kit import geometry

if TYPE_CHECKING:
    from desktop.views.kit.view_factory import ViewFactory


class EarlyBoard(QWidget):
    """The body of the window until it is filled: the board's panel at its place, and the sheet of moves. The filled window takes
    both over."""

    def __init__(self, make: ViewFactory, settings: Settings) -> None:
        super().__init__()
        self._side = layout_from(settings.text("window_state"), ()).side_width
        self.panel = make(BoardPanel)
        self.sheet = make(GameSheet)
        for part in (self.panel, self.sheet):
            part.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the parts at their places."""
        self.panel.setGeometry(geometry.panel_at_start(self.size(), self._side))
        self.sheet.setGeometry(geometry.sheet_at_start(self.size(), self._side))
