"""The tree of collections beside the list of games: their labels, favourites and bins. Games are dropped on its rows."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QDragMoveEvent, QDropEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QFrame, QInputDialog, QMenu, QTreeView, QWidget

from books.collection.labels import FAVOURITE
from desktop.model.collection import CollectionEntry, CollectionState
from desktop.model.game_list import ListState
from desktop.services.files.collection_edits import CollectionEdits
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.games.games_model import DRAGGED
from desktop.views.games.games_table import GamesTable
from desktop.views.kit import messages, theme
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import text_of, whole
from engine.ground.text import Text
from engine.ground.user_files import COLLECTION_SUFFIX
from engine.ground.values import dataclass

_WIDTH, _ROW = 232, 28  # pixels
_PLACE = Qt.ItemDataRole.UserRole
_FILES = f"*{COLLECTION_SUFFIX};;*"


@dataclass(frozen=True)
class _RowPlace:
    """The contents of a row: the games played here (no path), a collection, a label of it, or its bin."""

    path: Path | None = None
    label: str = ""
    bin: bool = False


class CollectionsPanel(QFrame):
    """Enter or a click lists the games of a row. The menu of a row makes, opens, renames and removes."""

    def __init__(
        self,
        settings: SettingsStore,
        collection: CollectionService,
        lists: GameListService,
        edits: CollectionEdits,
        files: FileService,
        table: GamesTable,
    ) -> None:
        super().__init__()
        self._settings, self._collection, self._lists = settings, collection, lists
        self._edits, self._files, self._table = edits, files, table
        self._shown: tuple[CollectionEntry, ...] | None = None
        self.setFixedWidth(theme.scaled(_WIDTH))
        self.tree = _CollectionTree(self._drop)
        self.tree.setAccessibleName(self.tr("Collections"))
        self.more = icon_button("dots-three", self.tr("Make, open or rename a collection"), self._show_menu_below)
        head = in_row(plain_label(self.tr("Collections"), look="caption"), STRETCH, self.more)
        in_column(head, (self.tree, 1), inside=self, margins=0, spacing=1)
        self.tree.chosen.connect(self._open)
        self.tree.removed.connect(self._remove)
        self.tree.renamed.connect(self._rename)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        collection.changed.connect(self._update)
        lists.changed.connect(self._mark)
        self._update(collection.state)

    # Rows

    @Slot(object)
    def _update(self, state: CollectionState) -> None:
        if state.entries == self._shown:
            return
        self._shown = state.entries
        model = self.tree.rows
        closed = {self._place(index).path for index in self._top() if not self.tree.isExpanded(index)}
        model.clear()
        if self._files.played_games is not None:
            model.appendRow(_row(self.tr("Games played here"), None, "crown-simple", _RowPlace()))
        for entry in state.entries:
            model.appendRow(self._collection_row(entry))
        for index in self._top():
            if self._place(index).path not in closed:
                self.tree.expandRecursively(index)
        self.setVisible(bool(model.rowCount()))  # without a data folder there is none
        self._mark(self._lists.state)

    def _collection_row(self, entry: CollectionEntry) -> QStandardItem:
        top = _row(text_of(entry.name), entry.games, "books", _RowPlace(entry.path))
        folders: dict[str, QStandardItem] = {}
        for label, count in sorted(entry.labels, key=lambda one: (one[0] != FAVOURITE, one[0].casefold())):
            parts = label.split("/")
            for depth, part in enumerate(parts, 1):
                name = "/".join(parts[:depth])
                if name not in folders:
                    above = folders["/".join(parts[: depth - 1])] if depth > 1 else top
                    said = self.tr("Favourites") if name == FAVOURITE else part
                    folders[name] = _row(
                        said, None, "star" if name == FAVOURITE else "tag", _RowPlace(entry.path, name)
                    )
                    above.appendRow(folders[name])
            folders[label].setText(f"{folders[label].text()}  {whole(count)}")
        if entry.binned:
            top.appendRow(_row(self.tr("Bin"), entry.binned, "trash", _RowPlace(entry.path, bin=True)))
        return top

    def _top(self) -> list[QModelIndex]:
        return [self.tree.rows.index(row, 0) for row in range(self.tree.rows.rowCount())]

    @staticmethod
    def _place(index: QModelIndex) -> _RowPlace:
        found = index.data(_PLACE)
        return found if isinstance(found, _RowPlace) else _RowPlace()

    @Slot(object)
    def _mark(self, state: ListState) -> None:
        """Moves the cursor to the row whose games are listed, unless the user is in the tree."""
        if self.tree.hasFocus():
            return
        played = self._files.played_games
        if state.path and state.path != str(played or ""):
            self.tree.setCurrentIndex(QModelIndex())  # a file has no row
        for index in self._top():
            place = self._place(index)
            if place.path is None and played is not None and state.path == str(played):
                self.tree.setCurrentIndex(index)
            elif place.path is not None and str(place.path) == state.collection:
                inside = self._place(self.tree.currentIndex())
                if inside.path != place.path or inside.bin != state.binned:
                    self.tree.setCurrentIndex(index)

    # Gestures

    def _open(self, index: QModelIndex) -> None:
        place = self._place(index)
        if place.path is None:
            if self._files.played_games is not None and self._files.played_games.exists():
                self._lists.open(self._files.played_games)
            return
        self._collection.select(place.path)
        if place.bin:
            self._collection.list_bin()
        else:
            self._collection.list_games(place.label)

    def _drop(self, index: QModelIndex, copy: bool) -> bool:
        """Games were dropped on a row. Returns whether anything is done with them."""
        place, rows = self._place(index), self._table.selected_numbers()
        listed = self._lists.state.collection
        if place.path is None or not index.isValid() or not rows:
            return False
        if str(place.path) != listed:
            self._edits.send(rows, place.path, move=bool(listed) and not copy)
        elif place.label:
            self._edits.label(rows, place.label, on=True)
        elif place.bin:
            self._edits.delete(rows)
        else:
            return False
        return True

    def _show_menu_below(self) -> None:
        self.menu(self.tree.currentIndex()).popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        index = self.tree.indexAt(at)
        self.menu(index if index.isValid() else self.tree.currentIndex()).popup(self.tree.viewport().mapToGlobal(at))

    def menu(self, index: QModelIndex) -> QMenu:
        place, menu = self._place(index), QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _add(menu, self.tr("&New collection …"), self._ask_new)
        _add(menu, self.tr("&Open a collection …"), self._ask_open)
        menu.addSeparator()
        own = place.path is not None and not place.label and not place.bin
        other = own and place.path != self._collection.state.entries[0].path
        _add(
            menu, self.tr("&Rename …"), partial(self._rename, index), enabled=other or self._is_label(place), keys="F2"
        )
        removal = self.tr("Remove the &label …") if place.label else self.tr("&Take it off the list")
        _add(menu, removal, partial(self._remove, index), enabled=other or bool(place.label), keys="Del")
        _add(menu, self.tr("&Empty the bin …"), partial(self._ask_empty, place), enabled=place.bin)
        return menu

    @staticmethod
    def _is_label(place: _RowPlace) -> bool:
        return bool(place.label) and place.label != FAVOURITE

    def _ask_new(self) -> None:
        self._ask(self.tr("New collection"), "", self._collection.create)

    def _ask_open(self) -> None:
        title, folder = self.tr("Open a collection"), games_folder(self._settings.settings)
        ask_path(self.window(), title, lambda name: self._collection.open(Path(name)), folder, _FILES)

    @Slot(QModelIndex)
    def _rename(self, index: QModelIndex) -> None:
        place = self._place(index)
        path = place.path
        if path is None or place.bin or place.label == FAVOURITE:
            return
        if place.label:
            rename = partial(self._edits.rename_label, path, place.label)
            self._ask(self.tr("Rename the label"), place.label, rename)
        elif path != self._collection.state.entries[0].path:
            self._ask(self.tr("Rename the collection"), path.stem, partial(self._collection.rename, path))

    def _ask(self, title: str, name: str, take: Callable[[str], object]) -> None:
        dialog = QInputDialog(self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(self.tr("Name"))
        dialog.resize(theme.scaled(420), dialog.sizeHint().height())
        dialog.setTextValue(name)
        dialog.textValueSelected.connect(lambda text: take(text) if text.strip() else None)
        dialog.open()

    @Slot(QModelIndex)
    def _remove(self, index: QModelIndex) -> None:
        """Removes a label or empties the bin, both after a question, or takes a collection off the list."""
        place = self._place(index)
        if place.path is None:
            return
        if place.bin:
            self._ask_empty(place)
        elif place.label:
            self._ask_unlabel(place.path, place.label)
        else:
            self._collection.remove(place.path)

    def _ask_unlabel(self, path: Path, label: str) -> None:
        """Removes a label and those below it from all games. The list cannot undo that if it shows another collection."""
        entry = next((one for one in self._collection.state.entries if one.path == path), None)
        labels = entry.labels if entry is not None else ()
        games = sum(count for name, count in labels if name == label or name.startswith(f"{label}/"))
        said = self.tr("Favourites") if label == FAVOURITE else label
        question = text_of(Text("Remove the label %1 from {one game|%2 games}?", said, games))
        messages.ask(self, question, self.tr("Remove"), partial(self._edits.rename_label, path, label, ""))

    def _ask_empty(self, place: _RowPlace) -> None:
        question = self.tr("Remove the games in the bin for ever?")
        if place.path is not None:
            messages.ask(self, question, self.tr("Empty the bin"), partial(self._edits.empty, path=place.path))


def _row(text: str, count: int | None, picture: str, place: _RowPlace) -> QStandardItem:
    row = QStandardItem(icon(picture), text if count is None else f"{text}  {whole(count)}")
    row.setData(place, _PLACE)
    row.setSizeHint(theme.size(0, _ROW))
    row.setEditable(False)
    return row


def _add(menu: QMenu, text: str, job: Callable[[], object], *, enabled: bool = True, keys: str = "") -> None:
    action = QAction(f"{text}\t{keys}" if keys else text, menu)
    action.setEnabled(enabled)
    action.triggered.connect(lambda: job())
    menu.addAction(action)


class _CollectionTree(QTreeView):
    """Enter and a click: `chosen`. Delete: `removed`. F2: `renamed`. Games that are dragged here go to `drop`."""

    chosen = Signal(QModelIndex)
    removed = Signal(QModelIndex)
    renamed = Signal(QModelIndex)

    def __init__(self, drop: Callable[[QModelIndex, bool], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drop = drop
        self.rows = QStandardItemModel(self)
        self.setModel(self.rows)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(theme.scaled(16))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.clicked.connect(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        signals = {
            Qt.Key.Key_Return: self.chosen,
            Qt.Key.Key_Enter: self.chosen,
            Qt.Key.Key_Delete: self.removed,
            Qt.Key.Key_F2: self.renamed,
        }
        signal = signals.get(Qt.Key(event.key()))
        if signal is not None and self.currentIndex().isValid():
            signal.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(DRAGGED):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Shows the row under the mouse as the target."""
        index = self.indexAt(event.position().toPoint())
        self.selectionModel().setCurrentIndex(index, self.selectionModel().SelectionFlag.ClearAndSelect)
        event.setAccepted(index.isValid() and event.mimeData().hasFormat(DRAGGED))

    def dropEvent(self, event: QDropEvent) -> None:
        """Hands the games to `drop`; Ctrl copies them."""
        copy = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        event.setAccepted(self._drop(self.indexAt(event.position().toPoint()), copy))
