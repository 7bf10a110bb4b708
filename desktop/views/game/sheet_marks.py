"""Paints marks beside the text of a score sheet: bars for thinking times, and handles that fold variations.

Only visible paragraphs are processed. Positions are pixels of the viewport.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QTextBlock
from PySide6.QtWidgets import QTextEdit

from desktop.views.game.sheet_document import OPENS
from desktop.views.game.sheet_layout import SheetLayout
from desktop.views.kit import theme

_LONGEST = 64.0  # pixels of a bar
_THICK = 2  # pixels of a bar: below its move, above the card of the next one
BELOW = 1 + _THICK  # pixels that a bar extends below its paragraph
_HANDLE = 16  # width of a handle before the move number
_FOLDED = ((-2.5, -4.0), (2.5, 0.0), (-2.5, 4.0))  # corners of its triangle, from its centre
_OPEN = ((-4.0, -2.5), (4.0, -2.5), (0.0, 2.5))


class VisibleParagraphs:
    """The visible paragraphs of a view."""

    def __init__(self, view: QTextEdit) -> None:
        self._view = view

    def __iter__(self) -> Iterator[tuple[QTextBlock, QPointF]]:
        return self.between(0, self._view.viewport().height())

    def between(self, top: float, bottom: float) -> Iterator[tuple[QTextBlock, QPointF]]:
        """Yields the paragraphs between two heights of the viewport."""
        layout = self._view.document().documentLayout()
        if not isinstance(layout, SheetLayout):
            return
        down = QPointF(self._view.horizontalScrollBar().value(), self._view.verticalScrollBar().value())
        for block, place in layout.between(down.y() + top, down.y() + bottom):
            yield block, place - down

    def handle_at(self, point: QPoint) -> int:
        """Returns the first node of the variation whose handle is at a point; 0 if there is no handle."""
        for block, place in self:
            opens = int(block.blockFormat().intProperty(OPENS))
            if opens and _handle(block, place).contains(QPointF(point)):
                return opens
        return 0


def paint_own(
    painter: QPainter, sight: Iterable[tuple[QTextBlock, QPointF]], own: Collection[int], off: Collection[int]
) -> None:
    """Paints the ground below the user's own moves, which are nodes, and a line through those whose line is switched off."""
    if not own and not off:
        return
    c = theme.colours()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for block, place in sight:
        for part in block.begin():  # type: ignore[attr-defined]
            fragment = part.fragment()
            link = fragment.charFormat().anchorHref()
            node = int(link[5:]) if link.startswith("move:") else 0
            if node not in own and node not in off:
                continue
            start = fragment.position() - block.position()
            line = block.layout().lineForTextPosition(start)
            left = line.cursorToX(start)[0]  # type: ignore[index]
            right = line.cursorToX(min(start + fragment.length(), line.textStart() + line.textLength()))[0]  # type: ignore[index]
            text = line.ascent() + line.descent()
            box = QRectF(place.x() + left, place.y() + line.y() + line.height() - text, right - left, text)
            painter.setPen(Qt.PenStyle.NoPen)
            if node in own and node not in off:
                painter.setBrush(QColor(c.accent_soft))
                painter.drawRoundedRect(box.adjusted(-2, 0, 2, 0), 3, 3)
            elif node in off:
                painter.fillRect(QRectF(box.left(), round(box.center().y()), box.width(), 1), QColor(c.quiet))


def paint_times(painter: QPainter, sight: Iterable[tuple[QTextBlock, QPointF]], spent: Mapping[int, int]) -> None:
    """Paints a bar below each move, its length proportional to the root of the time. `spent`: milliseconds by node."""
    most = max(spent.values(), default=0)
    if not most:
        return
    colour = QColor(theme.colours().quiet)
    for block, place in sight:
        seen = set[str]()
        for part in block.begin():  # type: ignore[attr-defined]
            fragment = part.fragment()
            link = fragment.charFormat().anchorHref()
            if link in seen or not link.startswith("move:"):
                continue  # the signs of a move are a separate fragment
            seen.add(link)
            time = spent.get(int(link[5:]))
            if time:
                at = fragment.position() - block.position()
                line = block.layout().lineForTextPosition(at)
                left = line.cursorToX(at)[0]  # type: ignore[index]
                length = max(2, round(_LONGEST * math.sqrt(time / most)))
                bottom = place.y() + line.y() + line.height()
                painter.fillRect(QRectF(round(place.x() + left), round(bottom) + 1, length, _THICK), colour)


def paint_handles(
    painter: QPainter, sight: Iterable[tuple[QTextBlock, QPointF]], is_folded: Callable[[int], bool]
) -> None:
    """Paints a triangle before each variation: down if open, to the right if folded."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours().quiet))
    folded, shown = (QPolygonF([QPointF(*corner) for corner in corners]) for corners in (_FOLDED, _OPEN))
    for block, place in sight:
        opens = block.blockFormat().intProperty(OPENS)
        if opens:
            painter.drawPolygon((folded if is_folded(opens) else shown).translated(_handle(block, place).center()))


def _handle(block: QTextBlock, place: QPointF) -> QRectF:
    """Returns the handle's rectangle: left of the first line, at the height of its text, which is at the bottom of the line."""
    line = block.layout().lineAt(0)
    text = line.ascent() + line.descent()
    top = place.y() + line.y() + line.height() - text
    return QRectF(place.x() + line.x() - theme.scaled(_HANDLE), top, theme.scaled(_HANDLE), text)
