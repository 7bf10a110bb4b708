"""Games that a collection or a PGN file may have twice: groups side by side, to keep, merge or delete."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from books.collection.tidying.duplicate_changes import merged_into_first, poorer_deleted
from books.collection.tidying.duplicates import DuplicateGroup, DuplicateKind, FoundGame, keep_apart
from desktop.model.job import JobPhase, JobState
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.job_service import JobService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, caption
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.words import whole
from desktop.views.kit.work_parts import show_status, thin_bar, wrapped
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.collection.editing import StoredChange
    from engine.jobs.duplicates import DuplicateSearch

MOST_SHOWN = 2_000  # groups in the table; the buttons for all groups act on these
_EVENT = 3  # the column
_NUMBERS = Qt.ItemDataRole.UserRole
_KINDS: dict[DuplicateKind, str] = {
    DuplicateKind.SAME: str(QT_TRANSLATE_NOOP("Duplicates", "the same moves")),
    DuplicateKind.LONGER: str(QT_TRANSLATE_NOOP("Duplicates", "one is longer")),
    DuplicateKind.CONTRADICTION: str(QT_TRANSLATE_NOOP("Duplicates", "result or date contradict")),
}


class DuplicatesDialog(Dialog):
    """The first game of a group is the richest. Merge and Delete leave it and put the others into the bin; both are steps
    of the list's undo. Enter lists the games of the group. In a PGN file games can only be deleted."""

    def __init__(
        self,
        path: Path,
        finder: JobService[DuplicateSearch, DuplicateGroup],
        collection: CollectionService,
        lists: GameListService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._path, self._finder, self._collection, self._lists = path, finder, collection, lists
        self._inside = path != Path(lists.state.path or "")
        self._shown = 0
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Duplicates in %1").replace("%1", path.stem))
        self.resize(theme.size(980, 620))
        self.kind = ChoiceField()
        self.kind.addItem(self.tr("all kinds"), None)
        for kind in DuplicateKind:
            self.kind.addItem(_kind(kind), kind)
        self.kind.setAccessibleName(self.tr("Kind"))
        self.again = push_button(self.tr("&Search again"), self._begin)
        self.halt = push_button(self.tr("S&top"), finder.stop)
        self.bar, self.status = thin_bar(), wrapped()
        self.groups = QTreeWidget()
        self.groups.setAccessibleName(self.tr("Groups of games"))
        self.groups.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.groups.setUniformRowHeights(True)
        self.groups.setHeaderLabels(
            [
                self.tr("Game"),
                self.tr("Result"),
                self.tr("Date"),
                self.tr("Event"),
                self.tr("Round"),
                self.tr("Moves"),
                self.tr("Notes"),
            ]
        )
        header = self.groups.header()
        header.setStretchLastSection(False)
        for column in range(self.groups.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_EVENT, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(_EVENT, theme.scaled(220))
        self.keep = push_button(self.tr("&Keep all"), partial(self._act, self._keep))
        self.merge = push_button(self.tr("&Merge"), partial(self._act, self._merge))
        self.delete = push_button(self.tr("&Delete the poorer"), partial(self._act, self._delete))
        self.everything = push_button(self.tr("Select &all"), self.groups.selectAll)
        self.list = push_button(self.tr("&List the games"), self._list)
        self.undo = push_button(self.tr("&Undo"), lambda: lists.take_back())
        self.keep.setToolTip(self.tr("They are games of their own; the group is not shown again."))
        self.merge.setToolTip(self.tr("The first game gets the variations, comments and missing tags of the others."))
        for button in (self.again, self.halt):  # Enter belongs to the table
            button.setAutoDefault(False)
        in_column(
            in_row(caption(self.tr("Kind"), self.kind), self.kind, None, self.again, self.halt, spacing=2),
            self.bar,
            self.status,
            (self.groups, 1),
            in_row(self.everything, self.list, None, self.undo, self.keep, self.merge, self.delete, spacing=2),
            inside=self,
            margins=4,
            spacing=2,
        )
        self.kind.currentIndexChanged.connect(self._fill_again)
        self.groups.itemSelectionChanged.connect(self._update_buttons)
        self.groups.itemActivated.connect(self._list)
        finder.changed.connect(self._show)
        lists.changed.connect(self._update_buttons)
        self._begin()

    def done(self, result: int) -> None:
        """Stops the search."""
        self._finder.stop()
        super().done(result)

    def _begin(self) -> None:
        from engine.jobs.duplicates import DuplicateSearch

        self.groups.clear()
        self._shown = 0
        self._finder.begin(DuplicateSearch(self._path))

    @Slot(object)
    def _show(self, state: JobState[DuplicateSearch, DuplicateGroup]) -> None:
        self.bar.setVisible(state.running)
        self.bar.setMaximum(1000 if state.total else 0)
        self.bar.setValue(state.per_mille)
        for group in state.rows[self._shown : MOST_SHOWN]:
            self._add(group)
        self._shown = min(len(state.rows), MOST_SHOWN)
        found = self.tr("%1 groups").replace("%1", whole(len(state.rows)))
        if not state.rows and state.phase is JobPhase.DONE:
            found = self.tr("No game is there twice.")
        elif len(state.rows) > MOST_SHOWN:
            found = self.tr("%1 groups; the first %2 are shown").replace("%1", whole(len(state.rows)))
            found = found.replace("%2", whole(MOST_SHOWN))
        show_status(self.status, state.problem, found)
        self._update_buttons()

    def _add(self, group: DuplicateGroup) -> None:
        if self.kind.currentData() not in (None, group.kind):
            return
        first = group.games[0].game
        top = QTreeWidgetItem([f"{first.white} – {first.black}: {_kind(group.kind)}"])
        top.setData(0, _NUMBERS, group.numbers)
        rows = [_cells(game) for game in group.games]
        for cells in rows:
            row = QTreeWidgetItem(top, cells)
            row.setFlags(row.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            for column in (1, 2, 5):
                if len({other[column] for other in rows}) > 1:  # the difference is what one looks for
                    font = row.font(column)
                    font.setBold(True)
                    row.setFont(column, font)
        self.groups.addTopLevelItem(top)
        self.groups.setFirstColumnSpanned(self.groups.topLevelItemCount() - 1, self.groups.rootIndex(), True)
        top.setExpanded(True)

    def _fill_again(self) -> None:
        self.groups.clear()
        self._shown = 0
        self._show(self._finder.state)

    def _chosen(self) -> list[tuple[int, ...]]:
        return [item.data(0, _NUMBERS) for item in self.groups.selectedItems() if item.data(0, _NUMBERS)]

    @Slot()
    def _update_buttons(self) -> None:
        running = self._finder.state.running
        idle = not running and not self._lists.state.busy
        some = idle and bool(self.groups.selectedItems())
        self.halt.setEnabled(running)
        self.again.setEnabled(idle)
        self.delete.setEnabled(some)
        self.list.setEnabled(some and self._inside)
        self.keep.setEnabled(some and self._inside)
        self.merge.setEnabled(some and self._inside)
        self.undo.setEnabled(idle and bool(self._lists.state.undo))

    def _act(self, change: object) -> None:
        """Does something with the selected groups and takes them out of the table."""
        groups = self._chosen()
        if groups and callable(change):
            change(groups)
            for item in self.groups.selectedItems():
                self.groups.takeTopLevelItem(self.groups.indexOfTopLevelItem(item))

    def _keep(self, groups: list[tuple[int, ...]]) -> None:
        self._finder.submit(partial(_kept, self._path, groups), lambda _: None)

    def _merge(self, groups: list[tuple[int, ...]]) -> None:
        words = Text("merging {one group|%1 groups} of duplicates", len(groups))
        self._lists.write(str(self._path), partial(_merged, self._path, groups), words)

    def _delete(self, groups: list[tuple[int, ...]]) -> None:
        if self._inside:
            words = Text("deleting the duplicates of {one group|%1 groups}", len(groups))
            self._lists.write(str(self._path), partial(_deleted, self._path, groups), words)
            return
        self._lists.delete([number - 1 for group in groups for number in group[1:]])
        self.close()  # the file's games have other numbers now

    def _list(self) -> None:
        numbers = [number for group in self._chosen() for number in group]
        if numbers and self._inside:
            self._collection.list_numbers(self._path, numbers, Text("Duplicates"))


def _kind(kind: DuplicateKind) -> str:
    return QCoreApplication.translate("Duplicates", _KINDS[kind])


def _cells(found: FoundGame) -> list[str]:
    game = found.game
    moves = whole((game.plies + 1) // 2)
    notes = QCoreApplication.translate("Duplicates", "yes") if found.text_bytes else ""
    players = f"{found.number}. {game.white} – {game.black}"
    return [players, game.result, game.date, f"{game.event}, {game.site}", game.round, moves, notes]


def _kept(path: Path, groups: list[tuple[int, ...]]) -> None:
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        keep_apart(games, groups)


def _merged(path: Path, groups: list[tuple[int, ...]]) -> StoredChange:
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        return merged_into_first(games, groups, lambda _done, _total: True)


def _deleted(path: Path, groups: list[tuple[int, ...]]) -> StoredChange:
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        return poorer_deleted(games, groups)
