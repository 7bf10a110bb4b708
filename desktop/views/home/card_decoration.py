"""The remaining space of a Home card, filled with the position of a game or, without data, a large pale icon."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.board.board_style import board_style
from desktop.views.kit import theme
from desktop.views.kit.icons import paint_glyph
from engine.game.position import Position

_LEAST, _LARGEST = 96, 128  # pixels: the minimum height to paint anything, and the largest picture
_LEAST_BOARD = 128


class CardDecoration(QWidget):
    """Fills the remaining height of a card. It only illustrates the card's text, so it has neither an accessible name nor the
    focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture, self._fen, self._flipped = "", "", False
        self._clicked: Callable[[], object] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        theme.theme().changed.connect(self._repaint)
        board_style().changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        """Empty, so that it never claims space."""
        return QSize(0, 0)

    def show_picture(self, name: str) -> None:
        """Shows an icon; empty: nothing."""
        self.picture, self._fen, self._clicked = name, "", None
        self.unsetCursor()
        self.update()

    def show_position(self, fen: str, flipped: bool, clicked: Callable[[], object]) -> None:
        """Shows a board; a click on it calls `clicked`."""
        self.picture, self._fen, self._flipped, self._clicked = "", fen, flipped, clicked
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.update()

    @property
    def has_board(self) -> bool:
        """Whether a position is shown."""
        return bool(self._fen) and min(self.width(), self.height()) >= _LEAST_BOARD

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Reacts to a click on the board."""
        if self._clicked is not None and self.has_board and self.rect().contains(event.position().toPoint()):
            self._clicked()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the board, or the icon in the middle."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.has_board:
                self._paint_board(painter)
            elif self.picture and self.height() >= _LEAST:
                side = min(_LARGEST, self.height() // 2)
                middle = QRectF(0, 0, self.width(), self.height()).center()
                place = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
                paint_glyph(painter, self.picture, place, QColor(theme.colours().line))

    def _paint_board(self, painter: QPainter) -> None:
        ratio, style = self.devicePixelRatioF(), board_style()
        geometry = BoardGeometry.fit(self.width(), self.height(), ratio, self._flipped, Coordinates.OFF)
        paint.paint_squares(painter, geometry, style.theme)
        for square, man in Position.of(self._fen, chess960=None).pieces.items():
            painter.drawPixmap(geometry.rect(square).topLeft(), style.pieces.picture(man, geometry.side, ratio))

    def _repaint(self) -> None:
        self.update()
