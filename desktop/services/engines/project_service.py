"""The analysis projects: one is open, is changed on a thread of its own, and grows on another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from desktop.model.game.projects import ProjectsState
from desktop.model.game.state import GameState
from desktop.model.job import JobState
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.tree import ROOT, Game
from engine.ground.machine import on_battery
from engine.ground.text import Text, plain

if TYPE_CHECKING:
    from books.evaluations.projects import MoveMark
    from books.evaluations.store import EvaluationStore
    from desktop.services.kit.settings_store import SettingsStore
    from engine.game.position import Position
    from engine.jobs.growth import GrownPass, GrowthRequest
    from engine.jobs.project_games import AddedGames, ProjectGamesRequest
    from engine.play.project.open_project import OpenProject
    from engine.play.project.overview import ProjectOverview
    from tablebases.tables import Tablebases

    Change = Callable[[OpenProject], object]


class ProjectService(StateService[ProjectsState]):
    """Projects are in the evaluation store; other windows, the console and night work may change them at the same time.

    The project opened last grows by itself once the board has been left alone for some minutes, until the next move."""

    def __init__(self, open_store: Callable[[], EvaluationStore] | None, tables: Callable[[], Tablebases]) -> None:
        """`open_store` opens a store of its own; None: nothing can be saved."""
        super().__init__(ProjectsState())
        self._open_store, self._tables = open_store, tables
        self._store: EvaluationStore | None = None  # these two are the worker's
        self._opened: OpenProject | None = None
        self._tab = 0  # the tab of `show`
        self._last = ""  # the project opened last
        self._alone = False  # it grows by itself
        self._battery = False  # on battery too
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.timeout.connect(self._grow_alone)
        self._worker = Worker("ratsu-projects", self, finish=True)

    def configure(self, settings: Settings) -> None:
        """Takes how long the board is left alone before the project grows, and whether it does on battery."""
        self._battery, minutes = settings.flag("night_battery"), settings.number("grow_minutes")
        self._idle.setInterval(60_000 * minutes)
        if not minutes:
            self._idle.stop()

    def follow(
        self,
        games: GameService,
        growth: JobService[GrowthRequest, GrownPass],
        adding: JobService[ProjectGamesRequest, AddedGames],
        settings: SettingsStore,
    ) -> None:
        """Follows the growth, whose passes it shows, the games that are added, and what happens on the board."""
        self._games, self._growth, self._adding, self._settings = games, growth, adding, settings
        self._last = settings.settings.text("project")
        growth.changed.connect(self._grown)
        adding.changed.connect(self._added)
        games.state_changed.connect(self._touched)

    def window_shown(self) -> None:
        """Begins to wait for the board to be left alone."""
        self._touched(self._games.state)

    # What is shown

    @Slot()
    def refresh(self) -> None:
        """Reads the projects again: other programs change them too."""
        self._submit(self._present)

    def open(self, name: str) -> None:
        """Opens a project."""
        self._growth.stop()
        self._submit(partial(self._named, name))

    def make(self, name: str, root: Position, engines: Iterable[str], nodes: int, game: Game | None = None) -> None:
        """Makes a project and opens it. `game`: whose moves become candidates."""
        self._growth.stop()
        self._submit(partial(self._made, name, root, tuple(engines), nodes, game))

    def remove(self) -> None:
        """Removes the open project; what was found stays in the store."""
        self._growth.stop()
        self._submit(self._removed)

    # Changes of the open project

    def mark(self, path: tuple[str, ...], mark: MoveMark | None) -> None:
        """Marks the last of some moves from the root; None takes its mark away."""
        self._change(lambda opened: opened.mark(path, mark))

    def annotate(self, path: tuple[str, ...], *, comment: str | None = None, locked: bool | None = None) -> None:
        """Sets the comment or the lock of the position after some moves."""
        self._change(lambda opened: opened.annotate(path, comment=comment, locked=locked))

    def add_moves(self, game: Game, node: int | None = None) -> None:
        """Adds the moves of a game that follow the root: those that lead to a node, or all of them."""

        def add(opened: OpenProject) -> None:
            from engine.play.project.project_pgn import add_game, add_line

            add_game(opened, game) if node is None else add_line(opened, game, node)

        self._change(add)

    def follow_game(self, name: str, game: Game, live: int) -> None:
        """Opens the project of a running game, or makes it with the position of the node `live` as its root. The moves of the
        game become candidates; up to `live` they are the only ones that count."""
        self._growth.stop()
        self._submit(partial(self._following, name, game, live))

    def add_file(self, path: Path) -> None:
        """Adds the games of a PGN file to the open project, in the background."""
        from engine.jobs.project_games import ProjectGamesRequest

        if self._state.name:
            self._adding.begin(ProjectGamesRequest(self._state.name, path))

    def look(self) -> None:
        """Takes note that the user has seen the present values."""
        self._change(lambda opened: opened.look())

    # On the board

    def show(self, path: tuple[str, ...]) -> None:
        """Shows the position after some moves from the root, in a tab of the project."""
        if self._state.shown is None:
            return
        root, name = self._state.shown.project.root, self._state.name
        state = self._games.state_of(self._tab)
        if state is None or state.game.start_fen != root.fen or state.playing:
            self._tab = self._games.open_tab(Game.new(root).with_header("Event", name), title=plain(name))
            state = self._games.state
        game, at = state.game, ROOT
        for move in path:
            game, at = game.add_move(at, move)
        self._games.select_tab(self._tab)
        self._games.renew(self._tab, game, at, saved=self._games.saved_game(self._tab) is state.game)
        self._games.go_to(at)

    def show_as_game(self) -> None:
        """Opens the project as a game with variations and [%eval]."""
        self._worker.submit(self._as_game, self._show_game, self._fail)

    # Growth

    @Slot()
    def grow(self) -> None:
        """Lets the open project, or the one opened last, grow until it is stopped, or nothing is left to search."""
        from engine.jobs.growth import GrowthRequest

        self._alone = False
        self._growth.begin(GrowthRequest(self._last, 0))

    @Slot(object)
    def _touched(self, _state: GameState) -> None:
        """Ends what grows by itself after a move, and waits again."""
        if self._alone:
            self._alone = False
            self._growth.stop()
        if self._idle.interval() and self._last:
            self._idle.start()

    @Slot()
    def _grow_alone(self) -> None:
        if self._games.state.playing or self._growth.state.running or self._resting():
            self._idle.start()
        else:
            self.grow()
            self._alone = True

    def _resting(self) -> bool:
        return not self._battery and on_battery()

    def close(self) -> bool:
        ended = super().close()
        if ended and self._store is not None:
            self._store.close()
        return ended

    @Slot(object)
    def _grown(self, state: JobState[GrowthRequest, GrownPass]) -> None:
        last = state.last
        if self._alone and not state.running:
            self._alone = False
        elif self._alone and last is not None and self._resting():
            self._touched(self._games.state)
        if last is not None and last.overview.project.name == self._state.name:
            self._set(replace(self._state, shown=last.overview))

    @Slot(object)
    def _added(self, state: JobState[ProjectGamesRequest, AddedGames]) -> None:
        if not state.running and state.last is not None:
            self.refresh()

    # On the worker's thread

    def _submit(self, work: Callable[[EvaluationStore], OpenProject | None]) -> None:
        if self._open_store is None:
            self._fail(Text("Projects need a data folder that can be written to. Check its permissions."))
        else:
            self._worker.submit(partial(self._read, self._open_store, work), self._done, self._fail)

    def _change(self, change: Change) -> None:
        def changed(_store: EvaluationStore) -> OpenProject | None:
            if self._opened is not None:
                change(self._opened)
            return self._opened

        self._submit(changed)

    def _read(
        self, open_store: Callable[[], EvaluationStore], work: Callable[[EvaluationStore], OpenProject | None]
    ) -> tuple[tuple[str, ...], ProjectOverview | None]:
        from books.evaluations.projects import Projects
        from engine.play.project.overview import overview_of

        self._store = self._store or open_store()
        self._opened = work(self._store)
        names = tuple(project.name for project in Projects(self._store).all())
        if self._opened is not None and self._opened.project.name not in names:
            self._opened = None  # another program has removed it
        return names, overview_of(self._opened) if self._opened is not None else None

    def _present(self, store: EvaluationStore) -> OpenProject | None:
        """The open project, else the one opened last, if it still exists."""
        from books.evaluations.projects import Projects

        if self._opened is None and any(project.name == self._last for project in Projects(store).all()):
            return self._named(self._last, store)
        return self._opened

    def _named(self, name: str, store: EvaluationStore) -> OpenProject:
        from engine.play.project.open_project import OpenProject, exact_by

        return OpenProject(store, name, exact_by(self._tables()))

    def _made(
        self,
        name: str,
        root: Position,
        engines: tuple[str, ...],
        nodes: int,
        game: Game | None,
        store: EvaluationStore,
    ) -> OpenProject:
        from books.evaluations.projects import Projects
        from engine.play.project.project_pgn import add_game

        opened = self._named(Projects(store).make(name, root, engines, nodes).name, store)
        if game is not None:
            add_game(opened, game)
        return opened

    def _following(self, name: str, game: Game, live: int, store: EvaluationStore) -> OpenProject:
        from books.evaluations.projects import Projects
        from engine.game.position import Position
        from engine.play.project.growth import DEFAULT_NODES, OWN
        from engine.play.project.project_pgn import follow_game

        if name not in (project.name for project in Projects(store).all()):
            Projects(store).make(name, Position.of(game.fen(live), game.chess960), (OWN,), DEFAULT_NODES)
        opened = self._named(name, store)
        follow_game(opened, game, live)
        return opened

    def _removed(self, store: EvaluationStore) -> None:
        from books.evaluations.projects import Projects

        if self._opened is not None:
            Projects(store).remove(self._opened.project)

    def _as_game(self) -> Game | None:
        from engine.play.project.project_pgn import game_of

        return game_of(self._opened) if self._opened is not None else None

    def _show_game(self, game: Game | None) -> None:
        if game is not None:
            self._games.open_tab(game, saved=False)

    def _done(self, found: tuple[tuple[str, ...], ProjectOverview | None]) -> None:
        self._set(ProjectsState(*found))
        if self._state.name and self._state.name != self._last:
            self._last = self._state.name
            self._settings.keep("project", self._last)
            self._touched(self._games.state)

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))
