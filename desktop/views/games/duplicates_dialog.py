"""Games that a collection or a PGN file may have twice: groups side by side, to keep, merge or delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QWidget

from books.collection.tidying.duplicate_changes import poorer_deleted
from books.collection.tidying.duplicates import DuplicateGroup, DuplicateKind, FoundGame, keep_apart
from desktop.model.collection import file_name
from desktop.model.game.results import printed_result
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.job_service import JobService
from desktop.views.games.groups_dialog import GROUP, GroupsDialog
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.words import date, text_of, whole
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.collection.editing import StoredChange
    from engine.jobs.duplicates import DuplicateSearch

_EVENT = 3  # the column
_UNKNOWN = ("", "?")
_KINDS: dict[DuplicateKind, str] = {
    DuplicateKind.SAME: str(QT_TRANSLATE_NOOP("Duplicates", "the same moves")),
    DuplicateKind.LONGER: str(QT_TRANSLATE_NOOP("Duplicates", "one is longer")),
    DuplicateKind.CONTRADICTION: str(QT_TRANSLATE_NOOP("Duplicates", "result or date contradict")),
}


class DuplicatesDialog(GroupsDialog["DuplicateSearch", DuplicateGroup]):
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
        heads = [self.tr("Game"), self.tr("Result"), self.tr("Date"), self.tr("Event")]
        heads += [self.tr("Round"), self.tr("Moves"), self.tr("Notes")]
        name = text_of(file_name(str(path)))
        super().__init__(self.tr("Duplicates in %1").replace("%1", name), heads, finder, lists, parent)
        self._path, self._collection = path, collection
        self._inside = path != Path(lists.state.path or "")
        self.kind.addItem(self.tr("all kinds"), None)
        for kind in DuplicateKind:
            self.kind.addItem(_kind(kind), kind)
        self.groups.setAccessibleName(self.tr("Groups of games"))
        header = self.groups.header()
        header.setSectionResizeMode(_EVENT, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(_EVENT, theme.scaled(220))
        self.keep = push_button(self.tr("&Keep all"), partial(self._act, self._keep))
        self.merge = push_button(self.tr("&Merge"), partial(self._act, self._merge))
        self.delete = push_button(self.tr("&Delete the poorer"), partial(self._act, self._delete))
        self.list = push_button(self.tr("&List the games"), self._list)
        self.keep.setToolTip(self.tr("They are games of their own; the group is not shown again."))
        self.merge.setToolTip(self.tr("The first game gets the variations, comments and missing tags of the others."))
        self.arrange([self.list], [self.keep, self.merge, self.delete])
        self.kind.currentIndexChanged.connect(self._fill_again)
        self.groups.itemActivated.connect(self._list)
        self._begin()

    def _request(self) -> DuplicateSearch:
        from engine.jobs.duplicates import DuplicateSearch

        return DuplicateSearch(self._path)

    def _nothing(self) -> str:
        return self.tr("No game is there twice.")

    def _add(self, group: DuplicateGroup) -> None:
        if self.kind.currentData() not in (None, group.kind):
            return
        first = group.games[0].game
        top = QTreeWidgetItem([f"{first.white} – {first.black}"])
        top.setText(_EVENT, _kind(group.kind))
        top.setData(0, GROUP, group)
        rows = [_cells(game) for game in group.games]
        for cells in rows:
            row = QTreeWidgetItem(top, cells)
            row.setFlags(row.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            for column in (1, 2, 5):
                if len({other[column] for other in rows}) > 1:  # the difference is what one looks for
                    font = row.font(column)
                    font.setBold(True)
                    row.setFont(column, font)
        self.put(top)

    def _chosen(self) -> list[tuple[int, ...]]:
        return [group.numbers for group in self.chosen()]

    def _update_buttons(self) -> None:
        super()._update_buttons()
        some = self.idle and bool(self.groups.selectedItems())
        self.delete.setEnabled(some)
        for button in (self.list, self.keep, self.merge):
            button.setEnabled(some and self._inside)

    def _act(self, change: Callable[[list[tuple[int, ...]]], None]) -> None:
        """Does something with the selected groups and takes them out of the table."""
        if groups := self._chosen():
            change(groups)
            self.take_chosen()

    def _keep(self, groups: list[tuple[int, ...]]) -> None:
        self._finder.submit(partial(_kept, self._path, groups), lambda _: None)

    def _merge(self, groups: list[tuple[int, ...]]) -> None:
        words = Text("merging {one group|%1 groups} of duplicates", len(groups))
        from engine.jobs.tidying import TidyingRequest

        self.tidy(TidyingRequest(self._path, merged=tuple(groups)), words)

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
    place = ", ".join(dict.fromkeys(name for name in (game.event, game.site) if name not in _UNKNOWN))
    round_ = "" if game.round in _UNKNOWN else game.round
    known = game.date.replace(".??", "")  # a month may be what contradicts
    day = date(game.date) if known == game.date else known.strip("?")
    return [players, printed_result(game.result), day, place, round_, moves, notes]


def _kept(path: Path, groups: list[tuple[int, ...]]) -> None:
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        keep_apart(games, groups)


def _deleted(path: Path, groups: list[tuple[int, ...]]) -> StoredChange:
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        return poorer_deleted(games, groups)
