"""Exports the board as a picture: PNG, SVG."""

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF
from PySide6.QtGui import QImage

from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.board.board_painter import BRUSHES
from desktop.views.board.board_scene import BoardScene, BoardShape
from desktop.views.board.board_style import board_style
from desktop.views.kit.theme import colours, sign_colour

PICTURE_SIDE = 1200  # pixels of a saved picture
_AS_ON_SCREEN = 480  # up to this side, coordinates are as large as on the screen; in larger pictures they grow with it
_SQUARE = 100  # SVG units of one square
_OUTSIDE = 22  # units at the left and below, for coordinates outside
_DISC = 17  # units: half of the disc with the sign of a move
_DRAWING = re.compile(r"<svg\b(?P<attributes>[^>]*)>(?P<inner>.*)</svg>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w:\-]+)\s*=\s*\"([^\"]*)\"")
_ID = re.compile(r"(\bid=\"|url\(#|href=\"#)")  # names of gradients, which other pieces may also use
_OWN_ATTRIBUTES = ("xmlns", "viewBox", "width", "height", "x", "y", "version", "id", "baseProfile")


def board_picture(board: BoardCanvas, side: int = PICTURE_SIDE) -> QImage:
    """Returns the picture of `board` in the given size, without the state of a gesture."""
    copy = canvas_like(board, side)
    copy.scene, copy.shapes, copy.engine_shapes = board.scene, board.shapes, board.engine_shapes
    picture = copy.grab().toImage()
    copy.deleteLater()
    return picture


def canvas_like(board: BoardCanvas, side: int) -> BoardCanvas:
    """Returns a new hidden board with the look of another one. The caller deletes it."""
    copy = BoardCanvas()
    copy.resize(side, side)
    copy.coordinate_scale = max(1.0, side / _AS_ON_SCREEN)
    copy.hidden, copy.show_last_move = board.hidden, board.show_last_move
    copy.set_flipped(board.flipped)
    copy.set_coordinates(board.coordinates)
    copy.fit()
    return copy


def png(picture: QImage) -> bytes:
    """Returns the picture as a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def board_svg(scene: BoardScene, flipped: bool, coordinates: Coordinates, shapes: tuple[BoardShape, ...] = ()) -> bytes:
    """Returns the board as one scalable SVG file that includes the pieces."""
    geometry = BoardGeometry(0, 0, _SQUARE, flipped)
    look = board_style().theme
    side = 8 * _SQUARE
    margin = _OUTSIDE if coordinates is Coordinates.OUTSIDE else 0
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} 0 {side + margin} {side + margin}">']
    if margin:
        parts.append(f'<rect x="{-margin}" width="{side + margin}" height="{side + margin}" fill="#ffffff"/>')
    if look.hatched:
        parts.append(
            '<defs><pattern id="hatch" width="12.5" height="12.5" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><path d="M0 0V12.5" stroke="#5a5a5a" stroke-width="2.5"/></pattern></defs>'
        )
    for square in range(64):
        light = ((square & 7) + (square >> 3)) % 2 == 1
        parts.append(_square(geometry, square, look.light if light else look.dark))
        if look.hatched and not light:
            parts.append(_square(geometry, square, "url(#hatch)"))
    for square in set(scene.last_move or ()):
        parts.append(_square(geometry, square, look.mark, 'fill-opacity="0.5"'))
    if scene.check is not None:
        centre = geometry.centre(scene.check)
        parts.append(f'<circle cx="{centre.x():g}" cy="{centre.y():g}" r="46" fill="#d33" fill-opacity="0.7"/>')
    if coordinates is not Coordinates.OFF:
        parts += _coordinates(geometry, look.ink if not margin else "#444444", margin)
    parts += [_piece(geometry, square, letter) for square, letter in sorted(scene.pieces.items())]
    if scene.last_move is not None and scene.sign:
        parts.append(_sign(geometry, scene.last_move[1], scene.sign))
    parts += [_shape(geometry, shape) for shape in shapes]
    if look.hatched:
        parts.append(f'<rect width="{side}" height="{side}" fill="none" stroke="{look.ink}" stroke-width="3"/>')
    parts.append("</svg>\n")
    return "\n".join(parts).encode()


def _square(geometry: BoardGeometry, square: int, fill: str, more: str = "") -> str:
    rect = geometry.rect(square)
    return f'<rect x="{rect.x():g}" y="{rect.y():g}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}" {more}/>'


def _piece(geometry: BoardGeometry, square: int, letter: str) -> str:
    """Returns the drawing as a group: SVG Tiny, which Qt and others read, has no nested <svg> elements."""
    rect = geometry.rect(square)
    text = board_style().pieces.svg(letter).decode("utf-8", "replace")
    found = _DRAWING.search(text)
    if found is None:
        return ""
    attributes = dict(_ATTRIBUTE.findall(found["attributes"]))
    box = [float(number) for number in re.split(r"[\s,]+", attributes.get("viewBox", "").strip()) if number]
    left, top, width, height = box if len(box) == 4 else (0.0, 0.0, 45.0, 45.0)
    scale = _SQUARE / max(width, height, 1e-6)
    kept = " ".join(f'{name}="{value}"' for name, value in attributes.items() if name not in _OWN_ATTRIBUTES)
    inner = _ID.sub(rf"\g<1>{'w' if letter.isupper() else 'b'}{letter}-", found["inner"])
    place = f"translate({rect.x():g} {rect.y():g}) scale({scale:g}) translate({-left:g} {-top:g})"
    return f'<g transform="{place}"><g {kept}>{inner}</g></g>'


def _sign(geometry: BoardGeometry, square: int, sign: str) -> str:
    """Draws the move's sign (such as `?!`) as on the screen: in a disc at the upper right corner."""
    rect, c = geometry.rect(square), colours()
    x, y = rect.x() + _SQUARE - _DISC, rect.y() + _DISC
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_DISC - 1}" fill="{sign_colour(sign)}" stroke="{c.on_accent}"/>'
        f'<text x="{x:g}" y="{y + 7:g}" font-family="sans-serif" font-size="20" font-weight="bold" '
        f'text-anchor="middle" fill="{c.on_accent}">{sign}</text>'
    )


