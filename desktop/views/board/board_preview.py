"""A strip of the board with the current colours and pieces, for the settings."""

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry
from desktop.views.board.board_style import board_style

_SIDE = 52
_ROWS = ("kqrbnp", "KQRBNP")


class BoardPreview(QWidget):
    """Two rows of six squares with all pieces; the white pawn has just moved, the black one can be captured."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("The board as it looks now"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        board_style().changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        """Six squares by two."""
        return QSize(6 * _SIDE, 2 * _SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the lower left corner of a whole board."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            look, ratio = board_style().theme, self.devicePixelRatioF()
            geometry = BoardGeometry(0, -6 * _SIDE, _SIDE)
            paint.paint_squares(painter, geometry, look)
            paint.paint_last_move(painter, geometry, (4, 5), look)
            paint.paint_destination(painter, geometry, 13, capture=True, hovered=False, goal=look.goal)
            for row, men in enumerate(_ROWS):
                for column, man in enumerate(men):
                    place = QRectF(column * _SIDE, row * _SIDE, _SIDE, _SIDE).topLeft()
                    painter.drawPixmap(place, board_style().pieces.picture(man, _SIDE, ratio))

    @Slot()
    def _repaint(self) -> None:
        self.update()
