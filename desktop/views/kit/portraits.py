"""Portraits of the persons that the engine can imitate, drawn from SVG at the size shown."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_FOLDER = Path(__file__).parents[2] / "resources" / "faces"
_MOST_PICTURES = 64


@lru_cache(maxsize=_MOST_PICTURES)
def face(key: str, side: int, ratio: float) -> QPixmap:
    """The portrait of a person, `side` device-independent pixels wide and high; empty for an unknown key."""
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    path = _FOLDER / f"{key}.svg"
    if key and path.is_file():
        with QPainter(picture) as painter:
            QSvgRenderer(str(path)).render(painter, QRectF(0, 0, side, side))
    return picture