def _coordinates(geometry: BoardGeometry, ink: str, margin: int) -> list[str]:
    made = []
    across, down = (
        (-margin + 4, 6 - _SQUARE / 2) if margin else (4, 18 - _SQUARE)
    )  # of a number, from the foot of its square
    for index in range(8):
        bottom = geometry.rect(index + (56 if geometry.flipped else 0))
        left = geometry.rect(index * 8 + (7 if geometry.flipped else 0))
        style = f'font-family="sans-serif" font-size="17" font-weight="bold" fill="{ink}"'
        x, y = (bottom.center().x() - 5, bottom.bottom() + 17) if margin else (bottom.right() - 14, bottom.bottom() - 6)
        made.append(f'<text x="{x:g}" y="{y:g}" {style}>{"abcdefgh"[index]}</text>')
        made.append(f'<text x="{left.left() + across:g}" y="{left.bottom() + down:g}" {style}>{index + 1}</text>')
    return made


def _shape(geometry: BoardGeometry, shape: BoardShape) -> str:
    start, end = geometry.centre(shape.start), geometry.centre(shape.end)
    colour = BRUSHES[shape.brush].name()
    if shape.start == shape.end:
        circle = f'<circle cx="{start.x():g}" cy="{start.y():g}" r="45"'
        return f'{circle} fill="none" stroke="{colour}" stroke-width="7" stroke-opacity="0.8"/>'
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    unit = along / length
    neck, wide = end - unit * 38, 20
    head = [end - unit * 4, neck + _turned(unit, wide), neck - _turned(unit, wide)]
    points = " ".join(f"{point.x():g},{point.y():g}" for point in head)
    line = f"M{start.x():g} {start.y():g}L{neck.x():g} {neck.y():g}"
    return (
        f'<g fill="{colour}" stroke="{colour}" opacity="0.8"><path d="{line}" stroke-width="14"/>'
        f'<polygon points="{points}" stroke="none"/></g>'
    )


def _turned(unit: QPointF, length: float) -> QPointF:
    return QPointF(-unit.y(), unit.x()) * length
