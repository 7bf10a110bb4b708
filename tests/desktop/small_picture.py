"""Saves a picture as a PNG of at most 256 colours, so that docs/screens stays small: flat colours stay exact."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

COLOURS = 256
_EXACT = 96  # so many of the commonest colours are kept as they are
_BITS = 4  # the others are gathered in boxes of so many bits a channel, and the fullest boxes keep a colour


def save_small(picture: "QImage", path: Path) -> None:
    """Writes the picture with a colour table of its own. :raises OSError: it cannot be written."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    found = Counter(memoryview(plain.constBits()).cast("B").cast("I").tolist())
    flags = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    small = plain.convertToFormat(QImage.Format.Format_Indexed8, _table(found), flags)
    if not small.save(str(path), "PNG", 0):  # type: ignore[call-overload]
        raise OSError(f"{path} cannot be written")


def _table(found: Counter[int]) -> list[int]:
    """The colours that serve best: the commonest themselves, then the middle of the fullest boxes of the others."""
    ranked = [colour for colour, _ in found.most_common()]
    if len(ranked) <= COLOURS:
        return ranked
    exact = ranked[:_EXACT]
    boxes: dict[tuple[int, ...], Counter[int]] = {}
    for colour in ranked[_EXACT:]:
        key = tuple(((colour >> shift) & 255) >> (8 - _BITS) for shift in (16, 8, 0))
        boxes.setdefault(key, Counter())[colour] = found[colour]
    fullest = sorted(boxes.values(), key=lambda box: -box.total())[: COLOURS - _EXACT]
    return exact + [_middle(box) for box in fullest]


def _middle(box: Counter[int]) -> int:
    """The mean colour of a box, each colour weighed by how often it stands in the picture."""
    weight = box.total()
    channels = (
        sum(((colour >> shift) & 255) * times for colour, times in box.items()) // weight for shift in (16, 8, 0)
    )
    red, green, blue = channels
    return 0xFF000000 | red << 16 | green << 8 | blue
