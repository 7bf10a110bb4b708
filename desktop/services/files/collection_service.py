"""The user's collections of games: their list, import from PGN files, search, numbers of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal, Slot

from desktop.model.collection import MOST_COLLECTIONS, CollectionEntry, CollectionState, collection_name
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.collection.query import Query
    from books.collection.stored_games import StoredChange
    from books.explorer.counted import GameFilter
    from desktop.services.kit.settings_store import SettingsStore
    from engine.jobs.collecting import ImportedFile, ImportRequest

_NO_FOLDER = Text("A collection needs a data folder that can be written to. Check its permissions.")


class LastSearch(NamedTuple):
    """A search of the dialog. `here`: it included the position of the game on the board."""

    query: Query
    here: bool


class CollectionService(StateService[CollectionState]):
    """The list of collections, each a file, and the one that searches and imports use. Searches appear in the list of games."""

    searched = Signal(object, object)  # a source for the list of games, and its title (Text)
    renamed = Signal(object, object)  # the old and the new path of a collection
    # The path of a collection that an import or a download has changed, the undo (None: no way back), and what was done.
    grown = Signal(str, object, object)

    def __init__(self, path: Path | None) -> None:
        """`path`: the file of *My games*, which need not exist; None if the data folder is not writable."""
        entries = (CollectionEntry(path),) if path is not None else ()
        super().__init__(CollectionState(path=path, entries=entries))
        self._default = path
        self._settings: SettingsStore | None = None
        self._importer: JobService[ImportRequest, ImportedFile] = JobService("collecting")
        self._importer.setParent(self)
        self._importer.changed.connect(self._update)
        self._worker = Worker("ratsu-collection", self, close_ms=2_000)
        self._counting = 0  # ticket of the last count
        self._told: set[Text] = set()
        self.last_search: LastSearch | None = None  # since the program started
        self._waiting: list[Path] = []  # the files to be read in, the one under way first
        self._into: Path | None = path  # the collection that they are read into

    def follow(self, settings: SettingsStore) -> None:
        self._settings = settings
        others = [Path(line) for line in settings.settings.text("collections").splitlines() if line]
        known = self.state.entries + tuple(CollectionEntry(path) for path in others if path != self._default)
        chosen = next((one.path for one in known if str(one.path) == settings.settings.text("collection")), None)
        self._set(replace(self.state, entries=known[:MOST_COLLECTIONS], path=chosen or self._default))

    def close(self) -> bool:
        """Stops an import after its current batch. Returns whether the threads ended in time."""
        self._importer.close()
        return super().close()

    @property
    def path(self) -> Path | None:
        """The file of the collection that searches and imports use, which need not exist."""
        return self.state.path

    @property
    def exists(self) -> bool:
        return self.path is not None and self.path.exists()

    # -- the list of collections

    def select(self, path: Path) -> None:
        """Searches and imports use this collection from now on. One that is not listed is added to the list."""
        entries = self.state.entries
        if all(one.path != path for one in entries):
            entries = (*entries, CollectionEntry(path))[:MOST_COLLECTIONS]
        self._set(replace(self.state, path=path, entries=entries, games=self._count_of(path, entries)))
        self._keep()
        self.refresh()

    @Slot(object)
    def list_arrived(self, names: Sequence[str]) -> None:
        """Lists collections of the data folder to which games came from another computer, and counts again."""
        if self._default is not None and names:
            listed = {one.path for one in self.state.entries}
            paths = [self._default.with_stem(name) for name in names]
            new = tuple(CollectionEntry(path) for path in paths if path not in listed)
            self._set(replace(self.state, entries=(*self.state.entries, *new)[:MOST_COLLECTIONS]))
            self._keep()
            self.refresh()

    def create(self, name: str) -> None:
        """Makes an empty collection in the data folder, selects it and lists it."""
        path = self._path_of(name)
        if path is not None:
            self._worker.submit(partial(_made, path), lambda _: self._show_new(path), self._tell_error)

    def open(self, path: Path) -> None:
        """Adds a collection's file to the list, selects it and lists its games."""
        self._worker.submit(partial(_counted, path), lambda _: self._show_new(path), self._tell_error)

    def rename(self, path: Path, name: str) -> None:
        """Renames a collection's file; its folder and ending stay."""
        target = self._path_of(name, path)
        if self.state.importing:
            self._tell_error(
                Text(
                    "%1 was not renamed: games are being imported. Try again when that is done.", collection_name(path)
                )
            )
        elif target is not None:
            self._worker.submit(
                partial(_renamed, path, target), lambda _: self._follow_name(path, target), self._tell_error
            )

    def _show_new(self, path: Path) -> None:
        self.select(path)
        self.list_games()

    def _follow_name(self, path: Path, target: Path) -> None:
        entries = tuple(replace(one, path=target) if one.path == path else one for one in self.state.entries)
        self._set(replace(self.state, entries=entries, path=target if self.path == path else self.path))
        self._keep()
        self.renamed.emit(path, target)

    def remove(self, path: Path) -> None:
        """Takes a collection off the list; its file stays. *My games* is always listed."""
        if path == self._default:
            return  # it is always listed
        entries = tuple(one for one in self.state.entries if one.path != path)
        self._set(replace(self.state, entries=entries))
        if self.path == path and self._default is not None:
            self.select(self._default)
        self._keep()

    def _path_of(self, name: str, beside: Path | None = None) -> Path | None:
        """The file of a collection of this name. None after a message, if the name cannot be used."""
        near = beside or self._default
        if near is None:
            self._tell_error(_NO_FOLDER)
            return None
        name = " ".join(name.split())
        if not name or not name.isprintable() or name[0] == "." or set(name) & set('<>:"/\\|?*'):
            self._warn(Text("“%1” cannot be the name of a collection.", name))
        elif (path := near.with_name(f"{name}{near.suffix}")).exists():
            self._warn(Text("There is a collection “%1” already.", name))
        else:
            return path
        return None

    def _keep(self) -> None:
        if self._settings is not None:
            others = (str(one.path) for one in self.state.entries if one.path != self._default)
            self._settings.keep("collections", "\n".join(path for path in others if path.isprintable()))
            self._settings.keep("collection", str(self.path or ""))

    # -- imports

    def import_files(self, paths: Sequence[Path]) -> None:
        """Adds the games of PGN files, skipping games that the collection already has. Resumes a stopped import."""
        if self.path is None:
            self._tell_error(_NO_FOLDER)
            return
        if not self._importer.state.running:
            self._into = self.path
            self._set(replace(self.state, imported=()))
        self._waiting += paths
        if paths and not self._importer.state.running:
            self._import()

    def stop(self) -> None:
        """Stops the import. The games read so far stay, and the next import of the file resumes there."""
        del self._waiting[1:]
        self._importer.stop()

    def problem_of(self, query: Query) -> Text:
        from books.collection.patterns import QueryError, check

        try:
            check(query)
        except QueryError as error:
            return error.text
        return NOTHING

    def search(
        self,
        query: Query,
        here: GameState | None = None,
        within: Sequence[int] | None = None,
        choice: GameFilter | None = None,
    ) -> None:
        """Lists the games that meet a query; `here` adds its shown position to the query. Only games of `within`
        (numbers, ascending) are searched, if given, and only those that a filter of the explorer takes."""
        if not self.exists or self.path is None:
            self._inform(Text("Your collection is empty. Import a PGN file first (File menu)."))
            return
        from desktop.services.files.collected_games import CollectedGames

        title = Text("%1: %2", self.state.name, query.title) if query.title else self.state.name
        if here is not None:
            from engine.rules.diagrams import diagram_keys

            query = replace(query, positions=diagram_keys(here.fen, here.game.chess960))
            title = Text("%1, this position", title)
        if choice is not None:
            title = Text("%1, filtered", title)
        self.searched.emit(CollectedGames(self.path, query, within, choice=choice), title)

    def list_games(self, label: str = "") -> None:
        from books.collection.query import Query

        self.search(Query(label=label))

    def list_bin(self) -> None:
        if self.exists and self.path is not None:
            self._show_games(Text("Bin of %1", self.state.name), binned=True)

    def list_imported(self) -> None:
        added = [number for file in self.state.imported for number in file.numbers]
        if self._into is not None and self._into.exists():
            self.select(self._into)
            self._show_games(Text("%1: last import", self.state.name), numbers=added)

    def list_numbers(self, path: Path, numbers: Sequence[int], words: Text) -> None:
        self.select(path)
        self._show_games(Text("%1: %2", self.state.name, words), numbers=numbers)

    def read_player(
        self, path: Path, name: str, on_read: Callable[[tuple[list[int], list[tuple[str, ...]]]], object]
    ) -> None:
        """Reads the numbers and tags of all games of a player in a collection."""
        self._worker.submit(partial(_games_of_player, path, name), on_read, self._tell_error)

    def read_event(
        self, path: Path, event: str, year: int, on_read: Callable[[tuple[list[int], list[tuple[str, ...]]]], object]
    ) -> None:
        """Reads the same of the games of an event in a year, 0 unknown."""
        self._worker.submit(partial(_games_of_event, path, event, year), on_read, self._tell_error)

    def _show_games(self, title: Text, *, numbers: Sequence[int] | None = None, binned: bool = False) -> None:
        from books.collection.query import Query
        from desktop.services.files.collected_games import CollectedGames

        if self.path is not None:
            self.searched.emit(CollectedGames(self.path, Query(), numbers=numbers, binned=binned), title)

    def window_shown(self) -> None:
        self.refresh()

    @Slot(object, object, object)
    def take_in(self, path: Path | None, undo: StoredChange | None = None, words: Text = NOTHING) -> None:
        """Counts the games again after some were added to a collection or completed, and has them listed where it is
        listed. `words` describe it for undo."""
        self.refresh()
        if path is not None:
            self.grown.emit(str(path), undo, words)

    @Slot()
    def refresh(self) -> None:
        """Counts the games again, after some were added or deleted elsewhere."""
        paths = [one.path for one in self.state.entries]
        self._worker.drop(self._counting)
        self._counting = self._worker.submit(partial(_counted_all, paths), self._show, self._not_counted)

    def _show(self, found: tuple[tuple[CollectionEntry, ...], tuple[Text, ...]]) -> None:
        counted = {one.path: one for one in found[0]}
        entries = tuple(counted.get(one.path, one) for one in self.state.entries)
        self._set(replace(self.state, entries=entries, games=self._count_of(self.path, entries)))
        for problem in found[1]:
            self._not_counted(problem)

    def _count_of(self, path: Path | None, entries: Sequence[CollectionEntry]) -> int:
        return next((one.games or 0 for one in entries if one.path == path), 0)

    def _not_counted(self, problem: Text) -> None:
        """Reports a collection that cannot be read, each problem only once."""
        if problem not in self._told:
            self._told.add(problem)
            self._tell_error(problem)

    @Slot(object)
    def _update(self, state: JobState[ImportRequest, ImportedFile]) -> None:
        """Shows the progress of the current file; when it is done, starts the next one."""
        if not state.running:
            del self._waiting[:1]
            if state.phase is JobPhase.FAILED:
                self._tell_error(state.problem)
            elif state.last is not None:
                self._set(replace(self.state, imported=(*self.state.imported, state.last)))
            undo, words = _undo_of(state.last)
            self.take_in(self._into, undo, words)
            if self._waiting:
                self._import()
                return
        name = self._waiting[0].name if self._waiting else ""
        self._set(replace(self.state, importing=name, fraction=state.per_mille / 1000 if name else 0.0))

    def _import(self) -> None:
        from engine.jobs.collecting import ImportRequest

        if self._into is not None:
            self._importer.begin(ImportRequest(self._into, (self._waiting[0],)))


