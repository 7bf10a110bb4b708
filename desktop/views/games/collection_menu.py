"""The entries of the list's menu for collections: copy, move, duplicate, label, restore."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu

from books.collection.labels import FAVOURITE
from desktop.services.files.collected_games import CollectedGames
from desktop.services.files.collection_edits import CollectionEdits
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.views.games.games_table import GamesTable
from desktop.views.kit import theme
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.words import text_of

MOST_STARRED = 100_000  # games whose labels are looked at to choose between giving and taking


class CollectionMenu(QObject):
    """The entries act on the selected games. F and L in the table do the same as *Favourite* and *Label*."""

    def __init__(
        self,
        collection: CollectionService,
        edits: CollectionEdits,
        lists: GameListService,
        files: FileService,
        table: GamesTable,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._collection, self._edits, self._lists = collection, edits, lists
        self._files, self._table = files, table
        self.copies, self.moves = QMenu(self.tr("&Copy to")), QMenu(self.tr("M&ove to"))
        self.duplicate = self._action(self.tr("Dupl&icate"), self._duplicate)
        self.star = self._action(self.tr("&Favourite") + "\tF", self.toggle_star)
        self.label = self._action(self.tr("&Label …") + "\tL", self.ask_label)
        self.restore = self._action(self.tr("Restore from the &bin"), self._put_back)
        self.new = self._action(self.tr("New &game in the collection"), self._new_game)
        table.starred.connect(self.toggle_star)
        table.labelled.connect(self.ask_label)

    def _action(self, text: str, job: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: job())
        return action

    def fill(self, menu: QMenu) -> None:
        for submenu in (self.copies, self.moves):
            submenu.setParent(menu, submenu.windowFlags())
            menu.addMenu(submenu)
        menu.addActions([self.duplicate, self.star, self.label, self.restore, self.new])

    def update(self) -> None:
        """Enables what fits the list and its selection, and lists the collections."""
        state = self._lists.state
        some = state.listed and state.settled and bool(self._table.selected_numbers())
        inside = some and bool(state.collection) and not state.binned
        self.copies.setEnabled(some and not state.binned)
        self.moves.setEnabled(inside)
        for action in (self.duplicate, self.star, self.label):
            action.setEnabled(inside)
        self.restore.setEnabled(some and state.binned)
        self.new.setEnabled(self._collection.path is not None)
        for menu, move in ((self.copies, False), (self.moves, True)):
            menu.clear()
            for entry in self._collection.state.entries:
                if str(entry.path) != state.collection:
                    name = ForeignText(text_of(entry.name)).caption
                    menu.addAction(name, partial(self._send, entry.path, move=move))
            if menu.isEmpty():
                menu.addAction(self.tr("There is no other collection")).setEnabled(False)

    # Gestures

    def _send(self, target: Path, *, move: bool) -> None:
        self._edits.send(self._table.selected_numbers(), target, move=move)

    def _duplicate(self) -> None:
        self._edits.duplicate(self._table.selected_numbers())

    def _put_back(self) -> None:
        self._edits.put_back(self._table.selected_numbers())

    def _new_game(self) -> None:
        if self._collection.path is not None:
            self._files.begin_in(self._collection.path)

    def _labelled(self) -> tuple[CollectedGames, list[int]] | None:
        """The games of a collection that is listed, and the selected rows."""
        games, rows = self._lists.listed, self._table.selected_numbers()
        return (games, rows) if isinstance(games, CollectedGames) and rows and not games.binned else None

    def toggle_star(self) -> None:
        """Makes the selected games favourites; if all are, makes them ordinary again."""
        if (found := self._labelled()) is not None:
            games, rows = found
            starred = all(FAVOURITE in games.labels(row) for row in rows[:MOST_STARRED])
            self._edits.label(rows, FAVOURITE, on=not starred)

    def ask_label(self) -> None:
        """Asks for a label for the selected games. One that all of them have is taken away."""
        if (found := self._labelled()) is None:
            return
        games, rows = found
        own = next((one for one in self._collection.state.entries if one.path == games.collection), None)
        known = [label for label, _ in own.labels if label != FAVOURITE] if own is not None else []
        dialog = QInputDialog(self._table.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Label of the games"))
        dialog.setLabelText(
            self.tr("A word, or a place in a tree: Openings/Sicilian. A label that they have is removed.")
        )
        dialog.setComboBoxEditable(True)
        dialog.setComboBoxItems(known)
        dialog.setTextValue("")
        dialog.resize(theme.scaled(420), dialog.sizeHint().height())

        def take(text: str) -> None:
            having = all(text.strip() in games.labels(row) for row in rows)
            self._edits.label(rows, text, on=not having)

        dialog.textValueSelected.connect(self._lists.still(lambda text: take(text) if text.strip() else None))
        dialog.open()
