"""The dialog of a job that finds groups in a collection: a tree, a choice of kinds, progress, stop and undo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLayout,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.model.job import JobPhase, JobState
from desktop.services.files.game_list_service import GameListService
from desktop.services.files.list_tasks import tidied
from desktop.services.kit.job_service import JobService
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, caption, named
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.words import text_of, whole
from desktop.views.kit.work_parts import show_status, thin_bar, wrapped
from engine.ground.text import NOTHING, Text
from engine.jobs.job import Finding, Request

if TYPE_CHECKING:
    from engine.jobs.tidying import TidyingRequest

MOST_SHOWN = 2_000  # groups in the table; the buttons for all groups act on these
GROUP = Qt.ItemDataRole.UserRole
"""The role of a finding in its item."""


class GroupsDialog(Dialog, Generic[Request, Finding]):
    """Its heirs make the request, the items and the buttons, and call `arrange` and `_begin`. Changes are steps of the
    list's undo."""

    def __init__(
        self,
        title: str,
        heads: Sequence[str],
        finder: JobService[Request, Finding],
        lists: GameListService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, title, (980, 620))
        self._finder, self._lists = finder, lists
        self._shown = 0
        self._taken: list[tuple[Text, list[Finding]]] = []  # the groups of each change, which its undo brings back
        self._done: set[Text] = set()  # the changes made here, by their descriptions for undo
        self.kind = named(ChoiceField(), self.tr("Kind"))
        self.again = push_button(self.tr("&Search again"), self._begin)
        self.halt = push_button(self.tr("S&top"), self._stop)
        self.bar, self.status = thin_bar(), wrapped()
        self.groups = QTreeWidget()
        self.groups.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.groups.setUniformRowHeights(True)
        self.groups.setHeaderLabels(list(heads))
        header = self.groups.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.everything = push_button(self.tr("Select &all"), self.groups.selectAll)
        self.undo = push_button(self.tr("&Undo"), self._undo)

    def arrange(self, left: Sequence[QWidget], right: Sequence[QPushButton], below: Sequence[QLayout] = ()) -> None:
        """Lays the dialog out, with these widgets below the table, and follows the job and the list."""
        in_column(
            in_row(caption(self.tr("Kind"), self.kind), self.kind, None, self.again, self.halt, spacing=2),
            self.bar,
            self.status,
            (self.groups, 1),
            *below,
            in_row(self.everything, *left, None, self.undo, *right, spacing=2),
            inside=self,
            margins=4,
            spacing=2,
        )
        for button in self.findChildren(QPushButton):  # Enter belongs to the table
            button.setAutoDefault(False)
        self.groups.itemSelectionChanged.connect(self._update_buttons)
        self.groups.itemClicked.connect(self._choose_group)
        self._finder.changed.connect(self._show)
        self._lists.changed.connect(self._update_buttons)

    def done(self, result: int) -> None:
        self._finder.stop()
        super().done(result)

    @property
    def idle(self) -> bool:
        """Whether neither a search nor a change is under way."""
        return not self._finder.state.running and not self._lists.state.busy

    def put(self, item: QTreeWidgetItem) -> None:
        """Adds a group's item with its rows, which cannot be selected."""
        for row in rows_of(item):
            row.setFlags(row.flags() & ~Qt.ItemFlag.ItemIsSelectable)
        self.groups.addTopLevelItem(item)  # no spanned column: Qt would lay all groups out for each new one
        item.setExpanded(True)

    def chosen(self) -> list[Finding]:
        return [item.data(0, GROUP) for item in self.groups.selectedItems()]

    def take(self, items: Sequence[QTreeWidgetItem], words: Text = NOTHING) -> None:
        """Takes groups out of the table. The undo of the change that `words` describe brings them back."""
        self._taken.append((words, [item.data(0, GROUP) for item in items]))
        if words:
            self._done.add(words)
        for item in items:
            self.groups.takeTopLevelItem(self.groups.indexOfTopLevelItem(item))
        self._show(self._finder.state)

    def tidy(self, request: TidyingRequest, words: Text) -> None:
        """Changes the collection; *Stop* ends it. `words` describe it for undo."""
        self._lists.write(str(request.path), partial(tidied, request, self._lists.new_stopper()), words)

    # -- for the heirs

    def _request(self) -> Request:
        raise NotImplementedError

    def _nothing(self) -> str:
        """Returns the status if no group is found."""
        raise NotImplementedError

    def _add(self, group: Finding) -> None:
        """Puts a group into the table, if its kind is shown."""
        raise NotImplementedError

    def _update_buttons(self) -> None:
        self.halt.setEnabled(not self.idle)
        changing = bool(self._lists.state.busy)
        self.bar.setVisible(not self.idle)
        self.bar.setMaximum(1000 if self._finder.state.total and not changing else 0)
        self.again.setEnabled(self.idle)
        here = self._lists.state.undo in self._done  # the list's last change may be another one
        self.undo.setEnabled(self.idle and self._lists.state.settled and here)

    @Slot()
    def _stop(self) -> None:
        """Stops the search, or the change that is under way."""
        self._finder.stop()
        if self._lists.state.busy:
            self._lists.stop()

    @Slot()
    def _undo(self) -> None:
        undone = self._lists.state.undo
        self._lists.take_back()
        for place, (words, groups) in reversed(list(enumerate(self._taken))):
            if words == undone:
                del self._taken[place]
                for group in groups:
                    self._add(group)
                self._show(self._finder.state)
                break

    @Slot(QTreeWidgetItem)
    def _choose_group(self, item: QTreeWidgetItem) -> None:
        """A click on a row of a group selects the group."""
        if (top := item.parent()) is not None:
            top.setSelected(True)

    @Slot()
    def _begin(self) -> None:
        self.groups.clear()
        self._shown = 0
        self._taken.clear()
        self._finder.begin(self._request())

    @Slot()
    def _fill_again(self) -> None:
        self.groups.clear()
        self._shown = 0
        self._show(self._finder.state)

    @Slot(object)
    def _show(self, state: JobState[Request, Finding]) -> None:
        self.bar.setValue(state.per_mille)
        gone = {id(group) for _, groups in self._taken for group in groups}
        for group in state.rows[self._shown : MOST_SHOWN]:
            if id(group) not in gone:
                self._add(group)
        self._shown = min(len(state.rows), MOST_SHOWN)
        left = len(state.rows) - len(gone)
        found = text_of(Text("%1 {group|groups}", left))
        if state.phase is JobPhase.DONE and not left:
            found = self.tr("All groups are done.") if gone else self._nothing()
        elif len(state.rows) > MOST_SHOWN:
            found = self.tr("%1 groups; the first %2 are shown").replace("%1", whole(left))
            found = found.replace("%2", whole(MOST_SHOWN))
        show_status(self.status, state.problem, found)
        self._update_buttons()


def rows_of(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [row for place in range(item.childCount()) if (row := item.child(place)) is not None]
