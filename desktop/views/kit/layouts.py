"""Column and row layouts built in one call. All distances are multiples of `theme.SPACE`."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.views.kit import theme

STRETCH: Final = None  # in place of an item: takes the remaining space
Content = QWidget | QLayout


class Spacing(int):
    """A fixed distance in pixels, in place of an item."""


# (content, its share of the space); None: STRETCH, with share 1 if it comes without one.
Item = Content | tuple[Content | None, int] | Spacing | None
Margins = int | tuple[int, int, int, int]  # all around | left, top, right, bottom


def in_column(
    *items: Item, inside: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """A layout of the items from top to bottom, set on `inside` if that is given. None for margins or spacing: Qt's defaults."""
    box = QVBoxLayout()
    _fill(box, items, inside, margins, spacing)
    return box


def in_row(
    *items: Item, inside: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """A layout of the items from left to right; parameters as in `in_column`."""
    box = QHBoxLayout()
    _fill(box, items, inside, margins, spacing)
    return box


def _fill(
    box: QBoxLayout, items: tuple[Item, ...], inside: QWidget | None, margins: Margins | None, spacing: int | None
) -> None:
    if inside is not None:
        inside.setLayout(box)
    if margins is not None:
        around = (margins,) * 4 if isinstance(margins, int) else margins
        box.setContentsMargins(*(theme.SPACE * margin for margin in around))
    if spacing is not None:
        box.setSpacing(theme.SPACE * spacing)
    for item in items:
        content, share = item if isinstance(item, tuple) else (item, 0 if item is not None else 1)
        if content is None:
            box.addStretch(share)
        elif isinstance(content, Spacing):
            box.addSpacing(theme.SPACE * content)
        elif isinstance(content, QWidget):
            box.addWidget(content, share)
        else:
            box.addLayout(content, share)


def scrolled(page: QWidget, *, sideways: bool = False) -> QScrollArea:
    """A frameless scroll area around a page. It scrolls up and down, and `sideways` too if asked; otherwise the page fits its
    width."""
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
