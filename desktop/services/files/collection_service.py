"""The user's collection of games: import from PGN files, search, and its number of games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.collection import CollectionState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.ground.text import NOTHING, Text, plain

if TYPE_CHECKING:
    from books.collection.query import Query
    from engine.jobs.collecting import ImportedFile, ImportRequest


class CollectionService(Service):
    """One collection, a file in the user's data folder. Searches appear in the list of games."""

    changed = Signal(object)  # CollectionState
    searched = Signal(object, object)  # a source for the list of games, and its title (Text)
    message = Signal(object)  # Message

    def __init__(self, path: Path | None, parent: QObject | None = None) -> None:
        """`path`: the collection's file, which need not exist; None if the data folder is not writable."""
        super().__init__(parent)
        self.state = CollectionState()
        self._path = path
        self._importer: JobService[ImportRequest, ImportedFile] = JobService("collecting")
        self._importer.setParent(self)
        self._importer.changed.connect(self._update)
        self._worker = Worker("ratsu-collection", self, close_ms=2_000)
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

    def search(self, query: Query, here: GameState | None = None, within: Sequence[int] | None = None) -> None:
        """Lists the games that meet a query; `here` adds its shown position to the query. Only games of `within`
        (numbers, ascending) are searched, if given."""
        if not self.exists or self._path is None:
            self._tell(Severity.INFORMATION, Text("Your collection is empty. Import a PGN file first (File menu)."))
            return
        from desktop.services.files.collected_games import CollectedGames

        title = plain(query.title) if query.title else Text("Collection")
        if here is not None:
            from engine.rules.diagrams import diagram_keys

            query = replace(query, positions=diagram_keys(here.fen, here.game.chess960))
            title = Text("%1, this position", title) if query.title else Text("this position")
        self.searched.emit(CollectedGames(self._path, query, within), title)

    def window_shown(self) -> None:
        """Counts the games."""
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Counts the games again, after some were added elsewhere."""
        if self.exists and self._path is not None:
            self._worker.submit_latest(partial(_counted, self._path), self._show, self._not_counted)

    # -- inside

    def _show(self, games: int) -> None:
        self._set(replace(self.state, games=games))

    def _not_counted(self, problem: Text) -> None:
        """Reports a collection that cannot be read, each problem only once."""
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
                self.refresh()
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


def _counted(path: Path) -> int:
    """Counts the games, on the worker's thread. :raises RatsuError: the collection cannot be read."""
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        return len(collection)
