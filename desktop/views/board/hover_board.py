"""A small board beside the mouse that previews the position after a line."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QWidget

from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_geometry import Coordinates
from desktop.views.board.board_scene import BoardScene
from desktop.views.board.position_scene import last_ends_of
from desktop.views.kit import theme
from desktop.views.kit.layouts import in_column
from engine.game.position import Position

SIDE = 216  # pixels, a multiple of 8
_GAP = 3 * theme.SPACE


class HoverBoard(QFrame):
    """An overlay that ignores mouse and keyboard; its caller shows and hides it.

    A separate window could not choose its place on Wayland.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self.setProperty("look", "card")
        self.canvas = BoardCanvas(self)
        self.canvas.animation_ms = 0
        self.canvas.set_coordinates(Coordinates.OFF)
        side = theme.scaled(SIDE // 8) * 8
        self.canvas.setFixedSize(side, side)
        in_column(self.canvas, inside=self, margins=1)
        self.setFixedSize(QSize(side + 2 * theme.SPACE, side + 2 * theme.SPACE))

    def show_position(self, fen: str, last: str, flipped: bool, beside: QRect) -> None:
        """Shows a position with its last move (coordinates) beside a rectangle of the window."""
        pieces = Position.of(fen, chess960=None).pieces
        self.canvas.set_flipped(flipped)
        self.canvas.scene = BoardScene(pieces=pieces, last_move=last_ends_of(last, pieces))
        self.canvas.update()
        self.move(self._place(beside))
        self.show()
        self.raise_()

    def _place(self, beside: QRect) -> QPoint:
        """Returns a place below the rectangle, or above it if it does not fit there; always inside the window."""
        parent = self.parentWidget()
        area = parent.rect() if parent is not None else beside
        x = max(area.left(), min(beside.left(), area.right() - self.width()))
        below = beside.bottom() + _GAP
        fits = below + self.height() <= area.bottom()
        return QPoint(x, below if fits else max(area.top(), beside.top() - _GAP - self.height()))
