"""Paints the layers of the board: squares, marks, pieces, arrows. Stateless: all input is passed as arguments."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRadialGradient

from desktop.views.board.board_geometry import MARGIN, BoardGeometry, Coordinates
from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.board_themes import BoardTheme
from desktop.views.kit.theme import BODY, LARGE, SMALL, TITLE, Colours, font, font_of, scaled, sign_colour

BRUSHES = {
    Brush.GREEN: QColor(21, 120, 27, 200),
    Brush.RED: QColor(176, 32, 32, 200),
    Brush.BLUE: QColor(0, 72, 150, 200),
    Brush.YELLOW: QColor(214, 142, 0, 210),
}
_MIDDLE = Qt.AlignmentFlag.AlignCenter


def ground(size: QSize, pixel_ratio: float, geometry: BoardGeometry, look: BoardTheme) -> QPixmap:
    """Returns a picture of the given size with the squares."""
    made = QPixmap(round(size.width() * pixel_ratio), round(size.height() * pixel_ratio))
    made.setDevicePixelRatio(pixel_ratio)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        paint_squares(painter, geometry, look)
    return made


def paint_squares(painter: QPainter, geometry: BoardGeometry, look: BoardTheme) -> None:
    """Paints the 64 squares; a hatched board has lines on the dark ones and a frame."""
    for square in range(64):
        light = ((square & 7) + (square >> 3)) % 2 == 1
        rect = geometry.rect(square)
        painter.fillRect(rect, QColor(look.light if light else look.dark))
        if look.hatched and not light:
            _hatch(painter, rect)
    if look.hatched:
        painter.setPen(QPen(QColor(look.ink), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(geometry.board.adjusted(0.5, 0.5, -0.5, -0.5))


def _hatch(painter: QPainter, rect: QRectF) -> None:
    """Paints parallel lines from the lower left to the upper right, as in printed diagrams; they meet at the edges of squares."""
    painter.save()
    painter.setClipRect(rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#5a5a5a"), max(0.8, rect.width() / 70)))
    step = rect.width() / 8
    for index in range(1, 16):
        painter.drawLine(
            QPointF(rect.left() + index * step - rect.width(), rect.bottom()),
            QPointF(rect.left() + index * step, rect.top()),
        )
    painter.restore()


def paint_coordinates(
    painter: QPainter, geometry: BoardGeometry, where: Coordinates, ink: str, scale: float = 1.0
) -> None:
    """Paints the letters below and the numbers at the left, inside the edge squares or outside.

    `scale`: size relative to the screen.
    """
    if where is Coordinates.OFF or geometry.side < 18:
        return
    inside, margin = where is Coordinates.INSIDE, MARGIN * scale
    size = _coordinate_size(geometry.side / scale) if inside else SMALL
    painter.setFont(font_of(round(size * scale), bold=inside))
    painter.setPen(QColor(ink))
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
            painter.drawText(QRectF(bottom.left(), bottom.bottom() + 1, bottom.width(), margin), _MIDDLE, file)
            painter.drawText(QRectF(left.left() - margin, left.top(), margin - 2, left.height()), _MIDDLE, rank)


def _coordinate_size(side: float) -> int:
    """Returns the step of the type scale that suits the size of the squares."""
    return SMALL if side < 88 else BODY if side < 120 else LARGE if side < 180 else TITLE


def paint_last_move(painter: QPainter, geometry: BoardGeometry, move: tuple[int, int], look: BoardTheme) -> None:
    """Marks both squares of the last move: tinted, with corners at its start and a frame at its end."""
    start, end = move
    for square in {start, end}:
        rect = geometry.rect(square)
        tint = QColor(look.mark)
        tint.setAlpha(125)
        painter.fillRect(rect, tint)
        width = max(1.0, rect.width() * 0.03)
        line = QColor(look.mark_line)
        line.setAlpha(190)
        painter.setPen(QPen(line, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = rect.adjusted(width / 2, width / 2, -width / 2, -width / 2)
        if square == end:
            painter.drawRect(inner)
        else:
            painter.drawPath(_corners(inner, rect.width() * 0.2))


def _corners(rect: QRectF, length: float) -> QPainterPath:
    path = QPainterPath()
    for corner, along in (
        (rect.topLeft(), (1, 1)),
        (rect.topRight(), (-1, 1)),
        (rect.bottomRight(), (-1, -1)),
        (rect.bottomLeft(), (1, -1)),
    ):
        path.moveTo(corner + QPointF(along[0] * length, 0))
        path.lineTo(corner)
        path.lineTo(corner + QPointF(0, along[1] * length))
    return path


def paint_selected(painter: QPainter, geometry: BoardGeometry, square: int, colours: Colours) -> None:
    """Marks the square of the piece that was picked up."""
    tint = QColor(colours.accent)
    tint.setAlpha(120)
    painter.fillRect(geometry.rect(square), tint)


def paint_premoves(
    painter: QPainter, geometry: BoardGeometry, moves: tuple[tuple[int, int], ...], colours: Colours
) -> None:
    """Marks premoves: tinted squares, with the number of the premove on its target square."""
    veil = QColor(30, 60, 110, 105)
    for square in {square for move in moves for square in move}:
        painter.fillRect(geometry.rect(square), veil)
    painter.setFont(font(SMALL, bold=True))
    for number, (_, end) in enumerate(moves, 1):
        rect = geometry.rect(end)
        side = scaled(16)
        chip = QRectF(rect.right() - side - 2, rect.top() + 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(chip)
        painter.setPen(QColor(colours.on_accent))
        painter.drawText(chip, _MIDDLE, str(number))


def paint_check(painter: QPainter, geometry: BoardGeometry, square: int, progress: float = 1.0) -> None:
    """Paints a red glow and a ring under a king in check.

    The ring is for players who do not see red. While the checking piece slides (`progress` 0-1), the ring shrinks from
    half a square outside and the glow grows.
    """
    rect = geometry.rect(square)
    painter.setOpacity(progress)
    glow = QRadialGradient(rect.center(), rect.width() * 0.62)
    glow.setColorAt(0.0, QColor(255, 40, 30, 240))
    glow.setColorAt(0.45, QColor(220, 20, 20, 190))
    glow.setColorAt(1.0, QColor(160, 0, 0, 0))
    painter.fillRect(rect, QBrush(glow))
    painter.setPen(QPen(QColor(140, 0, 0, 200), max(1.5, rect.width() * 0.035)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = rect.width() * (0.04 - 0.5 * (1.0 - progress))
    painter.drawEllipse(rect.adjusted(inset, inset, -inset, -inset))
    painter.setOpacity(1.0)


def paint_sign(painter: QPainter, geometry: BoardGeometry, square: int, sign: str, colours: Colours) -> None:
    """Paints the sign of a move (such as `?!`) in a disc at the upper right corner of its target square."""
    rect, size = geometry.rect(square), max(18.0, geometry.side * 0.34)
    disc = QRectF(rect.right() - size, rect.top(), size, size)
    painter.setPen(QPen(QColor(colours.on_accent), max(1.0, size * 0.05)))
    painter.setBrush(QColor(sign_colour(sign)))
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
    painter.setFont(font_of(round(size * 0.6), bold=True))
    painter.drawText(disc, _MIDDLE, sign)


def paint_destination(
    painter: QPainter, geometry: BoardGeometry, square: int, capture: bool, hovered: bool, goal: str
) -> None:
    """Paints a dot on an empty square, four corners around a piece that can be captured; filled under the mouse."""
    rect = geometry.rect(square)
    tint = QColor(goal)
    tint.setAlpha(140)
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
    """Paints the keyboard cursor: a frame in two colours, visible on every square."""
    rect = geometry.rect(square)
    width = max(2.0, rect.width() * 0.05)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, inset in ((QColor("#ffffff"), width / 2), (QColor("#0b3f7a"), width * 1.5)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))


def paint_shape(painter: QPainter, geometry: BoardGeometry, shape: BoardShape) -> None:
    """Paints an arrow, or a circle around one square."""
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
    """Returns the arrow as one outline, so that a half-transparent arrow has no darker seams."""
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
