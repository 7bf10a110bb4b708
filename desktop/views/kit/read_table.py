"""Tables to read: rows of text with numbers at the right, and results as bars."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from desktop.views.kit import theme
from desktop.views.kit.figures import Results, paint_results
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.words import results as results_text

Cell = str | Results
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BAR = 4  # pixels
_RESULTS = Qt.ItemDataRole.UserRole


class ReadTable(QTableWidget):
    """A table whose cells cannot be edited. A cell with results is a text with a bar below."""

    def __init__(
        self, name: str, heads: Sequence[str] = (), *, numbers: Collection[int] = (), widths: Sequence[int] = ()
    ) -> None:
        """`numbers`: the columns aligned at the right. `widths`: of the first columns, in pixels at a text size of 100 %."""
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("look", "card")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setItemDelegate(_ResultsDelegate(self))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.scaled(theme.ROW))
        self.show_heads(heads, numbers)
        self.horizontalHeader().setStretchLastSection(True)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, theme.scaled(width))

    def show_heads(self, heads: Sequence[str], numbers: Collection[int]) -> None:
        """Replaces the columns; without rows."""
        self._numbers = frozenset(numbers)
        self.setRowCount(0)
        self.setColumnCount(len(heads))
        for column, head in enumerate(heads):
            item = QTableWidgetItem(head)
            item.setTextAlignment(_RIGHT if column in self._numbers else _LEFT)
            self.setHorizontalHeaderItem(column, item)

    def fill(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Replaces the rows. If their number is the same, the selection stays."""
        self.setRowCount(len(rows))
        for row, cells in enumerate(rows):
            self._write(row, cells)

    def give_rest(self, column: int = 0) -> None:
        """Gives a column the width that the contents of the others leave."""
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def show_whole(self) -> None:
        """Makes all columns as wide as their contents; a table that is wider than its place can be scrolled."""
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def append(self, cells: Sequence[Cell], tip: str) -> None:
        """Adds a row. `tip`: the tool tip of all its cells."""
        row = self.rowCount()
        self.setRowCount(row + 1)
        self._write(row, cells)
        for column in range(len(cells)):
            if (item := self.item(row, column)) is not None:
                item.setToolTip(ForeignText(tip).tip)

    def _write(self, row: int, cells: Sequence[Cell]) -> None:
        for column, cell in enumerate(cells):
            item = self.item(row, column)
            if item is None:
                item = QTableWidgetItem()
                item.setTextAlignment(_RIGHT if column in self._numbers else _LEFT)
                self.setItem(row, column, item)
            item.setText(cell if isinstance(cell, str) else results_text(cell))
            item.setData(_RESULTS, None if isinstance(cell, str) else cell)


class _ResultsDelegate(QStyledItemDelegate):
    """Paints the bar below results."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints the cell; the text of one with results is moved up by its bar."""
        counts, cell = index.data(_RESULTS), QStyleOptionViewItem(option)
        super().paint(painter, cell, index)
        if counts is not None:
            room = QRectF(option.rect)
            bar = QRectF(room.left() + 8, room.bottom() - _BAR - 1, room.width() - 16, _BAR)
            painter.save()
            paint_results(painter, bar, counts)
            painter.restore()
