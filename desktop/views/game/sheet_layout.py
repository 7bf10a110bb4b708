"""Lays out the paragraphs of a score sheet, and paints those in sight. Qt's own layout goes through all paragraphs below a
change: in a game of 10,000 variations that takes 20 ms.

A paragraph knows its height only. Where it begins is added up when it is asked for.
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

# The layouts of the documents that there are. Python's collector of garbage takes one that only Qt refers to for garbage, and
# deletes it under its document.
_in_use: dict[int, "SheetLayout"] = {}
_ENDLESS = 1e7  # pixels
_AROUND = 6  # pixels above and below a paragraph, into which its card and its bars of time reach
_NEVER_FITS = math.inf  # a paragraph that is laid out again in every other width


class SheetLayout(QAbstractTextDocumentLayout):
    """For documents of plain paragraphs: margins, tabulators, and lines of a height in percent."""

    def __init__(self, document: QTextDocument, view: QTextEdit) -> None:
        super().__init__(document)
        self._view = ref(view)
        _in_use[id(self)] = self
        document.destroyed.connect(partial(_forget, id(self)))
        self._width = -1.0
        self._widest = 0.0  # of a line that cannot be broken
        self._heights: list[float] = []  # by number of the paragraph
        self._needs: list[float] = []  # the width that each needs to stay as it is
        self._tops: list[float] = [0.0]  # as far as they are added up; the first one's is 0
        self._total = 0.0
        self._returns = False
        self.setProperty("cursorWidth", 1)

    @contextmanager
    def returning(self) -> Iterator[None]:
        """Meanwhile the document comes back into the view as it was: its text is laid out."""
        self._returns = True
        yield
        self._returns = False

    # What paragraphs are where

    def block_at(self, y: float) -> QTextBlock:
        """The paragraph at a height of the document; the first or the last one where there is none."""
        return self.document().findBlockByNumber(self._number_at(y))

    def between(self, top: float, bottom: float) -> Iterator[tuple[QTextBlock, QPointF]]:
        """The paragraphs at some heights of the document, each with where it begins. Their layouts are told that too."""
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
        """Where a paragraph begins, in pixels from the top of the document."""
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

    # What Qt asks

    def documentChanged(self, start: int, removed: int, added: int) -> None:
        """Lays out what is other text now, and in another width what needs it."""
        document, size = self.document(), self.documentSize()
        width, first = document.pageSize().width(), document.findBlock(start).blockNumber()
        height = _ENDLESS  # of what is painted again: what is above is right already
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
        """Lays out the paragraphs from one number up to another, which are new; the rest is as it was. Returns whether what
        is below them moves."""
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
        """A paragraph of one line that fits both widths stays as it is."""
        self._width = width
        room, self._widest = self._room(), 0.0
        for number in [number for number, need in enumerate(self._needs) if need > room]:
            self._lay_out_range(number, number + 1)

    def draw(self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext) -> None:
        """Paints the paragraphs in the clip of the context."""
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
        """What is marked in the view, from the first to behind the last letter: the context's own cannot be read from Python."""
        found: list[tuple[int, int, QTextCharFormat]] = []
        view = self._view()
        if view is None:
            return found
        for one in view.extraSelections():
            looks = QTextCharFormat(one.format)  # that of the selection goes with it
            found.append((one.cursor.selectionStart(), one.cursor.selectionEnd(), looks))
        cursor = view.textCursor()
        if cursor.hasSelection():
            looks = QTextCharFormat()
            looks.setBackground(palette.brush(QPalette.ColorRole.Highlight))
            looks.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
            found.append((cursor.selectionStart(), cursor.selectionEnd(), looks))
        return found

    def hitTest(self, point: QPointF, accuracy: Qt.HitTestAccuracy) -> int:  # type: ignore[override]
        """The place in the text at a point; -1 where it is to be hit exactly, and is not."""
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
        """Where a paragraph is in the document."""
        if not block.isValid():
            return QRectF()
        place = self._placed(block)
        return QRectF(place.x(), place.y(), self._room(), self._heights[block.blockNumber()])

    def frameBoundingRect(self, frame: QTextFrame) -> QRectF:
        """The whole document."""
        return QRectF(QPointF(), self.documentSize())

    def documentSize(self) -> QSizeF:
        """All paragraphs and the margins."""
        margins = 2 * self.document().documentMargin()
        return QSizeF(max(self._width, self._widest + margins), self._total + margins)

    def pageCount(self) -> int:
        """The sheet has no pages."""
        return 1

    # One paragraph

    def _room(self) -> float:
        return max(0.0, self._width - 2 * self.document().documentMargin())

    def _placed(self, block: QTextBlock) -> QPointF:
        """Where a paragraph begins. Its layout is told too: screen readers ask that."""
        place = QPointF(self.document().documentMargin(), self.top(block.blockNumber()))
        block.layout().setPosition(place)
        return place

    def _lay_out(self, block: QTextBlock) -> tuple[float, float]:
        """Breaks a paragraph into lines. Returns its height and the width that it needs to stay so."""
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
            need = _NEVER_FITS  # it begins at the other edge
        return float(y + looks.bottomMargin()), need


def _forget(number: int, _document: object = None) -> None:
    _in_use.pop(number, None)
