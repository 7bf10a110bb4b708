"""The user's collection of games: import from PGN files, search and opening explorer, on one background thread."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.collection import CollectionState, ExplorerRow, ExplorerState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.job_service import JobService
from desktop.services.kit.tasks import Worker
from engine.ground.text import NOTHING, Text, plain

if TYPE_CHECKING:
    from books.collection.query import Query
    from engine.jobs.collecting import ImportedFile, ImportRequest


class CollectionService(ShownPositionService):
    """One collection, a file in the user's data folder. Searches appear in the list of games."""

    changed = Signal(object)  # CollectionState
    explored = Signal(object)  # ExplorerState
    searched = Signal(object, object)  # a source for the list of games, and its title (Text)
    message = Signal(object)  # Message

    def __init__(self, path: Path | None, parent: QObject | None = None) -> None:
        """`path`: the collection's file, which need not exist; None if the data folder is not writable."""
        super().__init__(parent)
        self.state = CollectionState()
        self.explorer = ExplorerState()
        self._path = path
        self._shown: GameState | None = None
        self._importer: JobService[ImportRequest, ImportedFile] = JobService("collecting")
        self._importer.setParent(self)
        self._importer.changed.connect(self._update)
        self._worker = Worker("ratsu-explorer", self, close_ms=2_000)
        self._looking = 0  # ticket of the last look-up
        self._told: set[Text] = set()
        self._waiting: list[Path] = []  # the files to be read in, the one under way first

    def close(self) -> bool:
        """Stops an import after its current batch. Returns whether the threads ended in time."""
        self._importer.close()
        return super().close()

    @property
    def path(self) -> Path | None:
        """The collection's file, which need not exist."""
        return self._path

    @property
    def exists(self) -> bool:
        """Whether the collection's file exists."""
        return self._path is not None and self._path.exists()

    def import_files(self, paths: Sequence[Path]) -> None:
        """Adds the games of PGN files, skipping games that the collection already has. Resumes a stopped import."""
        if self._path is None:
            self._tell(
                Severity.ERROR, Text("A collection needs a data folder that can be written to. Check its permissions.")
            )
            return
        with suppress(OSError):  # the collection says that it cannot be made
            self._path.parent.mkdir(parents=True, exist_ok=True)
        self._waiting += paths
        if paths and not self._importer.state.running:
            self._import()

    def stop(self) -> None:
        """Stops the import. The games read so far stay, and the next import of the file resumes there."""
        del self._waiting[1:]
        self._importer.stop()

    def problem_of(self, query: Query) -> Text:
        """The error in a query, or nothing if it is valid."""
        from books.collection.patterns import QueryError, check

        try:
            check(query)
        except QueryError as error:
            return error.text
        return NOTHING

    def search(self, query: Query, here: GameState | None = None) -> None:
        """Lists the games that meet a query; `here` adds its shown position to the query."""
        if not self.exists or self._path is None:
            self._tell(Severity.INFORMATION, Text("Your collection is empty. Import a PGN file first (File menu)."))
            return
        from desktop.services.files.collected_games import CollectedGames

        title = plain(query.title) if query.title else Text("Collection")
        if here is not None:
            from engine.rules.board import CoreBoard

            query = replace(query, position=CoreBoard.from_fen(here.fen, here.game.chess960).key)
            title = Text("%1, this position", title) if query.title else Text("this position")
        self.searched.emit(CollectedGames(self._path, query), title)

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Looks the shown position up; a later request replaces an earlier one."""
        before, self._shown = self._shown, state
        if self.exists and (before is None or state.fen != before.fen or state.fen != self.explorer.fen):
            self._look_up(state)

    @Slot()
    def look_again(self) -> None:
        """Looks the position up again after games were added elsewhere."""
        if self._shown is not None and self.exists:
            self._look_up(self._shown)

    # -- inside

    def _look_up(self, state: GameState) -> None:
        if self._path is not None:
            self._worker.drop(self._looking)
            job = partial(_explore, self._path, state.fen, state.game.chess960)
            self._looking = self._worker.submit(job, self._show, partial(self._not_explored, state.fen))

    def _show(self, found: tuple[ExplorerState, int]) -> None:
        self.explorer, games = found
        if games != self.state.games:
            self._set(CollectionState(games, self.state.importing, self.state.fraction))
        self.explored.emit(self.explorer)

    def _not_explored(self, fen: str, problem: Text) -> None:
        """Reports a failed look-up, each problem only once."""
        self.explorer = ExplorerState(fen)
        self.explored.emit(self.explorer)
        if problem not in self._told:
            self._told.add(problem)
            self._tell(Severity.ERROR, problem)

    @Slot(object)
    def _update(self, state: JobState[ImportRequest, ImportedFile]) -> None:
        """Shows the progress of the current file; when it is done, starts the next one."""
        if not state.running:
            del self._waiting[:1]
            if state.phase is JobPhase.FAILED:
                self._tell(Severity.ERROR, state.problem)
            elif state.last is not None:
                self._tell(Severity.INFORMATION, state.last.text)
                self.look_again()
            if self._waiting:
                self._import()
                return
        name = self._waiting[0].name if self._waiting else ""
        self._set(CollectionState(self.state.games, name, state.per_mille / 1000 if name else 0.0))

    def _import(self) -> None:
        from engine.jobs.collecting import ImportRequest

        if self._path is not None:
            self._importer.begin(ImportRequest(self._path, (self._waiting[0],)))

    def _set(self, state: CollectionState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)

    def _tell(self, severity: Severity, text: Text) -> None:
        self.message.emit(Message(severity, text))


def _explore(path: Path, fen: str, chess960: bool) -> tuple[ExplorerState, int]:
    """Looks a position up on the worker's thread. :raises RatsuError: the collection cannot be read."""
    import chess

    from books.collection.game_collection import Collection
    from books.collection.search import explore
    from engine.rules.board import CoreBoard

    core, board = CoreBoard.from_fen(fen, chess960), chess.Board(fen, chess960=chess960)
    rows = []
    with Collection(path) as collection:
        for found in explore(collection, core.key, core):
            if not found.move:
                continue
            uci = core.uci(found.move)
            games = collection.games(list(found.top_games[:3]))
            top = tuple(f"{game.white} – {game.black}, {game.date[:4]}" for game in games)
            rows.append(
                ExplorerRow(
                    uci, board.san(chess.Move.from_uci(uci)), found.games, found.white_wins, found.draws,
                    found.black_wins, found.score, found.average_elo, found.last_year, top,
                )
            )  # fmt: skip
        return ExplorerState(fen, tuple(rows)), len(collection)
