"""The board for screen readers: an invisible table of 64 named squares over the painted board.

PySide6 offers no access to the accessible interface of tables, but Qt provides it for its own table view. Screen
readers find rows, columns, names and places of the squares in it.
"""

from collections.abc import Iterable

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAccessible, QAccessibleEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.views.board.board_geometry import BoardGeometry, square_name
from desktop.views.board.board_scene import BoardScene, square_words

_Index = QModelIndex | QPersistentModelIndex


class Squares(QAbstractTableModel):
    """The names of the squares as they are shown: row 0 is at the top."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.scene = BoardScene()
        self.flipped = False

    def square(self, row: int, column: int) -> int:
        """The square in a cell."""
        return row * 8 + 7 - column if self.flipped else (7 - row) * 8 + column

    def cell(self, square: int) -> QModelIndex:
        """The cell of a square."""
        rank, file = square >> 3, square & 7
        return self.index(rank, 7 - file) if self.flipped else self.index(7 - rank, file)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Eight ranks."""
        return 0 if parent.isValid() else 8

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Eight files."""
        return 0 if parent.isValid() else 8

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """`white knight on f3`, `e6, empty`."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        square = self.square(index.row(), index.column())
        return square_words(square, self.scene.shown.get(square, ""))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """The names of files and ranks."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        name = square_name(
            self.square(0, section) if orientation is Qt.Orientation.Horizontal else self.square(section, 0)
        )
        return name[0] if orientation is Qt.Orientation.Horizontal else name[1]


class SquareTable(QTableView):
    """The squares in the accessible tree. `pressed`: a screen reader has activated a square."""

    pressed = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.squares = Squares(self)
        self.setAccessibleName(self.tr("Squares"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFrameShape(QTableView.Shape.NoFrame)
        for policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.MultiSelection)
        self.setMask(QRegion(-1, -1, 1, 1))
        self.setModel(self.squares)
        self.selectionModel().selectionChanged.connect(self._chosen)

    def show_scene(self, scene: BoardScene) -> None:
        """Updates the names of the squares; those that changed are announced as changed."""
        before, self.squares.scene = self.squares.scene.shown, scene
        if not QAccessible.isActive():
            return
        changed = [square for square in range(64) if before.get(square) != scene.shown.get(square)]
        for cell in map(self.squares.cell, changed):
            self.squares.dataChanged.emit(cell, cell)
        self._rename(changed)

    def fit(self, geometry: BoardGeometry) -> None:
        """Covers the painted squares."""
        self.setGeometry(geometry.board.toRect())
        if geometry.flipped != self.squares.flipped:
            self.squares.flipped = geometry.flipped
            self.squares.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 7)
            self.squares.headerDataChanged.emit(Qt.Orientation.Vertical, 0, 7)
            self.squares.dataChanged.emit(self.squares.index(0, 0), self.squares.index(7, 7))
            self._rename(range(64))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setDefaultSectionSize(max(1, round(geometry.side)))

    def focus_square(self, square: int) -> None:
        """Announces to a screen reader that the cursor is on a square."""
        cell = self.squares.cell(square)
        self.selectionModel().setCurrentIndex(cell, QItemSelectionModel.SelectionFlag.NoUpdate)
        if QAccessible.isActive():
            self._tell(QAccessible.Event.Focus, cell)

    def _rename(self, squares: Iterable[int]) -> None:
        """Announces the new names of cells: AT-SPI caches names, and the event of changed data does not refresh them."""
        if QAccessible.isActive():
            for square in squares:
                self._tell(QAccessible.Event.NameChanged, self.squares.cell(square))

    def _tell(self, what: QAccessible.Event, cell: QModelIndex) -> None:
        event = QAccessibleEvent(self, what)
        event.setChild(9 * (cell.row() + 1) + cell.column() + 1)  # the headers count as a row and a column
        QAccessible.updateAccessibility(event)

    @Slot(QItemSelection, QItemSelection)
    def _chosen(self, chosen: QItemSelection, _left: QItemSelection) -> None:
        cells = chosen.indexes()
        if cells:
            self.clearSelection()
            self.pressed.emit(self.squares.square(cells[-1].row(), cells[-1].column()))
