"""Analysis projects: a tree of positions that grows by itself, is never lost, and can be steered."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QInputDialog, QMenu, QWidget

from desktop.model.game.projects import ProjectsState
from desktop.model.job import JobPhase, JobState
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.project_service import ProjectService
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_service import JobService
from desktop.services.night.night_service import NightService
from desktop.views.kit import words
from desktop.views.kit.buttons import icon_button, push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import ask, plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.rows_view import pop_up
from desktop.views.kit.work_parts import PGN, show_status, thin_bar, wrapped
from desktop.views.projects.project_tree import ProjectMoves, ProjectSummary, pass_text
from engine.ground.text import NOTHING

if TYPE_CHECKING:
    from engine.jobs.growth import GrownPass, GrowthRequest
    from engine.jobs.project_games import AddedGames, ProjectGamesRequest
    from engine.play.project.overview import ProjectOverview

_NIGHT_PASSES = 1_000


class ProjectPanel(QFrame):
    """Everything about the open project. Another program may work on it at the same time."""

    def __init__(
        self,
        games: GameService,
        engines: EngineList,
        growth: JobService[GrowthRequest, GrownPass],
        project_games: JobService[ProjectGamesRequest, AddedGames],
        projects: ProjectService,
        night: NightService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._engines, self._night = games, engines, night
        self._growth, self._adding, self._projects = growth, project_games, projects
        self.setProperty("look", "card")
        self.names = named(ChoiceField(), self.tr("Project"))
        self.names.activated.connect(self._open)
        self.new = push_button(self.tr("New …"), self._ask_new)
        self.more = icon_button("dots-three", self.tr("More: games, PGN, remove"), self._show_more)
        self.grow = push_button(
            self.tr("Grow"), projects.grow, tip=self.tr("Searches the position that pays most, again and again")
        )
        self.stop = push_button(self.tr("Stop"), self._stop)
        self.add = icon_button("list-plus", self.tr("Add the moves on the board as candidates"), self._add_line)
        self.bar = named(thin_bar(), self.tr("The project grows"))
        self.bar.setMaximum(0)
        self.status = wrapped("", "quiet")
        self.moves, self.summary = ProjectMoves(), ProjectSummary()
        self.seen = push_button(
            self.tr("Seen"), projects.look, tip=self.tr("From now on, changes are counted from these values")
        )
        self.force = icon_button("push-pin", self.tr("Only this move"), partial(self._mark, "forced"))
        self.prune = icon_button("scissors", self.tr("Leave this move out"), partial(self._mark, "pruned"))
        self.unmark = icon_button("eraser", self.tr("Take the mark away"), partial(self._mark, ""))
        self._stay = self.tr("No more work from here on")
        self.lock = icon_button("lock-simple", self._stay, self._lock)
        self.comment = icon_button("chat-text", self.tr("Comment …"), self._ask_comment)
        self._tools = (self.force, self.prune, self.unmark, self.lock, self.comment)
        self._first = push_button(self.tr("New …"), self._ask_new, look="primary")
        self.empty = placeholder_card(
            self.tr(
                "A project is a position and all that was ever found below it. It grows while you do other things, "
                "for months if you like."
            ),
            self._first,
            picture="git-branch",
        )
        head = in_row((self.names, 1), self.grow, self.stop, self.new, self.more, spacing=1)
        tools = Flow(self.add, *self._tools, self.seen, apart=1)
        shown = (head, self.status, self.bar, (self.moves, 3), tools, (self.summary, 2))
        parts = (plain_label(self.tr("Project"), look="heading"), *shown, (self.empty, 1), (STRETCH, 0))
        in_column(*parts, inside=self, margins=(3, 2, 2, 2), spacing=2)
        self.moves.itemSelectionChanged.connect(self._update_tools)
        self.moves.opened.connect(projects.show)
        self.moves.asked.connect(self._show_menu)
        self.summary.opened.connect(self._go_to)
        projects.changed.connect(self._update)
        growth.changed.connect(self._update_growth)
        project_games.changed.connect(self._update_adding)
        self._update(projects.state)

    def showEvent(self, event: QShowEvent) -> None:
        """Reads the projects again, as other programs change them too."""
        self._projects.refresh()

    # Actions

    @Slot()
    def _stop(self) -> None:
        """Stops adding games, else the growth."""
        (self._adding if self._adding.state.running else self._growth).stop()

    @Slot(int)
    def _open(self, at: int) -> None:
        name = self.names.itemText(at)
        if name != self._projects.state.name and name in self._projects.state.names:
            self._projects.open(name)

    @Slot()
    def _ask_new(self) -> None:
        from desktop.views.projects.project_dialog import ProjectDialog

        ProjectDialog(self._games, self._engines, self._projects, self).open()

    @Slot()
    def _show_more(self) -> None:
        menu, opened = QMenu(self), self._projects.state.shown is not None
        for text, action in (
            (self.tr("Add the whole game of the board"), self._add_game),
            (self.tr("Add the games of a PGN file …"), self._ask_file),
            (self.tr("Open as a game, to save as PGN"), self._projects.show_as_game),
            (self.tr("Work on it overnight"), self._add_night),
            (self.tr("Remove the project …"), self._ask_remove),
        ):
            menu.addAction(text, action).setEnabled(opened)
        pop_up(menu, self.more.mapToGlobal(QPoint(0, self.more.height())))

    @Slot(tuple, QPoint)
    def _show_menu(self, path: tuple[str, ...], place: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(self.tr("Show on the board\tEnter"), partial(self._projects.show, path))
        menu.addSeparator()
        for button in self._tools:
            menu.addAction(button.icon(), button.accessibleName(), button.click).setEnabled(button.isEnabled())
        pop_up(menu, place)

    @Slot(tuple)
    def _go_to(self, path: tuple[str, ...]) -> None:
        self.moves.choose(path)
        self._projects.show(path)

    @Slot()
    def _add_line(self) -> None:
        self._projects.add_moves(self._games.state.game, self._games.state.current)

    @Slot()
    def _add_game(self) -> None:
        self._projects.add_moves(self._games.state.game)

    @Slot()
    def _ask_file(self) -> None:
        ask_path(self, self.tr("Games to add"), lambda name: self._projects.add_file(Path(name)), "", PGN)

    @Slot()
    def _add_night(self) -> None:
        from engine.night.job_request import JobRequest

        self._night.add(JobRequest("project", project=self._projects.state.name, positions=_NIGHT_PASSES))

    @Slot()
    def _ask_remove(self) -> None:
        question = self.tr(
            "Remove the project %1 with its marks and comments? What was found about its positions stays stored."
        )
        ask(self, words.filled(question, self._projects.state.name), self.tr("Remove"), self._projects.remove)

    def _mark(self, mark: str) -> None:
        from books.evaluations.projects import MoveMark

        row = self.moves.row
        if row is not None and row.path:
            plain = MoveMark.CANDIDATE if row.mark is not MoveMark.CANDIDATE else None
            self._projects.mark(row.path, MoveMark(mark) if mark else plain)

    @Slot()
    def _lock(self) -> None:
        row = self.moves.row
        if row is not None:
            self._projects.annotate(row.path, locked=not row.locked)

    @Slot()
    def _ask_comment(self) -> None:
        row = self.moves.row
        if row is None:
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Comment"))
        dialog.setLabelText(self.tr("What to remember of this position"))
        dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialog.setTextValue(row.comment)
        dialog.textValueSelected.connect(lambda text: self._projects.annotate(row.path, comment=text.strip()))
        dialog.open()

    # Reactions to the services

    @Slot(object)
    def _update(self, state: ProjectsState) -> None:
        names = [*state.names] if state.shown is not None else [self.tr("choose a project"), *state.names]
        if [self.names.itemText(at) for at in range(self.names.count())] != names:
            self.names.clear()
            self.names.addItems(names)
        self.names.setVisible(bool(state.names))
        self.new.setVisible(bool(state.names))
        self.more.setVisible(state.shown is not None)
        self.empty.setVisible(not state.names and not state.problem)
        self.names.setCurrentIndex(names.index(state.name) if state.name in names else 0)
        self.moves.show_project(state.shown)
        self.summary.show_project(state.shown)
        for widget in (self.moves, self.summary, self.seen, self.add):
            widget.setVisible(state.shown is not None)
        for button in self._tools:
            button.setVisible(state.shown is not None)
        self._update_tools()
        self._update_growth(self._growth.state)

    @Slot(object)
    def _update_growth(self, growth: JobState[GrowthRequest, GrownPass]) -> None:
        state = self._projects.state
        self.grow.setVisible(state.shown is not None and not growth.running)
        adding = self._adding.state
        self.stop.setVisible(growth.running or adding.running)
        self.bar.setVisible(growth.running or adding.running)
        self.bar.setMaximum(adding.total if adding.running else 0)
        self.bar.setValue(adding.done if adding.running else 0)
        failed = next((job.problem for job in (adding, growth) if job.phase is JobPhase.FAILED), NOTHING)
        show_status(self.status, state.problem or failed, self._status(state, growth), "quiet")
        self.status.setVisible(bool(self.status.text()))

    @Slot()
    def _update_adding(self) -> None:
        self._update_growth(self._growth.state)

    def _status(self, state: ProjectsState, growth: JobState[GrowthRequest, GrownPass]) -> str:
        shown = state.shown
        if shown is None:
            return ""
        parts = [self._size(shown)]
        added = self._adding.state.last
        if added is not None:
            parts.append(words.filled(self.tr("games added: %1"), words.whole(added.games)))
            if added.skipped:
                parts.append(words.filled(self.tr("without its first position: %1"), words.whole(added.skipped)))
        if growth.running:
            parts.append(words.filled(self.tr("passes: %1"), words.whole(growth.done)))
            if growth.last is not None and growth.last.overview.work:
                task = growth.last.overview.work[0]
                parts.append(words.filled(self.tr("now: %1"), pass_text(shown, task.kind.value, task.path)))
        elif growth.phase is JobPhase.DONE and not shown.work:
            parts.append(self.tr("nothing is left to search"))
        return ", ".join(parts)

    def _size(self, shown: ProjectOverview) -> str:
        value = words.score(shown.value) if shown.value is not None else self.tr("not searched")
        text = self.tr("%1: one position") if shown.positions == 1 else self.tr("%1: %2 positions")
        return words.filled(text, value, words.whole(shown.positions))

    @Slot()
    def _update_tools(self) -> None:
        row = self.moves.row
        for button in (self.force, self.prune):
            button.setEnabled(row is not None and bool(row.path))
        self.unmark.setEnabled(row is not None and row.mark is not None)
        for button in (self.lock, self.comment):
            button.setEnabled(row is not None)
        self.lock.setAccessibleName(self.tr("Work from here on again") if row and row.locked else self._stay)
        self.lock.setToolTip(ForeignText(self.lock.accessibleName()).tip)
