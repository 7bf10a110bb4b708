"""Lists whose rows are painted: item views, so that screen readers hear each row and Qt does hover, keys and focus."""

from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.views.kit import theme

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class RowsView(QListView, Generic[R]):
    """Rows of one kind. A subclass says how a row reads, how large it is, and paints it.

    A press and Enter call `press`. Other keys than those that walk are left to the window.
    """

    walking = _KEYS

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[R, ...] = ()
        self._list = _List(self)
        self.setModel(self._list)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        theme.theme().changed.connect(self.viewport().update)

    # What a subclass says

    def row_text(self, row: R) -> str:
        """How a screen reader reads a row."""
        raise NotImplementedError

    def row_tip(self, row: R) -> str:
        """The tool tip of a row."""
        return ""

    def row_size(self) -> QSize:
        """Of one row; the width counts only if rows are beside each other."""
        raise NotImplementedError

    def paint_row(self, painter: QPainter, rect: QRectF, row: R, *, hovered: bool, current: bool) -> None:
        """Paints a row. `current`: the one that the keys speak of."""
        raise NotImplementedError

    def press(self, row: R, event: QMouseEvent | None = None) -> None:
        """What a press with the left button does, or Enter (no `event`)."""
        raise NotImplementedError

    # Rows

    def set_rows(self, rows: tuple[R, ...], current: int = -1) -> None:
        """Shows other rows. `current`: the one that the keys speak of, -1: none."""
        self._list.replace(rows)
        self.setCurrentIndex(self._list.index(current))
        self.updateGeometry()
        self.viewport().update()

    @property
    def current(self) -> R | None:
        """The row that the keys speak of."""
        number = self.currentIndex().row()
        return self.rows[number] if 0 <= number < len(self.rows) else None

    def row_rect(self, number: int) -> QRectF:
        """Where a row is in the viewport."""
        return QRectF(self.visualRect(self._list.index(number)))

    def sizeHint(self) -> QSize:
        """As high as all rows."""
        return QSize(theme.scaled(240), self.row_size().height() * len(self.rows))

    def minimumSizeHint(self) -> QSize:
        """As narrow as wanted."""
        return QSize()

    # Gestures

    def focusInEvent(self, event: QFocusEvent) -> None:
        """By keyboard: the first row becomes the current one."""
        super().focusInEvent(event)
        if self.current is None and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.setCurrentIndex(self._list.index(0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The row becomes the current one."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.press(self.rows[index.row()], event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two presses."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Everything is done by the press."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walks, or presses the current row."""
        row = self.current
        if event.key() in self.walking:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row is not None:
            self.press(row)
        else:
            event.ignore()


class _List(QAbstractListModel):
    """The rows of a view as Qt and screen readers ask for them."""

    def __init__(self, view: RowsView[Any]) -> None:
        super().__init__(view)
        self._view = view

    def replace(self, rows: tuple[object, ...]) -> None:
        """Other rows: the same number of them keeps the places of the old ones."""
        if len(rows) == len(self._view.rows):
            self._view.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._view.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As many as are shown."""
        return 0 if parent.isValid() else len(self._view.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a row."""
        if not 0 <= index.row() < len(self._view.rows):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._view.row_text(self._view.rows[index.row()])
        return self._view.row_tip(self._view.rows[index.row()]) if role == Qt.ItemDataRole.ToolTipRole else None


class _Delegate(QStyledItemDelegate):
    """Lets the view paint."""

    def __init__(self, view: RowsView[Any]) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The same for all."""
        return self._view.row_size()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        look = cast(Any, option)  # its fields are not in the stubs
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(look.state & QStyle.StateFlag.State_MouseOver)
        current = index.row() == self._view.currentIndex().row()
        row = self._view.rows[index.row()]
        self._view.paint_row(painter, QRectF(look.rect), row, hovered=hovered, current=current)
        painter.restore()
