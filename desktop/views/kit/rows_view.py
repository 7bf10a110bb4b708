"""Lists with painted rows: item views, so that screen readers read each row and Qt handles hover, keys and focus."""

from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.views.kit import theme

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class RowsView(QListView, Generic[R]):
    """A list of rows of one kind. A subclass gives the text and the size of a row, and paints it.

    A press and Enter call `press`. Other keys than those that walk are left to the window.
    """

    walking = _KEYS
    own_keys: tuple[Qt.Key, ...] = ()  # taken from the window's shortcuts while a row is current

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[R, ...] = ()
        self._hinted: QSize | None = None  # the size hint that the layout knows
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

    # Hooks for subclasses

    def row_text(self, row: R) -> str:
        raise NotImplementedError

    def row_tip(self, row: R) -> str:
        return ""

    def row_size(self) -> QSize:
        """The size of one row; the width counts only if rows are side by side."""
        raise NotImplementedError

    def paint_row(self, painter: QPainter, rect: QRectF, row: R, *, hovered: bool, current: bool) -> None:
        """Paints a row. `current`: it is the row that the keyboard acts on."""
        raise NotImplementedError

    def press(self, row: R, event: QMouseEvent | None = None) -> None:
        """Reacts to a left press, or to Enter (without `event`)."""
        raise NotImplementedError

    def row_menu(self, row: R) -> QMenu | None:
        """Returns the menu of a row; None if it has none."""
        return None

    # Rows

    def set_rows(self, rows: tuple[R, ...], current: int = -1) -> None:
        """Replaces the rows. `current`: the number of the row that the keyboard acts on, -1 for none."""
        self._list.replace(rows)
        self.setCurrentIndex(self._list.index(current))
        hint = self.sizeHint()
        if hint != self._hinted:  # otherwise each step through a game would lay out the whole side again
            self._hinted = hint
            self.updateGeometry()
        self.viewport().update()

    @property
    def current(self) -> R | None:
        """The row that the keyboard acts on."""
        number = self.currentIndex().row()
        return self.rows[number] if 0 <= number < len(self.rows) else None

    def row_rect(self, number: int) -> QRectF:
        """The rectangle of a row in the viewport."""
        return QRectF(self.visualRect(self._list.index(number)))

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(240), self.row_size().height() * len(self.rows))

    def minimumSizeHint(self) -> QSize:
        return QSize()

    # Gestures

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Makes the first row current if the focus came by keyboard."""
        super().focusInEvent(event)
        if self.current is None and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.setCurrentIndex(self._list.index(0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Makes the pressed row current and presses it."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.setCurrentIndex(index)
            self.press(self.rows[index.row()], event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Counts as two presses."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ignored: a row reacts to the press."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Opens the menu of the row under the mouse; with the menu key, of the current one."""
        index, place = menu_place(self, event)
        menu = self.row_menu(self.rows[index.row()]) if index.isValid() else None
        if menu is None:
            event.ignore()
            return
        self.setCurrentIndex(index)
        pop_up(menu, place)

    def event(self, event: QEvent) -> bool:
        """Takes the keys of the current row from the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.current is not None:
            if event.key() in self.own_keys and not event.modifiers():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current
        if event.key() in self.walking:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row is not None:
            self.press(row)
        else:
            event.ignore()


def menu_place(view: QAbstractItemView, event: QContextMenuEvent) -> tuple[QModelIndex, QPoint]:
    """Returns the row for which a menu is asked, and the menu's place on the screen. It is the row under the mouse; with
    the menu key, the current one."""
    if event.reason() is not QContextMenuEvent.Reason.Keyboard:
        return view.indexAt(view.viewport().mapFromGlobal(event.globalPos())), event.globalPos()
    index = view.currentIndex()
    view.scrollTo(index)
    return index, view.viewport().mapToGlobal(view.visualRect(index).center())


class _MenuKeys(QObject):
    """Lets the keys that a menu's entries show, after a tab, choose them while the menu is open: Qt only paints such keys."""

    def eventFilter(self, menu: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not isinstance(menu, QMenu):
            return False
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and menu.activeAction() is not None:
            return False  # Qt chooses the highlighted entry
        pressed = "Enter" if enter else QKeySequence(event.key()).toString()
        for action in menu.actions():
            keys = action.text().partition("\t")[2]
            # By its text too, because the place of `$` depends on the keyboard.
            if keys and action.isEnabled() and keys in (pressed, event.text()):
                menu.close()
                action.trigger()
                return True
        return False


def pop_up(menu: QMenu, place: QPoint) -> None:
    """Shows a menu, which is deleted when it closes. `place`: on the screen."""
    menu.installEventFilter(_MenuKeys(menu))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(place)


class _List(QAbstractListModel):
    """The item model of a view."""

    def __init__(self, view: RowsView[Any]) -> None:
        super().__init__(view)
        self._view = view

    def replace(self, rows: tuple[object, ...]) -> None:
        """Replaces the rows. If their number is unchanged, the indexes stay valid."""
        if len(rows) == len(self._view.rows):
            self._view.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._view.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._view.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._view.rows):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._view.row_text(self._view.rows[index.row()])
        return self._view.row_tip(self._view.rows[index.row()]) if role == Qt.ItemDataRole.ToolTipRole else None


class _Delegate(QStyledItemDelegate):
    """Delegates painting to the view."""

    def __init__(self, view: RowsView[Any]) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.row_size()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = cast(Any, option)  # its fields are not in the stubs
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(look.state & QStyle.StateFlag.State_MouseOver)
        current = index.row() == self._view.currentIndex().row()
        row = self._view.rows[index.row()]
        self._view.paint_row(painter, QRectF(look.rect), row, hovered=hovered, current=current)
        painter.restore()
