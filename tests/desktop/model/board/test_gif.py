"""GIF files: what is written is what Qt's own reader shows."""

import random

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImageReader

from desktop.model.board.gif import GifFrame, gif


def shown(content: bytes) -> list[list[list[int]]]:
    """Every picture of the film as rows of 0xRRGGBB, as Qt reads it."""
    data = QByteArray(content)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"gif"))
    pictures = []
    while reader.canRead():
        image = reader.read()
        assert not image.isNull(), reader.errorString()
        pictures.append([[image.pixel(x, y) & 0xFFFFFF for x in range(image.width())] for y in range(image.height())])
    return pictures


def test_a_rectangle_replaces_what_was_there(qapp: object) -> None:
    colours = [0x000000, 0xFFFFFF, 0x00AA55]
    film = b"".join(
        gif(
            3,
            2,
            colours,
            [GifFrame(0, 0, 3, 2, bytes((0, 1, 0, 1, 0, 1)), 50), GifFrame(1, 1, 2, 1, bytes((2, 2)), 50)],
        )
    )
    black, white, green = colours
    assert shown(film) == [
        [[black, white, black], [white, black, white]],
        [[black, white, black], [white, green, green]],
    ]


def test_pictures_of_every_kind_survive_the_packing(qapp: object) -> None:
    source = random.Random(7)
    colours = [source.randrange(1 << 24) for _ in range(256)]
    side = 150  # 22,500 pixels: noise fills the table of 4,096 codes several times
    noise = bytes(source.randrange(256) for _ in range(side * side))
    few = bytes(source.choice((3, 3, 3, 200)) for _ in range(side * side))
    for pixels in (noise, few, bytes(side * side), noise[:1] + bytes(side * side - 1)):
        (picture,) = shown(b"".join(gif(side, side, colours, [GifFrame(0, 0, side, side, pixels, 10)])))
        assert [colour for row in picture for colour in row] == [colours[pixel] for pixel in pixels]


def test_pictures_of_every_size_survive_the_packing(qapp: object) -> None:
    source = random.Random(8)
    colours = list(range(256))
    for width in [*range(1, 40), *range(250, 270), *range(505, 520), 3_838, 3_839, 3_840, 3_841, 3_842, 3_843]:
        pixels = bytes(source.randrange(256) for _ in range(width))
        (picture,) = shown(b"".join(gif(width, 1, colours, [GifFrame(0, 0, width, 1, pixels, 10)])))
        assert picture[0] == list(pixels)
