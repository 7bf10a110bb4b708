"""Pictures of the pieces, rendered from SVG at exactly the size in which they are shown.

The default set comes from the `chess` package (Colin M. L. Burnett, GPL); `piece_sets` has the others. Pictures are
cached.
"""

import ast
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtSvg import QSvgRenderer

_VIEW_BOX: Final = 45  # the side of the drawings in their own units
_MOST_PICTURES = 96  # twelve pieces in eight sizes: the boards, the palette, the captured pieces


@cache
def _drawings() -> dict[str, str]:
    """Returns the table `chess.svg.PIECES`, read from the module's source text.

    Importing it would import all of `chess`, which takes a third of the program's time limit for its start. In a packed
    program, without source text, the module is imported.
    """
    spec = find_spec("chess")
    file = Path(spec.origin).parent / "svg.py" if spec is not None and spec.origin else Path()
    if file.is_file():
        _, found, rest = file.read_text("utf-8").partition("\nPIECES = {\n")
        body, end, _ = rest.partition("\n}\n")
        if found and end:
            table: dict[str, str] = ast.literal_eval("{\n" + body + "\n}")
            return table
    import chess.svg

    return dict(chess.svg.PIECES)


def svg(letter: str) -> bytes:
    """Returns the SVG of a piece, upper case for White.

    :raises KeyError: if the letter is not one of `PNBRQKpnbrqk`.
    """
    drawing = _drawings()[letter]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_VIEW_BOX} {_VIEW_BOX}">'
    return f"{head}{drawing}</svg>".encode()


class PieceSet:
    """Renders the pieces of the current set."""

    def __init__(self) -> None:
        self.key = "standard"
        self._drawing: Callable[[str], bytes] = svg
        self._factor = 1.0
        self._renderers: dict[str, QSvgRenderer] = {}
        self._pictures: dict[tuple[str, int, float], QPixmap] = {}

    def use(self, key: str, drawing: Callable[[str], bytes]) -> None:
        """Changes the set; `drawing` returns the SVG of a letter."""
        self.key, self._drawing = key, drawing
        self._renderers.clear()
        self._pictures.clear()

    def enlarge(self, factor: float) -> None:
        """Draws the pieces larger within their squares."""
        self._factor = factor
        self._pictures.clear()

    def svg(self, letter: str) -> bytes:
        """Returns the SVG of a piece."""
        return self._drawing(letter)

    def picture(self, letter: str, side: float, pixel_ratio: float) -> QPixmap:
        """Returns a piece as a square picture of `side` device-independent pixels, sharp at `pixel_ratio`."""
        pixels = max(1, round(side * pixel_ratio))
        key = (letter, pixels, pixel_ratio)
        found = self._pictures.get(key)
        if found is None:
            if len(self._pictures) > _MOST_PICTURES:  # dragging the window's corner passes through hundreds of sizes
                self._pictures.clear()
            found = self._pictures[key] = self._draw(letter, pixels, pixel_ratio)
        return found

    def _draw(self, letter: str, pixels: int, pixel_ratio: float) -> QPixmap:
        renderer = self._renderers.get(letter)
        if renderer is None:
            renderer = self._renderers[letter] = QSvgRenderer(QByteArray(self._drawing(letter)))
        square = QRectF(0, 0, pixels, pixels)
        picture = _drawn(renderer, pixels, square)
        if self._factor > 1:
            picture = _drawn(renderer, pixels, _enlarged(square, _ink(picture), self._factor))
        picture.setDevicePixelRatio(pixel_ratio)
        return picture


def _drawn(renderer: QSvgRenderer, pixels: int, area: QRectF) -> QPixmap:
    picture = QPixmap(pixels, pixels)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, area)
    return picture


def _ink(picture: QPixmap) -> QRectF:
    """The rectangle of what is drawn."""
    return QRectF(QRegion(picture.createMaskFromColor(Qt.GlobalColor.transparent)).boundingRect())


def _enlarged(square: QRectF, ink: QRectF, factor: float) -> QRectF:
    """The area of a larger drawing, whose ink stays in the square: neither crown nor cross is cut."""
    inner = square.adjusted(1, 1, -1, -1)
    factor = min(factor, inner.width() / max(1, ink.width()), inner.height() / max(1, ink.height()))
    edge = (factor - 1) / 2 * square.width()
    area = square.adjusted(-edge, -edge, edge, edge)
    left, top = ink.left() * factor - edge, ink.top() * factor - edge
    return area.translated(
        _into(left, ink.width() * factor, inner.left(), inner.right()),
        _into(top, ink.height() * factor, inner.top(), inner.bottom()),
    )


def _into(start: float, length: float, low: float, high: float) -> float:
    """The distance that brings a stretch between two bounds."""
    return max(low - start, 0) + min(high - start - length, 0)
