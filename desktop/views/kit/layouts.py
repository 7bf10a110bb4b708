"""Column and row layouts built in one call. All distances are multiples of `theme.SPACE`."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QLayoutItem, QScrollArea, QVBoxLayout, QWidget

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


class Flow(QLayout):
    """A row that continues in further rows where it is too narrow. `apart`: the number of last widgets at the right end."""

    def __init__(self, *widgets: QWidget, inside: QWidget | None = None, apart: int = 0) -> None:
        super().__init__(inside)
        self._items: list[QLayoutItem] = []
        self._apart = apart
        self._heights: dict[int, int] = {}  # by width: a pass over a column asks for the same height up to eleven times
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(2 * theme.SPACE)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Appends an item."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """An item, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Removes an item."""
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def invalidate(self) -> None:
        """Forgets the heights: an item has another size, or was shown or hidden."""
        self._heights.clear()
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        """Neither: widgets keep their size."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """True: a narrow row is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows."""
        if width not in self._heights:
            self._heights[width] = self._lay(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        """Places the items."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """The size of a single row."""
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self.spacing() * max(len(shown) - 1, 0)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        """The size of the largest item."""
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(max((s.width() for s in shown), default=0), max((s.height() for s in shown), default=0))

    def _lay(self, rect: QRect, *, move: bool) -> int:
        rows: list[list[tuple[QLayoutItem, QRect]]] = [[]]
        spare = max(rect.width() - self.sizeHint().width(), 0)
        x = y = 0
        for place, item in enumerate(self._items):
            if item.isEmpty():
                continue
            if place >= len(self._items) - self._apart:
                x, spare = x + spare, 0
            wide = max(rect.width(), item.minimumSize().width())
            size = item.sizeHint().boundedTo(QSize(wide, item.sizeHint().height()))
            if rows[-1] and x + size.width() > rect.width():
                x, y = 0, y + _height(rows[-1]) + self.spacing()
                rows.append([])
            rows[-1].append((item, QRect(rect.topLeft() + QPoint(x, y), size)))
            x += size.width() + self.spacing()
        for row in rows if move else ():
            for item, place_of in row:
                item.setGeometry(place_of.translated(0, (_height(row) - place_of.height()) // 2))
        return y + _height(rows[-1])


def _height(row: list[tuple[QLayoutItem, QRect]]) -> int:
    return max((place.height() for _, place in row), default=0)


def scrolled(page: QWidget, *, sideways: bool = False) -> QScrollArea:
    """A frameless scroll area around a page. It scrolls up and down, and `sideways` too if asked; otherwise the page fits its
    width."""
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    if any(part.focusPolicy() & Qt.FocusPolicy.TabFocus for part in page.findChildren(QWidget)):
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes from part to part, and the area follows
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
