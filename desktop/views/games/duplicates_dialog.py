"""Games that a collection or a PGN file may have twice: groups side by side, to keep, merge or delete."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QWidget

from books.collection.tidying.duplicates import DuplicateGroup, DuplicateKind, FoundGame, keep_apart
from desktop.model.collection import collection_name, file_name
from desktop.model.game.results import printed_result
from desktop.services.files import collection_changes as changes
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.files.list_tasks import bin_words
from desktop.services.kit.job_service import JobService
from desktop.views.games.groups_dialog import GROUP, GroupsDialog, rows_of
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.words import date, text_of, whole
from engine.ground.text import Text

if TYPE_CHECKING:
    from engine.jobs.duplicates import DuplicateSearch

_EVENT = 3  # the column
_TICKED = Qt.CheckState.Checked
_UNKNOWN = ("", "?")
_KINDS: dict[DuplicateKind, str] = {
    DuplicateKind.SAME: str(QT_TRANSLATE_NOOP("Duplicates", "the same moves")),
    DuplicateKind.LONGER: str(QT_TRANSLATE_NOOP("Duplicates", "one is longer")),
    DuplicateKind.CONTRADICTION: str(QT_TRANSLATE_NOOP("Duplicates", "result or date contradict")),
}


class DuplicatesDialog(GroupsDialog["DuplicateSearch", DuplicateGroup]):
    """The games of a group that are ticked stay: at first the richest. *Merge* and *Delete* put the others into the bin; both
    are steps of the list's undo. Enter lists the games of the group. In a PGN file games can only be deleted."""

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
        self.keep = push_button(self.tr("&Keep all"), self._keep)
        self.merge = push_button(self.tr("&Merge"), self._merge)
        self.delete = push_button(self.tr("&Delete the others"), self._delete)
        self.list = push_button(self.tr("&List the games"), self._list)
        self.keep.setToolTip(self.tr("They are games of their own; the group is not shown again."))
        self.merge.setToolTip(
            self.tr(
                "The ticked game gets the variations, comments and missing tags of the others, which go to the bin."
            )
        )
        self.delete.setToolTip(self.tr("The ticked games stay, the others are deleted."))
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
        for found, cells in zip(group.games, rows, strict=True):
            row = QTreeWidgetItem(top, cells)
            row.setData(0, GROUP, found.number)
            row.setCheckState(0, _TICKED if found is group.games[0] else Qt.CheckState.Unchecked)
            for column in (1, 2, 5):
                if len({other[column] for other in rows}) > 1:  # the difference is what one looks for
                    font = row.font(column)
                    font.setBold(True)
                    row.setFont(column, font)
        self.put(top)

    def _update_buttons(self) -> None:
        super()._update_buttons()
        some = self.idle and bool(self.groups.selectedItems())
        self.delete.setEnabled(some)
        for button in (self.list, self.keep, self.merge):
            button.setEnabled(some and self._inside)

    @Slot()
    def _keep(self) -> None:
        if groups := [group.numbers for group in self.chosen()]:
            self._finder.submit(partial(_kept, self._path, groups), lambda _: None)
            self.take(self.groups.selectedItems())

    def _divided(self) -> list[tuple[QTreeWidgetItem, list[int], list[int]]]:
        """The selected groups of which some games stay and others do not: the numbers of both."""
        found = []
        for top in self.groups.selectedItems():
            stay = [row.data(0, GROUP) for row in rows_of(top) if row.checkState(0) is _TICKED]
            others = [row.data(0, GROUP) for row in rows_of(top) if row.checkState(0) is not _TICKED]
            if stay and others:
                found.append((top, stay, others))
        return found

    @Slot()
    def _merge(self) -> None:
        from engine.jobs.tidying import TidyingRequest

        if groups := self._divided():
            words = Text("merging {one group|%1 groups} of duplicates", len(groups))
            self.tidy(
                TidyingRequest(self._path, merged=tuple((*stay[:1], *others) for _, stay, others in groups)), words
            )
            self.take([top for top, _, _ in groups], words)

    @Slot()
    def _delete(self) -> None:
        groups = self._divided()
        gone = [number for _, _, others in groups for number in others]
        if groups and self._inside:
            words = Text("deleting the duplicates of {one group|%1 groups}", len(groups))
            _, done = bin_words(len(gone), collection_name(self._path))
            self._lists.write(str(self._path), partial(changes.deleted, self._path, gone), words, done)
            self.take([top for top, _, _ in groups], words)
        elif groups:
            self._lists.delete([number - 1 for number in gone])
            self.close()  # the file's games have other numbers now

    def _list(self) -> None:
        numbers = [number for group in self.chosen() for number in group.numbers]
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