def _undo_of(file: ImportedFile | None) -> tuple[StoredChange | None, Text]:
    """The undo of an import and its description; nothing if the collection is as it was before."""
    if file is None or not (file.numbers or file.report.completed):
        return None, NOTHING
    return file.report.undo, Text("importing %1", file.path.name)


def _counted_all(paths: Sequence[Path]) -> tuple[tuple[CollectionEntry, ...], tuple[Text, ...]]:
    """Counts the games of every collection that exists, on the worker's thread, and collects the problems."""
    found, problems = [], []
    for path in paths:
        try:
            found.append(_counted(path) if path.exists() else CollectionEntry(path))
        except RatsuError as error:
            problems.append(error.text)
    return tuple(found), tuple(problems)


def _counted(path: Path) -> CollectionEntry:
    """Counts games, labels and bin of a collection. :raises RatsuError: it cannot be read."""
    from books.collection.editing import numbers_binned
    from books.collection.game_collection import Collection
    from books.collection.labels import label_counts

    with Collection(path) as collection:
        labels = tuple(label_counts(collection).items())
        return CollectionEntry(path, len(collection), len(numbers_binned(collection)), labels)


def _games_of_player(path: Path, name: str) -> tuple[list[int], list[tuple[str, ...]]]:
    """:raises RatsuError: the collection cannot be read."""
    from books.collection.game_collection import Collection
    from books.collection.listing.game_rows import rows_with_titles
    from books.collection.query import Query
    from books.collection.search import search

    with Collection(path) as collection:
        games = search(collection, Query(player=name), -1)
        return [game.id for game in games], rows_with_titles(collection, games)


def _games_of_event(path: Path, event: str, year: int) -> tuple[list[int], list[tuple[str, ...]]]:
    """:raises RatsuError: the collection cannot be read."""
    from books.collection.game_collection import Collection
    from books.collection.listing.game_rows import tags_of
    from books.collection.tidying.spellings import games_spelled
    from engine.game.tags.dates import date_value

    with Collection(path) as collection:
        games = [game for game in games_spelled(collection, [], [event]) if date_value(game.date).year == year]
    return [game.id for game in games], [tags_of(game) for game in games]


def _made(path: Path) -> None:
    """Makes an empty collection. :raises RatsuError: it cannot be made."""
    from books.collection.game_collection import Collection

    Collection(path, create=True).close()


def _renamed(path: Path, target: Path) -> None:
    """Renames a collection's file. :raises RatsuError: it is in use, or cannot be renamed."""
    from desktop.services.files.collection_changes import renamed_file

    renamed_file(path, target)
