"""Makes an animated picture of a game. After the first frame, only the part that changed is written."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage

from desktop.model.board.gif import COLOURS, GifFrame, gif
from desktop.model.game.state import GameState
from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_export import canvas_like
from desktop.views.board.position_scene import scene_of
from engine.game.tree import ROOT

SIDE = 480  # pixels
_TILE = SIDE // 8
DELAY, LAST_DELAY = 100, 400  # hundredths of a second


def film(state: GameState, board: BoardCanvas) -> Iterator[bytes]:
    """Yields the bytes of the film of the shown line, from the first move to the last. A frame takes about 20 ms."""
    ids = [ROOT, *(node.id for node in state.game.path(state.game.end(state.current)) if node.id != ROOT)]
    canvas = canvas_like(board, SIDE)
    try:
        colours = _colours([_picture(canvas, state, ids[place]) for place in {0, len(ids) // 2, len(ids) - 1}])
        yield from gif(SIDE, SIDE, colours, _frames(canvas, state, ids, colours))
    finally:
        canvas.deleteLater()


def _picture(canvas: BoardCanvas, state: GameState, node: int) -> QImage:
    canvas.scene = scene_of(replace(state, current=node))
    grabbed = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    grabbed.setDevicePixelRatio(1)
    if grabbed.width() == SIDE:
        return grabbed
    return grabbed.scaled(SIDE, SIDE, mode=Qt.TransformationMode.SmoothTransformation)


def _colours(pictures: Sequence[QImage]) -> list[int]:
    """Returns the 256 most frequent colours: squares, pieces, and most of their anti-aliased edges."""
    counts: Counter[int] = Counter()
    for picture in pictures:
        counts.update(memoryview(picture.constBits()).cast("B").cast("I"))
    return [colour for colour, _ in counts.most_common(COLOURS)]


def _frames(canvas: BoardCanvas, state: GameState, ids: Sequence[int], colours: list[int]) -> Iterator[GifFrame]:
    before: QImage | None = None
    for place, node in enumerate(ids):
        picture = _picture(canvas, state, node)
        part = picture.rect() if before is None else _difference(before, picture)
        delay = LAST_DELAY if place == len(ids) - 1 else DELAY
        yield GifFrame(part.x(), part.y(), part.width(), part.height(), _numbers(picture.copy(part), colours), delay)
        before = picture


def _difference(before: QImage, after: QImage) -> QRect:
    """Returns the rectangle that changed, in whole tiles; one tile if nothing changed."""
    found = QRect()
    for top in range(0, SIDE, _TILE):
        for left in range(0, SIDE, _TILE):
            tile = QRect(left, top, _TILE, _TILE)
            if before.copy(tile) != after.copy(tile):
                found = found.united(tile)
    return found if not found.isEmpty() else QRect(0, 0, _TILE, _TILE)


def _numbers(picture: QImage, colours: list[int]) -> bytes:
    """Returns the index of the nearest palette colour for every pixel, row by row without padding."""
    dither = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    indexed = picture.convertToFormat(QImage.Format.Format_Indexed8, colours, dither)
    data, line = bytes(indexed.constBits()), indexed.bytesPerLine()
    return b"".join(data[row * line : row * line + indexed.width()] for row in range(indexed.height()))
