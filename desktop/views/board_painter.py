"""Paints the layers of the board: squares, marks, pieces, arrows. Stateless: everything comes in as an argument."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from desktop.views.board_geometry import BoardGeometry, Coordinates
from desktop.views.board_scene import Brush, Shape
from desktop.views.theme import BODY, LARGE, SMALL, TITLE, Colours, font

BRUSHES = {
    Brush.GREEN: QColor(21, 120, 27, 200),
    Brush.RED: QColor(176, 32, 32, 200),
    Brush.BLUE: QColor(0, 72, 150, 200),
    Brush.YELLOW: QColor(214, 142, 0, 210),
}
_LAST_MOVE = QColor(228, 180, 40, 115)
_DESTINATION = QColor(15, 90, 82, 135)  # the same in light and dark: the squares hardly differ
_MIDDLE = Qt.AlignmentFlag.AlignCenter


def paint_squares(painter: QPainter, geometry: BoardGeometry, colours: Colours) -> None:
    """The 64 squares."""
    for square in range(64):
        light = ((square & 7) + (square >> 3)) % 2 == 1
        painter.fillRect(geometry.rect(square), QColor(colours.square_light if light else colours.square_dark))


def paint_coordinates(painter: QPainter, geometry: BoardGeometry, where: Coordinates, colours: Colours) -> None:
    """Letters below and numbers at the left, inside the edge squares or outside them."""
    if where is Coordinates.OFF or geometry.side < 18:
        return
    inside = where is Coordinates.INSIDE
    painter.setFont(font(_coordinate_size(geometry.side), bold=inside))
    painter.setPen(QColor(colours.square_ink if inside else colours.quiet))
    for index in range(8):
        bottom = geometry.rect(index + (56 if geometry.flipped else 0))
        left = geometry.rect(index * 8 + (7 if geometry.flipped else 0))
        file, rank = "abcdefgh"[index], str(index + 1)
        if inside:
            pad = geometry.side * 0.05
            right_bottom = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(bottom.adjusted(pad, 0, -pad, -pad / 2), right_bottom, file)
            painter.drawText(left.adjusted(pad, pad / 2, 0, 0), Qt.AlignmentFlag.AlignLeft, rank)
        else:
            painter.drawText(QRectF(bottom.left(), bottom.bottom() + 2, bottom.width(), 18), _MIDDLE, file)
            painter.drawText(QRectF(left.left() - 20, left.top(), 18, left.height()), _MIDDLE, rank)


def _coordinate_size(side: float) -> int:
    """A step of the type scale that suits the squares."""
    return SMALL if side < 88 else BODY if side < 120 else LARGE if side < 180 else TITLE


def paint_last_move(painter: QPainter, geometry: BoardGeometry, move: tuple[int, int]) -> None:
    """Tints both squares of the move that was played last."""
    for square in set(move):
        painter.fillRect(geometry.rect(square), _LAST_MOVE)


def paint_selected(painter: QPainter, geometry: BoardGeometry, square: int, colours: Colours) -> None:
    """The square of the piece that was picked up."""
    tint = QColor(colours.accent)
    tint.setAlpha(120)
    painter.fillRect(geometry.rect(square), tint)


def paint_check(painter: QPainter, geometry: BoardGeometry, square: int) -> None:
    """A red glow and a ring under a king in check: the ring is there for those who do not see the red."""
    rect = geometry.rect(square)
    glow = QRadialGradient(rect.center(), rect.width() * 0.62)
    glow.setColorAt(0.0, QColor(255, 40, 30, 240))
    glow.setColorAt(0.45, QColor(220, 20, 20, 190))
    glow.setColorAt(1.0, QColor(160, 0, 0, 0))
    painter.fillRect(rect, QBrush(glow))
    painter.setPen(QPen(QColor(140, 0, 0, 200), max(1.5, rect.width() * 0.035)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = rect.width() * 0.04
    painter.drawEllipse(rect.adjusted(inset, inset, -inset, -inset))


def paint_destination(painter: QPainter, geometry: BoardGeometry, square: int, capture: bool, hovered: bool) -> None:
    """A dot on an empty square, four corners around a piece that can be taken; filled when the mouse is over it."""
    rect = geometry.rect(square)
    tint = QColor(_DESTINATION)
    if hovered:
        painter.fillRect(rect, tint)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    if not capture:
        radius = rect.width() * 0.14
        painter.drawEllipse(rect.center(), radius, radius)
        return
    corners = QPainterPath()
    corners.addRect(rect)
    circle = QPainterPath()
    reach = rect.width() * 0.56
    circle.addEllipse(rect.center(), reach, reach)
    painter.drawPath(corners.subtracted(circle))


def paint_cursor(painter: QPainter, geometry: BoardGeometry, square: int) -> None:
    """The frame that the cursor keys move: two-coloured, so that it is seen on every square."""
    rect = geometry.rect(square)
    width = max(2.0, rect.width() * 0.05)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, inset in ((QColor("#ffffff"), width / 2), (QColor("#0b3f7a"), width * 1.5)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))


def paint_shape(painter: QPainter, geometry: BoardGeometry, shape: Shape) -> None:
    """An arrow, or a circle around one square."""
    colour = QColor(BRUSHES[shape.brush])
    side = geometry.side
    if shape.start == shape.end:
        rect = geometry.rect(shape.start)
        width = side * 0.07
        painter.setPen(QPen(colour, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))
        return
    if shape.engine:
        colour.setAlpha(140)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    thickness = side * (0.11 if shape.engine else 0.15)
    painter.drawPolygon(_arrow(geometry.centre(shape.start), geometry.centre(shape.end), side, thickness))


def _arrow(start: QPointF, end: QPointF, side: float, thickness: float) -> QPolygonF:
    """One outline, so that a half-transparent arrow has no darker seams."""
    length = math.hypot(end.x() - start.x(), end.y() - start.y())
    along = QPointF((end.x() - start.x()) / length, (end.y() - start.y()) / length)
    across = QPointF(-along.y(), along.x())
    tail = start + along * (side * 0.28)
    head_length = thickness * 2.4
    tip = end - along * (side * 0.05)
    neck = tip - along * head_length
    half, wide = thickness / 2, thickness * 1.35
    return QPolygonF(
        [
            tail + across * half,
            neck + across * half,
            neck + across * wide,
            tip,
            neck - across * wide,
            neck - across * half,
            tail - across * half,
        ]
    )
