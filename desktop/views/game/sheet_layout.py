"""Lays out the paragraphs of a score sheet, and paints the visible ones.

Qt's own layout goes through all paragraphs below a change: 20 ms in a game of 10,000 variations. Here a paragraph
stores only its height; its top is added up on request.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from weakref import ref

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextFrame,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit

# References to the layouts in use: Python's garbage collector deletes a layout that only Qt refers to, though its document
# still uses it.
_in_use: dict[int, "SheetLayout"] = {}
_ENDLESS = 1e7  # pixels
_AROUND = 6  # pixels above and below a paragraph, reached by its card and its time bars
_NEVER_FITS = math.inf  # forces another layout at every other width


class SheetLayout(QAbstractTextDocumentLayout):
    """A layout for documents of plain paragraphs: margins, tab stops, and line heights in percent."""

    def __init__(self, document: QTextDocument, view: QTextEdit) -> None:
        super().__init__(document)
        self._view = ref(view)
        _in_use[id(self)] = self
        document.destroyed.connect(partial(_forget, id(self)))
        self._width = -1.0
        self._widest = 0.0  # width of the widest unbreakable line
        self._heights: list[float] = []  # by paragraph number
        self._needs: list[float] = []  # the width at which the layout of each stays valid
        self._tops: list[float] = [0.0]  # computed so far; the first is 0
        self._total = 0.0
        self._returns = False
        self.setProperty("cursorWidth", 1)

    @contextmanager
    def returning(self) -> Iterator[None]:
        """While inside, a document that returns to the view keeps its layout."""
        self._returns = True
        yield
        self._returns = False

    # Places of paragraphs

    def block_at(self, y: float) -> QTextBlock:
        """Returns the paragraph at a height of the document; the first or the last one if the height is outside."""
        return self.document().findBlockByNumber(self._number_at(y))

    def between(self, top: float, bottom: float) -> Iterator[tuple[QTextBlock, QPointF]]:
        number = self._number_at(top)
        block, left, y = self.document().findBlockByNumber(number), self.document().documentMargin(), self.top(number)
        while block.isValid() and y <= bottom:
            place = QPointF(left, y)
            block.layout().setPosition(place)
            yield block, place
            y += self._heights[number]
            number += 1
            block = block.next()

    def top(self, number: int) -> float:
        """Returns the top of a paragraph, in pixels from the top of the document."""
        self._add_up(number)
        return self.document().documentMargin() + self._tops[number]

    def _number_at(self, y: float) -> int:
        inside = y - self.document().documentMargin()
        while self._tops[-1] <= inside and len(self._tops) < len(self._heights):
            self._add_up(min(len(self._heights) - 1, 2 * len(self._tops) + 100))
        return max(0, bisect_right(self._tops, inside) - 1)

    def _add_up(self, number: int) -> None:
        known = len(self._tops) - 1
        if number > known:
            more = accumulate(self._heights[known:number], initial=self._tops[known])
            next(more)
            self._tops += more

    # Overridden functions of Qt

    def documentChanged(self, start: int, removed: int, added: int) -> None:
        """Lays out the changed text, and after a change of width the paragraphs that need it."""
        document, size = self.document(), self.documentSize()
        width, first = document.pageSize().width(), document.findBlock(start).blockNumber()
        height = _ENDLESS  # height to repaint: the text above is unchanged
        if width != self._width and document.blockCount() == len(self._heights):
            self._change_width(width)
            first = 0
        elif not self._returns:
            self._width = width
            last = document.findBlock(min(start + added, document.characterCount() - 1)).blockNumber()
            if not self._lay_out_range(first, last + 1):
                height = sum(self._heights[first : last + 1])
        if self.documentSize() != size:
            self.documentSizeChanged.emit(self.documentSize())
        changed = QRectF(0, self.top(first), _ENDLESS, height).adjusted(0, -_AROUND, 0, _AROUND)
        self.update[QRectF].emit(changed)  # type: ignore[index]

    def _lay_out_range(self, number: int, stop: int) -> bool:
        """Lays out the new paragraphs from `number` up to `stop`. Returns whether the paragraphs below them move."""
        block, heights, needs = self.document().findBlockByNumber(number), list[float](), list[float]()
        for _ in range(number, stop):
            height, need = self._lay_out(block)
            heights.append(height)
            needs.append(need)
            block = block.next()
        old = slice(number, stop - (self.document().blockCount() - len(self._heights)))
        self._total += sum(heights) - sum(self._heights[old])
        moved = self._heights[old] != heights
        if moved:
            del self._tops[number + 1 :]
        self._heights[old], self._needs[old] = heights, needs
        return moved

    def _change_width(self, width: float) -> None:
        """Lays out again for another width, except single lines that fit both widths."""
        self._width = width
        room, self._widest = self._room(), 0.0
        for number in [number for number, need in enumerate(self._needs) if need > room]:
            self._lay_out_range(number, number + 1)

    def draw(self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext) -> None:
        clip = context.clip
        painter.setPen(context.palette.color(QPalette.ColorRole.Text))
        chosen = self._chosen(context.palette)
        for block, _ in self.between(clip.top(), clip.bottom()):
            start, end = block.position(), block.position() + block.length()
            ranges = []
            for begins, stops, looks in chosen:
                if begins < end and stops > start:
                    part = QTextLayout.FormatRange()
                    part.start, part.length = max(begins, start) - start, min(stops, end) - max(begins, start)
                    part.format = looks
                    ranges.append(part)
            block.layout().draw(painter, QPointF(), ranges, clip)
            if start <= context.cursorPosition < end:
                block.layout().drawCursor(painter, QPointF(), context.cursorPosition - start, 1)

    def _chosen(self, palette: QPalette) -> list[tuple[int, int, QTextCharFormat]]:
        """Returns the selection in the view as ranges with formats: that of the context cannot be read from Python."""
        found: list[tuple[int, int, QTextCharFormat]] = []
        view = self._view()
        if view is None:
            return found
        for one in view.extraSelections():
            looks = QTextCharFormat(one.format)  # a copy, which the selection owns
            found.append((one.cursor.selectionStart(), one.cursor.selectionEnd(), looks))
        cursor = view.textCursor()
        if cursor.hasSelection():
            looks = QTextCharFormat()
            looks.setBackground(palette.brush(QPalette.ColorRole.Highlight))
            looks.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
            found.append((cursor.selectionStart(), cursor.selectionEnd(), looks))
        return found

    def hitTest(self, point: QPointF, accuracy: Qt.HitTestAccuracy) -> int:  # type: ignore[override]
        """Returns the text position at a point; -1 if an exact hit is required and there is none."""
        block = self.block_at(point.y())
        inside = point - self._placed(block)
        layout = block.layout()
        exact = accuracy == Qt.HitTestAccuracy.ExactHit
        lines = [layout.lineAt(number) for number in range(layout.lineCount())]
        found = next((line for line in lines if inside.y() < line.y() + line.height()), lines[-1])
        text = found.naturalTextRect()
        if exact and not text.contains(inside):
            return -1
        kind = QTextLine.CursorPosition.CursorOnCharacter if exact else QTextLine.CursorPosition.CursorBetweenCharacters
        return block.position() + found.xToCursor(inside.x(), kind)

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if not block.isValid():
            return QRectF()
        place = self._placed(block)
        return QRectF(place.x(), place.y(), self._room(), self._heights[block.blockNumber()])

    def frameBoundingRect(self, frame: QTextFrame) -> QRectF:
        return QRectF(QPointF(), self.documentSize())

    def documentSize(self) -> QSizeF:
        margins = 2 * self.document().documentMargin()
        return QSizeF(max(self._width, self._widest + margins), self._total + margins)

    def pageCount(self) -> int:
        """Returns 1: the sheet has no pages."""
        return 1

    # One paragraph

    def _room(self) -> float:
        return max(0.0, self._width - 2 * self.document().documentMargin())

    def _placed(self, block: QTextBlock) -> QPointF:
        """Returns the position of a paragraph, and sets it in its layout, which screen readers ask."""
        place = QPointF(self.document().documentMargin(), self.top(block.blockNumber()))
        block.layout().setPosition(place)
        return place

    def _lay_out(self, block: QTextBlock) -> tuple[float, float]:
        """Breaks a paragraph into lines. Returns its height and the width at which this layout stays valid."""
        looks, layout = block.blockFormat(), block.layout()
        leftwards = block.textDirection() is Qt.LayoutDirection.RightToLeft
        option = QTextOption(self.document().defaultTextOption())
        option.setTextDirection(block.textDirection())
        option.setAlignment(Qt.AlignmentFlag.AlignRight if leftwards else Qt.AlignmentFlag.AlignLeft)
        if tabs := looks.tabPositions():
            option.setTabs(tabs)
        layout.setTextOption(option)
        left, y, need = looks.leftMargin(), looks.topMargin(), 0.0
        room = max(0.0, self._room() - left - looks.rightMargin())
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            line.setPosition(QPointF(left, y))
            y += looks.lineHeight(line.height(), 1.0)
            need = left + line.naturalTextWidth() if not need else _NEVER_FITS
            if line.naturalTextWidth() > room:
                self._widest = max(self._widest, left + line.naturalTextWidth())
        layout.endLayout()
        if leftwards:
            need = _NEVER_FITS  # right-to-left text begins at the other edge
        return float(y + looks.bottomMargin()), need


def _forget(number: int, _document: object = None) -> None:
    _in_use.pop(number, None)
