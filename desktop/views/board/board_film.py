"""A game as a film of the board: one picture a position, of which only the part is written that differs from the one before."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage

from desktop.model.board.gif import COLOURS, Frame, gif
from desktop.model.game.state import GameState
from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_export import canvas_like
from desktop.views.board.position_scene import scene_of
from engine.game.tree import ROOT

SIDE = 480  # pixels
_TILE = SIDE // 8
DELAY, LAST_DELAY = 100, 400  # hundredths of a second


def film(state: GameState, board: BoardCanvas) -> Iterator[bytes]:
    """The line that is shown, from the start of the game to its end, piece by piece: some 20 ms of work for each."""
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
    """The 256 that occur most: squares, pieces, and most of their soft edges."""
    counts: Counter[int] = Counter()
    for picture in pictures:
        counts.update(memoryview(picture.constBits()).cast("B").cast("I"))
    return [colour for colour, _ in counts.most_common(COLOURS)]


def _frames(canvas: BoardCanvas, state: GameState, ids: Sequence[int], colours: list[int]) -> Iterator[Frame]:
    before: QImage | None = None
    for place, node in enumerate(ids):
        picture = _picture(canvas, state, node)
        part = picture.rect() if before is None else _difference(before, picture)
        delay = LAST_DELAY if place == len(ids) - 1 else DELAY
        yield Frame(part.x(), part.y(), part.width(), part.height(), _numbers(picture.copy(part), colours), delay)
        before = picture


def _difference(before: QImage, after: QImage) -> QRect:
    """What has changed, in tiles; one tile where nothing has."""
    found = QRect()
    for top in range(0, SIDE, _TILE):
        for left in range(0, SIDE, _TILE):
            tile = QRect(left, top, _TILE, _TILE)
            if before.copy(tile) != after.copy(tile):
                found = found.united(tile)
    return found if not found.isEmpty() else QRect(0, 0, _TILE, _TILE)


def _numbers(picture: QImage, colours: list[int]) -> bytes:
    """The nearest colour of the table for every pixel, row after row without padding."""
    dither = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    indexed = picture.convertToFormat(QImage.Format.Format_Indexed8, colours, dither)
    data, line = bytes(indexed.constBits()), indexed.bytesPerLine()
    return b"".join(data[row * line : row * line + indexed.width()] for row in range(indexed.height()))
