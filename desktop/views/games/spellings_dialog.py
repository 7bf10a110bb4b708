"""Names that a collection spells in several ways: groups of spellings, to be written in one form."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem, QWidget

from books.collection.tidying.spellings import Spelling, SpellingGroup, SpellingKind
from desktop.model.collection import file_name
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.job_service import JobService
from desktop.views.games.groups_dialog import GROUP, GroupsDialog, rows_of
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import caption, named
from desktop.views.kit.layouts import in_row
from desktop.views.kit.words import text_of, whole
from engine.ground.text import Text

if TYPE_CHECKING:
    from engine.jobs.spellings import SpellingSearch

_CHECKED = Qt.CheckState.Checked
_FORM = int(GROUP) + 1  # the form in which a group is to be written
_KINDS: dict[SpellingKind, str] = {
    SpellingKind.PLAYERS: str(QT_TRANSLATE_NOOP("Spellings", "players")),
    SpellingKind.EVENTS: str(QT_TRANSLATE_NOOP("Spellings", "events")),
}


class SpellingsDialog(GroupsDialog["SpellingSearch", SpellingGroup]):
    """A group is named after the form in which it is to be written. Enter on a spelling makes it the form; another one
    can be typed. Space leaves a spelling out. *Correct* writes the selected groups, as one step of the list's undo."""

    def __init__(
        self,
        path: Path,
        finder: JobService[SpellingSearch, SpellingGroup],
        collection: CollectionService,
        lists: GameListService,
        parent: QWidget | None = None,
    ) -> None:
        heads = [self.tr("Spelling"), self.tr("Games"), self.tr("Years")]
        name = text_of(file_name(str(path)))
        super().__init__(self.tr("Spellings in %1").replace("%1", name), heads, finder, lists, parent)
        self._path, self._collection = path, collection
        for kind in SpellingKind:
            self.kind.addItem(QCoreApplication.translate("Spellings", _KINDS[kind]), kind)
        self.groups.setAccessibleName(self.tr("Groups of spellings"))
        self.form = named(QLineEdit(), self.tr("Write as"))
        self.list = push_button(self.tr("&List the games"), self._list)
        self.correct = push_button(
            self.tr("&Correct"),
            self._correct,
            tip=self.tr("Writes the names of the selected groups in the form that each is named after."),
        )
        self.arrange([self.list], [self.correct], [in_row(caption(self.tr("&Write as"), self.form), (self.form, 1))])
        self.kind.currentIndexChanged.connect(self._begin)
        self.groups.currentItemChanged.connect(self._show_form)
        self.groups.itemActivated.connect(self._choose)
        self.form.textEdited.connect(self._type)
        self._begin()

    def _request(self) -> SpellingSearch:
        from engine.jobs.spellings import SpellingSearch

        return SpellingSearch(self._path, self.kind.currentData())

    def _nothing(self) -> str:
        return self.tr("Every name has one spelling.")

    def _add(self, group: SpellingGroup) -> None:
        top = QTreeWidgetItem()
        top.setData(0, GROUP, group)
        for one in group.spellings:
            row = QTreeWidgetItem(top, [one.name, whole(one.games), _years(one)])
            row.setCheckState(0, _CHECKED)
            for column in (1, 2):
                row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._name(top, group.spellings[0].name)
        self.put(top)

    def _update_buttons(self) -> None:
        super()._update_buttons()
        some = self.idle and bool(self.groups.selectedItems())
        self.list.setEnabled(some)
        self.correct.setEnabled(some)
        self.form.setEnabled(self.idle and self.groups.currentItem() is not None)

    def _name(self, top: QTreeWidgetItem, form: str) -> None:
        top.setData(0, _FORM, form)
        top.setText(0, form)
        for row in rows_of(top):
            font = row.font(0)
            font.setBold(row.text(0) == form)
            row.setFont(0, font)

    def _group(self) -> QTreeWidgetItem | None:
        item = self.groups.currentItem()
        return item if item is None else item.parent() or item

    @Slot()
    def _show_form(self) -> None:
        top = self._group()
        self.form.setText(top.data(0, _FORM) if top is not None else "")
        self.form.setEnabled(top is not None)

    @Slot(QTreeWidgetItem)
    def _choose(self, item: QTreeWidgetItem) -> None:
        top = item.parent()
        if top is not None:
            self._name(top, item.text(0))
            self._show_form()

    @Slot(str)
    def _type(self, form: str) -> None:
        top = self._group()
        if top is not None and form.strip():
            self._name(top, form.strip())

    def _forms(self) -> dict[str, str]:
        found = {}
        for top in self.groups.selectedItems():
            form = top.data(0, _FORM)
            rows = (row for row in rows_of(top) if row.checkState(0) is _CHECKED and row.text(0) != form)
            found.update({row.text(0): form for row in rows})
        return found

    def _correct(self) -> None:
        forms = self._forms()
        if not forms:
            return
        players = self.kind.currentData() is SpellingKind.PLAYERS
        from engine.jobs.tidying import TidyingRequest

        request = TidyingRequest(self._path, forms if players else {}, {} if players else forms)
        words = Text("correcting {one spelling|%1 spellings}", len(forms))
        self.tidy(request, words)
        self.take(self.groups.selectedItems(), words)

    def _list(self) -> None:
        groups = self.chosen()
        names = [one.name for group in groups for one in group.spellings]
        players = self.kind.currentData() is SpellingKind.PLAYERS

        def show(numbers: list[int]) -> None:
            self._collection.list_numbers(self._path, numbers, Text("Spellings"))

        if names:
            self._finder.submit(partial(_numbers, self._path, names, players), show)


def _years(one: Spelling) -> str:
    if not one.last:
        return ""
    return f"{one.first}–{one.last}" if one.first != one.last else str(one.first)


def _numbers(path: Path, names: list[str], players: bool) -> list[int]:
    from books.collection.game_collection import Collection
    from books.collection.tidying.spellings import games_spelled

    with Collection(path) as games:
        return [game.id for game in games_spelled(games, names if players else [], [] if players else names)]
