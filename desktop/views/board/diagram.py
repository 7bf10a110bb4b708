"""A position as printed in chess books: hatched squares, coordinates outside the board, and a sign for the side to move."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry
from desktop.views.board.board_style import board_style
from desktop.views.board.board_themes import theme_named
from desktop.views.board.position_scene import shape_of
from engine.game.position import Position

_EDGE = 0.5  # squares beside the board: numbers at the left, the sign of the side to move at the right, letters below
WIDTH, HEIGHT = 8 + 2 * _EDGE, 8 + _EDGE  # of a diagram, in squares


def diagram_picture(fen: str, drawings: tuple[str, ...], flipped: bool, side: int) -> QImage:
    """Returns the diagram of a position with squares of `side` pixels; `drawings` in PGN's notation. Without
    drawings it has no colours, since a page may hold many diagrams."""
    picture = QImage(round(WIDTH * side), round(HEIGHT * side), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    geometry = BoardGeometry(round(_EDGE * side), 0, side, flipped)
    position = Position.of(fen, chess960=None)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint.paint_squares(painter, geometry, theme_named("print"))
        _frame(painter, geometry)
        _coordinates(painter, geometry)
        _side_to_move(painter, geometry, position.white_to_move)
        for square, letter in position.pieces.items():
            painter.drawPixmap(geometry.rect(square).topLeft(), board_style().pieces.picture(letter, side, 1.0))
        for drawing in drawings:
            paint.paint_shape(painter, geometry, shape_of(drawing))
    return picture if drawings else picture.convertToFormat(QImage.Format.Format_Grayscale8)


def _frame(painter: QPainter, geometry: BoardGeometry) -> None:
    width = geometry.side / 24
    painter.setPen(QPen(QColor("black"), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = width / 2
    painter.drawRect(geometry.board.adjusted(half, half, -half, -half))


def _coordinates(painter: QPainter, geometry: BoardGeometry) -> None:
    font = QFont()
    font.setPixelSize(round(geometry.side * 0.36))
    painter.setFont(font)
    painter.setPen(QColor("black"))
    edge, middle = _EDGE * geometry.side, Qt.AlignmentFlag.AlignCenter
    for index in range(8):
        below = geometry.rect(index + (56 if geometry.flipped else 0))
        beside = geometry.rect(index * 8 + (7 if geometry.flipped else 0))
        painter.drawText(QRectF(below.left(), below.bottom(), below.width(), edge), middle, "abcdefgh"[index])
        painter.drawText(QRectF(beside.left() - edge, beside.top(), edge, beside.height()), middle, str(index + 1))


def _side_to_move(painter: QPainter, geometry: BoardGeometry, white: bool) -> None:
    """Paints a small square in the colour of the side to move, at that player's edge."""
    edge = _EDGE * geometry.side
    size = edge * 0.5
    at_foot = white is not geometry.flipped
    board = geometry.board
    top = board.bottom() - size - 2 if at_foot else board.top() + 2
    painter.setPen(QPen(QColor("black"), max(1.0, size / 8)))
    painter.setBrush(QColor("white") if white else QColor("black"))
    painter.drawRect(
        QRectF(QPointF(board.right() + (edge - size) / 2, top), QPointF(board.right() + (edge + size) / 2, top + size))
    )
