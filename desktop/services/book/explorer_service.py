"""The opening explorer: what the games of any sources played in the shown position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from books.explorer.counted import EVERY_GAME, GameFilter
from desktop.model.book.explorer import (
    ExampleGame,
    ExploredSource,
    ExplorerChoice,
    ExplorerColumn,
    ExplorerRow,
    ExplorerState,
    SourceKind,
    in_order,
)
from desktop.model.collection import CollectionState
from desktop.model.game.state import GameState
from desktop.model.game_list import FileGame
from desktop.model.job import JobPhase, JobState
from desktop.model.settings import LONGEST_TEXT, Settings
from desktop.services.book.explorer_tasks import ExplorerTasks
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import StateService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.tasks import Worker
from engine.ground.codec import as_json, of_json
from engine.ground.json_text import dumped, parse
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.explorer.opening_report import OpeningReport
    from engine.jobs.indexing import IndexedSource, IndexRequest
    from engine.jobs.opening_report import ReportRequest

STAY_MS = 250  # after this stay at a position, transpositions are counted too
MOST_EXAMPLES = 5  # of a position, one of each move
LINE_PLIES = 60  # of an example that is inserted as a variation


class ExplorerService(StateService[ExplorerState], ShownPositionService):
    """Follows the shown position; only the last of several positions is looked up.

    PGN files and folders are indexed first, with progress; meanwhile the other sources are shown.
    """

    sources_changed = Signal()  # the sources, the filter, or the progress of reading
    examples_changed = Signal(object)  # tuple[ExampleGame, ...], of the chosen move
    game_read = Signal(object)  # FileGame

    def __init__(
        self, collection: Path | None, played: Path | None, indexes: Path | None, open_library: Callable[[], Library]
    ) -> None:
        """`collection`: the user's, which need not exist; `played`: the file of played games; `indexes`: the folder of
        indexes; None if the data folder is not writable. `open_library` is called on the service's thread."""
        super().__init__(ExplorerState())
        self.sources: tuple[ExploredSource, ...] = ()
        if collection is not None:
            self.sources += (ExploredSource(str(collection), SourceKind.COLLECTION),)
        if played is not None:
            self.sources += (ExploredSource(str(played), SourceKind.PLAYED, False),)
        self.column, self.descending = ExplorerColumn.GAMES, True
        self.examples: tuple[ExampleGame, ...] = ()
        self.choice = EVERY_GAME
        self._settings: SettingsStore | None = None
        self._restored = False
        self._indexes = indexes
        self._indexed: dict[str, Path] = {}  # collections by source
        self._shown: GameState | None = None
        self._wanted = False
        self._games = 0  # of the collection when it was last read
        self._tasks = ExplorerTasks(open_library)
        self._worker = Worker("ratsu-explorer", self, close_ms=2_000, finish=True)
        self._looking = self._listing = 0  # tickets
        self._told: set[Text] = set()
        self._indexer: JobService[IndexRequest, IndexedSource] = JobService("indexing")
        self._indexer.setParent(self)
        self._indexer.changed.connect(self._follow_indexing)
        self.reports: JobService[ReportRequest, OpeningReport] = JobService("opening_report")
        self.reports.setParent(self)
        self._stay = QTimer(self)
        self._stay.setSingleShot(True)
        self._stay.setInterval(STAY_MS)
        self._stay.timeout.connect(self._look_for_transpositions)

    def follow(
        self, collection: CollectionService, files: FileService, games: GameService, settings: SettingsStore
    ) -> None:
        """Looks the position up again when the number of games changes; opens examples; saves sources and filter."""
        self._settings = settings
        self._game_service = games
        collection.changed.connect(self._look_again)
        self.game_read.connect(files.show_game)

    def close(self) -> bool:
        """Stops reading, and closes the collections on their thread."""
        self._indexer.close()
        self.reports.close()
        self._worker.drop_all()
        self._worker.submit(self._tasks.close, lambda _: None, lambda _: None)
        return super().close()

    # Sources and filter

    def configure(self, settings: Settings) -> None:
        """Restores the saved sources and the filter, once."""
        if self._restored:
            return
        self._restored = True
        text = settings.text("explorer")
        try:
            saved = of_json(ExplorerChoice, parse(text)) if text else ExplorerChoice()
        except ValueError:  # of another version
            return
        known = {one.path: one for one in saved.sources}
        mine = {one.path for one in self.sources}
        added = tuple(one for one in saved.sources if one.path not in mine and one.kind is not SourceKind.PLAYED)
        own = tuple(replace(one, on=known[one.path].on) if one.path in known else one for one in self.sources)
        self.sources, self.choice = (*own, *added), saved.games
        if added:
            self._read_sources()

    def counted(self) -> dict[Path, ExploredSource]:
        """Returns the collections that are counted now, each with its source."""
        found = {}
        for source in self.sources:
            path = Path(source.path) if source.kind is SourceKind.COLLECTION else self._indexed.get(source.path)
            if source.on and path is not None and path.exists():
                found[path] = source
        return found

    @property
    def reading(self) -> JobState[IndexRequest, IndexedSource]:
        return self._indexer.state

    @property
    def any_source(self) -> bool:
        """Whether a source that is on exists."""
        return any(source.on and Path(source.path).exists() for source in self.sources)

    def set_filter(self, choice: GameFilter) -> None:
        self.choice = choice
        self._look_up()
        self._save()
        self.sources_changed.emit()

    def add_source(self, path: Path) -> None:
        """Adds a file or folder, or switches it on."""
        if any(one.path == str(path) for one in self.sources):
            self.switch(str(path), on=True)
            return
        self.sources = (*self.sources, ExploredSource(str(path)))
        self._read_sources()

    def switch(self, path: str, on: bool) -> None:
        self.sources = tuple(replace(one, on=on) if one.path == path else one for one in self.sources)
        self._read_sources()

    def remove_source(self, path: str) -> None:
        """Forgets a file or folder; its games stay where they are."""
        self.sources = tuple(one for one in self.sources if one.path != path or one.kind is not SourceKind.FILE)
        self._read_sources()

    @Slot()
    def stop_reading(self) -> None:
        """Stops reading files; the next time it continues."""
        self._indexer.stop()

    def sort_by(self, column: ExplorerColumn, descending: bool) -> None:
        self.column, self.descending = column, descending
        self._show(self.state)

    # The position

    def want(self, wanted: bool) -> None:
        """Sets whether a panel shows the moves; only then are transpositions counted."""
        self._wanted = wanted
        if wanted and self.state.fen:
            self._stay.start()

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Looks the shown position up; a later request replaces an earlier one."""
        before, self._shown = self._shown, state
        if before is None or state.fen != before.fen or state.fen != self.state.fen:
            self._look_up()

    def choose(self, row: ExplorerRow | None) -> None:
        """Reads the example games of a move, or one of each move if none is chosen; `examples_changed` is emitted."""
        self._worker.drop(self._listing)
        of_each = (one.examples[0] for one in self.state.rows if one.examples)
        examples = tuple(islice(of_each, MOST_EXAMPLES)) if row is None else row.examples
        if not examples:
            self._show_examples(())
            return
        job = partial(self._tasks.examples, examples)
        self._listing = self._worker.submit(job, self._show_examples, lambda _: self._show_examples(()))

    def open_example(self, game: ExampleGame) -> None:
        job = partial(self._tasks.game, game.source, game.number, self.state.fen)
        self._worker.submit(job, self.game_read.emit, self._tell_error)

    def insert_example(self, game: ExampleGame) -> None:
        """Adds the continuation of a game as a variation after the shown move, with the players as a comment."""
        shown = self._shown
        if shown is None or shown.fen != self.state.fen:
            return
        job = partial(self._tasks.game, game.source, game.number, self.state.fen)
        self._worker.submit(job, partial(self._insert, shown, game), self._tell_error)

    def make_report(self) -> None:
        """Begins the opening report of the shown position; `reports` has its progress and the report."""
        from desktop.model.analysis_lines import numbered  # late: it imports the search
        from engine.jobs.opening_report import ReportRequest

        shown, paths = self._shown, tuple(self.counted())
        if shown is None or not paths or self._indexes is None:
            return
        line = numbered(shown.game.start_fen, [node.san for node in shown.game.path(shown.current)[1:]])
        request = ReportRequest(paths, self._indexes, shown.fen, shown.game.chess960, line, self.choice)
        self.reports.begin(request)

    def _insert(self, shown: GameState, game: ExampleGame, found: FileGame) -> None:
        line = list(found.game.main_line())[found.ply : found.ply + LINE_PLIES]
        now = self._game_service.state
        if now.tab != shown.tab or shown.current not in now.game or not line:
            return
        years = f", {game.date[:4]}" if game.date[:4].isdigit() else ""
        comment = f"{game.white} – {game.black}{years}, {game.result}"
        self._game_service.insert_line(shown.current, tuple(node.uci for node in line), comment)

    def _offer(self, collections: tuple[Path, ...]) -> None:
        """Offers the user's collections as sources. One that is new is off; one that went away is dropped."""
        own = {str(path) for path in collections}
        stay = [
            one
            for one in self.sources
            if one.kind is not SourceKind.COLLECTION or one.path in own or (one.on and Path(one.path).exists())
        ]
        known = {one.path for one in stay}
        new = (str(path) for path in collections if str(path) not in known)
        self.sources = (*stay, *(ExploredSource(path, SourceKind.COLLECTION, False) for path in new))

    @Slot(object)
    def _look_again(self, collection: CollectionState) -> None:
        self._offer(tuple(entry.path for entry in collection.entries))
        if collection.games != self._games:
            self._games = collection.games
            self._look_up()

    def _save(self) -> None:
        text = dumped(as_json(ExplorerChoice(self.sources, self.choice))).decode()
        if self._settings is not None and len(text) <= LONGEST_TEXT:
            self._settings.keep("explorer", text)

    def _read_sources(self) -> None:
        """Indexes the files that are on."""
        from engine.jobs.indexing import IndexRequest

        files = tuple(
            Path(one.path)
            for one in self.sources
            if one.on and one.kind is not SourceKind.COLLECTION and Path(one.path).exists()
        )
        if files and self._indexes is not None:
            self._indexer.begin(IndexRequest(files, self._indexes))
        else:
            self._indexer.stop()
        self._look_up()
        self._save()
        self.sources_changed.emit()

    @Slot(object)
    def _follow_indexing(self, state: JobState[IndexRequest, IndexedSource]) -> None:
        found = {str(one.source): one.collection for one in state.rows}
        if not found.items() <= self._indexed.items():
            self._indexed |= found
            self._look_up()
        if state.phase is JobPhase.FAILED:
            self._tell_error(state.problem)
        self.sources_changed.emit()

    def _look_up(self) -> None:
        self._stay.stop()
        self._worker.drop(self._looking)
        state, paths = self._shown, tuple(self.counted())
        if state is None:
            return
        if not paths:
            if self.state.fen != state.fen or self.state.rows:
                self._show(ExplorerState(state.fen))
            return
        self._set(replace(self.state, loading=True))
        job = partial(self._tasks.look_up, paths, state.fen, state.game.chess960, self.choice)
        self._looking = self._worker.submit(job, self._found, partial(self._not_explored, state.fen))

    def _found(self, found: ExplorerState) -> None:
        self._show(found)
        if self._wanted:
            self._stay.start()

    @Slot()
    def _look_for_transpositions(self) -> None:
        state, paths = self._shown, tuple(self.counted())
        if state is None or not paths or not self._wanted or self.state.loading or state.fen != self.state.fen:
            return
        job = partial(self._tasks.transposed, paths, state.fen, state.game.chess960, self.choice)
        self._looking = self._worker.submit(job, self._show, partial(self._not_explored, state.fen))

    def _show(self, found: ExplorerState) -> None:
        self._set(replace(found, rows=in_order(found.rows, self.column, self.descending)))

    def _show_examples(self, found: tuple[ExampleGame, ...]) -> None:
        self.examples = found
        self.examples_changed.emit(found)

    def _not_explored(self, fen: str, problem: Text) -> None:
        """Reports a failed look-up, each problem only once."""
        self._show(ExplorerState(fen, problem=problem))
        if problem not in self._told:
            self._told.add(problem)
            self._tell_error(problem)
