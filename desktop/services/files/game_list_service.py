"""The games of a PGN file as a list: read in the background, sorted, searched and opened while it is being read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.game_list import MOVES, NUMBER, OPENING, ListState
from desktop.services.files import list_tasks as work
from desktop.services.files.file_history import FileHistory
from desktop.services.files.growing_file import GrowingFile
from desktop.services.files.reading_jobs import ReadingJobs, submitted
from desktop.services.files.row_facts import RowFacts
from desktop.services.kit.language import language
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text
from engine.ground.write_targets import is_file

if TYPE_CHECKING:
    from books.collection.retagging import TagEdit
    from desktop.services.files.collected_games import CollectedGames
    from desktop.services.files.collection_service import CollectionService
    from desktop.services.files.file_history import GamesUndo
    from desktop.services.files.file_service import FileService
    from desktop.services.files.game_facts import GameFacts, ListFacts
    from desktop.services.kit.settings_store import SettingsStore
    from engine.pgn.index import GameList

TICK_MS = 80  # how soon the first games are on the screen
SLOW_TICK_MS = 250  # how often the list grows afterwards: the table is painted again each time
STILL_READ = Text("The file is still being read; wait until all its games are listed.")
MOST_COPIED = 2_000  # games that go to the clipboard at once


class GameListService(Service):
    """One listed file at a time. The file is only read, except for a requested change or `save_as`."""

    changed = Signal(object)  # ListState
    rows_changed = Signal()  # headers were changed
    rows_read = Signal()  # headers or moves of more games are known
    game_read = Signal(object)  # FileGame: a game that was asked for
    rewritten = Signal(str, object)  # path of the changed file, and the change that reverses it (None: nothing does)
    copied = Signal(str, int)  # PGN text and number of games, for the clipboard

    def __init__(self) -> None:
        super().__init__()
        self.state = ListState()
        self.listing: work.FileLoading | None = None  # another one once other games are listed, or these are read again
        self._left: list[work.FileLoading] = []  # lists that were left, until the threads are through with them
        self._loader = Worker("ratsu-list", self, close_ms=2_000)  # walks over the file
        self._reader = Worker("ratsu-list-games", self, close_ms=10_000, finish=True)  # sorts, searches, reads, writes
        self._pages = Worker("ratsu-list-rows", self, close_ms=2_000)  # reads the rows in sight while another one sorts
        self._played: Callable[[], Path | None] = lambda: None  # the file of the played games: listed newest first
        self._sources: Callable[[], bool] = lambda: False  # whether copies say where each engine move came from
        self.reading = ReadingJobs(self._reader, self)  # of single games
        self._arranging = 0  # the ticket of the last sorting, 0 when none is under way
        self._facts = RowFacts(self._reader, lambda: self.listed, lambda: bool(self.state.study), self)
        self._facts.read.connect(self.rows_read)
        self._growing = GrowingFile(self._loader, self)
        self._growing.grown.connect(self._take_grown)
        self._all_facts: ListFacts | None = None
        self._unread: set[int] = set()  # games of a collection that the table shows, and that are not in memory
        self._fetching = False
        self._newest: CollectedGames | None = None  # being read to be listed in place of the present ones
        self._opened = -1  # the game that was opened last
        self._history = FileHistory()
        self._stopper = Stopper()  # of what was last begun to be written: each has its own
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def follow(self, settings: SettingsStore, files: FileService, collection: CollectionService) -> None:
        """Lists files with several games and the results of collection searches, and follows changes made by the program."""
        self._sources, self._played = settings.writes_sources, lambda: files.played_games
        self.game_read.connect(files.show_game)
        self.rewritten.connect(files.follow_change)
        files.listed.connect(self.open)
        files.listed_again.connect(self.open)
        files.written.connect(self.reload)
        files.changed.connect(self.keep_change)
        collection.searched.connect(self.show)
        collection.renamed.connect(self._forget_name)
        collection.grown.connect(self.list_grown)

    def open(self, path: Path) -> None:
        """Lists a file in place of the one before: in its own order, but the played games newest first."""
        state = ListState(str(path), loading=True)
        if path == self._played():
            state = replace(state, column=NUMBER, descending=True)
        self._open(partial(work.listed, path), self._with_history(state))

    @Slot(object, object)
    def show(self, found: CollectedGames, title: Text) -> None:
        """Lists what a search in a collection finds, or its bin."""
        state = ListState(title=title, loading=True, collection=str(found.collection), binned=found.binned)
        self._open(lambda: found, self._with_history(state))

    def _open(self, make: Callable[[], GameList | CollectedGames], state: ListState) -> None:
        if not state.path or state.path != self.state.path:
            self._opened = -1
        self._leave()
        load = self.listing = work.FileLoading(make)
        self._loader.submit(load.run, lambda _: self._loaded(load), partial(self._failed, load))
        self._timer.start(TICK_MS)
        self._set(replace(state, busy=self.state.busy))  # what is being written is written to its end

    def still(self, act: Callable[..., object]) -> Callable[..., None]:
        """For the answer to a question about the games that are listed now: nothing is done where others have come meanwhile."""
        return work.while_listed(self.listing, lambda: self.listing, act, self._tell_error)

    def reload(self, path: str, change: GamesUndo | None = None, *, grown: bool = False) -> None:
        """Lists the file or the games of the collection again after the program changed them, with the same search and
        order. `change` reverses the change; games that it added to a collection are listed too. `grown`: see `list_grown`."""
        if not path or path != self.state.home:
            return
        before, games = self.state, self.listed if self._newest is None else self._newest  # which may be empty yet
        if before.path and grown:
            self._growing.grow(path)
        elif before.path:
            self.open(Path(path))
            same = replace(self.state, words=before.words, column=before.column, descending=before.descending)
            self._set(replace(same, study=before.study, empty=before.empty))
        elif isinstance(games, work.collected_type()) and not before.loading:
            self._renew(games.grown() if grown else games.again(*work.added_and_removed(change, path)))

    @Slot(str)
    @Slot(str, object, object)
    def list_grown(self, path: str, change: GamesUndo | None = None, words: Text = NOTHING) -> None:
        """Lists a collection or a file again to which games were added: those that meet the search come in. See
        `keep_change`."""
        if words:
            return self.keep_change(path, change, words, grown=True)
        return self.reload(path, grown=True)

    def _renew(self, games: CollectedGames) -> None:
        """Lists the same games of a collection as they are now; the old ones stay listed until they are read."""
        old, load = self.listing, work.FileLoading(lambda: games)
        self._newest = games

        def renewed(_: None) -> None:
            if self.listing is old and self._newest is games:  # otherwise another change has come
                before = self.listed
                self._leave()
                self.listing = load
                if not self.state.everything and isinstance(before, work.collected_type()):
                    self._set(replace(self.state, order=before.again_in_order(self.state.order, games)))
                self._loaded(load)
                self.rows_changed.emit()

        self._loader.submit(load.run, renewed, self._tell_error)

    @Slot(object)
    def _take_grown(self, load: work.FileLoading) -> None:
        """Lists a file that has grown."""
        if load.games is not None and self.state.path == str(load.games.path) and not self.state.loading:
            self._leave(grown=True)
            self.listing = load
            self._loaded(load)
            self.rows_changed.emit()

    def stop(self) -> None:
        """Stops reading or writing; what was listed so far stays."""
        self._stopper.stop()
        if self.listing is not None:
            self.listing.stopper.stop()

    def new_stopper(self) -> Stopper:
        """Returns the stopper of a change that is about to begin: `stop` stops it."""
        self._stopper = Stopper()
        return self._stopper

    def leave(self) -> None:
        self._leave()
        self._set(ListState())

    def close(self) -> bool:
        self.stop()
        self.reading.cancel()
        ended = super().close()
        for load in (*self._left, self.listing) if ended else ():
            if load is not None and load.games is not None:
                load.games.close()
        return ended

    def row(self, number: int) -> tuple[str, ...]:
        """The headers of a game in the order of `engine.pgn.index.COLUMNS`; empty if they are not read yet
        (`rows_read` follows)."""
        games = self.listed
        if games is None or not isinstance(games, work.collected_type()):
            return games.row(number) if games is not None else ()
        known = games.known(number)
        if known is None:
            self._unread.add(number)
            if not self._fetching:
                QTimer.singleShot(0, self, self._fetch)
            self._fetching = True
        return known or ()

    def collected(self) -> Sequence[int] | None:
        """The numbers of the listed games in their collection, ascending; None if a file or a bin is listed, or nothing."""
        games = self.listed
        if self.state.binned or games is None or not isinstance(games, work.collected_type()):
            return None
        return games.numbers(self.state.order)

    def whole_row(self, number: int) -> tuple[str, ...]:
        """The same, read at once. :raises RatsuError: the collection cannot be read."""
        return self.listed.row(number) if self.listed is not None else ()

    def fact(self, number: int) -> GameFacts | None:
        """The facts of a game's moves; None if they are not read yet (`rows_read` follows)."""
        if self._all_facts is not None and number < len(self._all_facts.plies) and not self.state.study:
            return self._all_facts.fact(number)
        known = self._facts.known(number)
        if known is None and not self._facts.wants(number) and self.listed is not None and self.row(number):
            self._facts.want(number)
        return known

    def search(self, words: str) -> None:
        """Shows only games in which every word occurs in some column."""
        self._set(replace(self.state, words=" ".join(words.split())))
        self._arrange()

    def sort_by(self, column: str, descending: bool = False) -> None:
        """Sorts by a header of the list, or by NUMBER, MOVES or OPENING; empty restores the order of the file."""
        self._set(replace(self.state, column=column, descending=descending))
        self._arrange()

    # -- single games and selections

    def open_neighbour(self, step: int) -> None:
        """Opens the game `step` places below the one that was opened last, in the order of the list."""
        order = self.state.order
        place = order.index(self._opened) + step if self._opened in order else 0
        if 0 <= place < len(order):
            self.open_game(order[place])

    def open_game(self, number: int) -> None:
        """Reads a game and emits `game_read`."""
        self._opened = number
        if self.listed is not None:
            job = partial(work.read, self.listed, number)
            ticket = self._reader.submit(job, self.game_read.emit, self._tell_error)
            self.reading.begin(Text("game %1", number + 1), ticket)

    def copy(self, numbers: Sequence[int]) -> None:
        """Reads games as text and emits `copied`."""
        games, chosen = self.listed, tuple(numbers[:MOST_COPIED])
        if games is not None and chosen:
            job = partial(work.texts_joined, games, chosen, self._sources())
            self._reader.submit(job, lambda text: self.copied.emit(text, len(chosen)), self._tell_error)

    def read_games(
        self, numbers: Sequence[int], on_read: Callable[[list[Game]], object], on_error: Callable[[Text], None]
    ) -> Callable[[], None]:
        """Reads games with their moves and annotations. Returns a function that cancels this."""
        return submitted(self._reader, partial(work.games_of, self.listed, numbers), on_read, on_error)

    def save_as(self, numbers: Sequence[int], path: Path) -> None:
        """Writes games into another file, atomically."""
        games, chosen = self.listed, tuple(numbers)
        if games is None:
            return None
        if games.path.name and is_file(path) and path.samefile(games.path):
            return self._tell_error(Text("%1 is the file that is listed; choose another name.", path.name))
        self._set(replace(self.state, busy=Text("Saving …")))
        job = partial(work.save, games, chosen, path, self.new_stopper().asked, self._sources())
        done = Text("{One game was|%1 games were} saved in %2.", len(chosen), path)
        self._reader.submit(job, lambda whole: self._written(done if whole else NOTHING), self._write_failed)

    def delete(self, numbers: Sequence[int]) -> None:
        """Deletes games from the file, which is replaced atomically and listed again. See `CollectionEdits.delete`."""
        chosen = tuple(numbers)
        self.rewrite(lambda games: work.deleted(games, chosen), *work.deletion(len(chosen), Path(self.state.path).name))

    def edit_headers(self, numbers: Sequence[int], edit: TagEdit, words: Text = NOTHING) -> None:
        """Changes tags of games of the file or the collection, as one step of undo, which `words` describe."""
        chosen = tuple(numbers)
        change = work.retagged if self.state.path else work.retagged_in_collection
        job = partial(change, numbers=chosen, edit=edit, cancelled=self.new_stopper().asked)
        self.rewrite(job, words or work.retagging(len(chosen)))

    def begin_study(self, path: Path, chapter: Game) -> None:
        self._reader.submit(partial(work.begun, path, chapter), lambda _: self.open(path), self._tell_error)

    def merge(self, numbers: Sequence[int]) -> None:
        """Merges games into one tree and emits `game_read`."""
        games, chosen = self.listed, tuple(numbers)
        if games is not None and chosen:
            job = partial(work.merge, games, chosen, self.reading.cancelled)
            ticket = self._reader.submit(job, self.game_read.emit, self._tell_error)
            self.reading.begin(Text("tree of %1 games", len(chosen)), ticket)

    def rewrite(self, change: Callable[..., GamesUndo | None], words: Text, done: Text = NOTHING) -> None:
        """Runs a change of the listed games on the reader's thread. `words` describe it for undo, `done` for the user.
        The games are listed again.
        """
        if self.state.loading or not (home := self.state.home):
            return self._tell_error(STILL_READ)
        self.write(home, partial(change, self.listed), words, done)

    def write(self, path: str, change: Callable[[], GamesUndo | None], words: Text, done: Text = NOTHING) -> None:
        """Changes a file or collection, whether or not its games are listed; see `rewrite`."""
        self._set(replace(self.state, busy=Text("Writing …")))

        def changed(back: GamesUndo | None) -> None:
            self._history.note(path, back, words)
            self._written(done, path, back)

        self._reader.submit(change, changed, self._write_failed)

    @Slot(str, object, object)
    def keep_change(self, path: str, change: GamesUndo | None, words: Text, *, grown: bool = False) -> None:
        """Adds another service's change of a file to this file's undo history."""
        self._history.note(path, change, words)
        self._set(self._with_history(self.state))
        if path == self.state.collection:
            self.reload(path, change, grown=grown)

    def take_back(self, back: bool = True) -> None:
        """Undoes the last change of the listed file, or redoes it; then lists the file again."""
        step = self._history.last(path := self.state.home, back)
        if step is None or self.state.busy:
            return
        if self.state.loading:
            self._tell_error(STILL_READ)
            return
        self._set(replace(self.state, busy=Text("Writing …")))
        done = Text("Undone: %1.", step.words) if back else Text("Redone: %1.", step.words)

        def taken(inverse: GamesUndo | None) -> None:
            self._history.taken(path, back, inverse)
            self._written(done, path, inverse)

        def failed(problem: Text) -> None:
            self._history.dropped(path)
            self._write_failed(problem)
            self._set(self._with_history(self.state))

        self._reader.submit(partial(work.take_back, step.change), taken, failed)

    @Slot(object, object)
    def _forget_name(self, before: Path, now: Path) -> None:
        """Lists the games of a collection that was renamed under its new name; its history ends."""
        self._history.dropped(str(before))
        games = self.listed
        if self.state.collection == str(before) and isinstance(games, work.collected_type()):
            self.show(games.again(path=now), self.state.title)

    @property
    def listed(self) -> GameList | CollectedGames | None:
        """The games that are listed, for work on the reader's thread."""
        return self.listing.games if self.listing is not None else None

    def _leave(self, *, grown: bool = False) -> None:
        """Leaves the list. `grown`: for the same games and more, so that their facts stay known."""
        old, self.listing = self.listing, None
        self._timer.stop()
        if not grown:
            self._facts.forget()
        self._all_facts, self._unread, self._fetching, self._newest = None, set(), False, None
        self._drop_arranging()
        if old is not None:
            old.stopper.stop()
            self._left.append(old)
            self._loader.submit(lambda: None, lambda _: self._give_back(old), self._tell_error)

    def _give_back(self, old: work.FileLoading) -> None:
        """Closes the games of a finished loader, on the reader's thread."""
        if old.games is None:
            self._left.remove(old)
        else:
            self._reader.submit(old.games.close, lambda _: self._left.remove(old), self._tell_error)

    def _set(self, state: ListState) -> None:
        self.state = state
        self.changed.emit(state)

    @Slot()
    def _tick(self) -> None:
        load = self.listing
        if load is None or load.games is None:
            return
        if total := len(load.games):
            self._timer.setInterval(SLOW_TICK_MS)
        if self.state.everything:
            self._set(replace(self.state, total=total, order=range(total), fraction=load.fraction))
        else:
            self._set(replace(self.state, total=total, fraction=load.fraction))
            if not self._arranging:
                self._arrange()

    def _loaded(self, load: work.FileLoading) -> None:
        if load is not self.listing:
            return
        self._timer.stop()
        if load.study:
            self._facts.forget()  # those read while the file was listed name no chapters
        self._set(self._with_history(load.shown_in(self.state)))
        if not self.state.everything:
            self._arrange()

    def _failed(self, load: work.FileLoading, problem: Text) -> None:
        """Reports that loading failed (disk full, or file damaged); what was listed until then remains usable."""
        total = len(load.games) if load.games is not None else 0
        if load is self.listing and total:
            self._loaded(load)
            self._tell_error(Text("%1. The games read before that stay in the list: %2.", problem, total))
            return
        if load is self.listing:
            self.leave()
        self._tell_error(problem)

    def _arrange(self) -> None:
        self._drop_arranging()
        games, state = self.listed, self.state
        if games is not None and state.everything:
            self._set(replace(state, order=range(state.total), arranging=False))
        elif games is not None and state.column in (MOVES, OPENING) and self._all_facts is None:
            if state.settled:
                self._read_all_moves(games)
        elif games is not None:
            job = partial(work.arranged, games, state, self._all_facts, language().catalogue)
            self._arranging = self._reader.submit(job, self._arranged, self._not_arranged)
            self._set(replace(self.state, arranging=True))

    def _arranged(self, order: Sequence[int]) -> None:
        self._arranging = 0
        self._set(replace(self.state, order=order, arranging=False))

    def _not_arranged(self, problem: Text) -> None:
        self._arranged(self.state.order)
        self._tell_error(problem)

    def _read_all_moves(self, games: GameList | CollectedGames) -> None:
        """Reads the moves of all games to sort the list by them."""
        from desktop.services.files.game_facts import ListFacts

        facts, stopper = ListFacts(), Stopper()
        if self.listing is not None:
            self.listing.stopper = stopper  # it is listed: what is stopped from now on is this
        self._set(replace(self.state, busy=Text("Reading all moves …")))

        def read(whole: bool) -> None:
            self._set(replace(self.state, busy=NOTHING))
            if games is self.listed:
                self._all_facts = facts if whole else None
                self.sort_by(self.state.column if whole else "", self.state.descending)

        def failed(problem: Text) -> None:
            self._write_failed(problem)
            self.sort_by("")

        job = partial(facts.read, games, work.go_on(stopper))
        self._loader.submit(job, read, failed)  # games can be opened meanwhile

    def _drop_arranging(self) -> None:
        if self._arranging:
            self._reader.drop(self._arranging)
            self._arranging = 0

    @Slot()
    def _fetch(self) -> None:
        """Reads the pages of the games that the table shows."""
        games, rows = self.listed, sorted(self._unread)
        self._unread, self._fetching = set(), bool(rows)
        if rows and isinstance(games, work.collected_type()):
            self._pages.submit(partial(games.read_pages, rows), self._fetched, self._tell_error)

    def _fetched(self, _done: object) -> None:
        self._fetching = False
        self.rows_read.emit()

    def _written(self, done: Text, anew: str = "", change: GamesUndo | None = None) -> None:
        """Reports a finished write. `anew`: the path of the changed file; `change` reverses the change."""
        self.rewritten.emit(anew, change)
        self._set(self._with_history(replace(self.state, busy=NOTHING)))
        self.reload(anew, change)
        if done:
            self._inform(done)

    def _with_history(self, state: ListState) -> ListState:
        return replace(state, undo=self._history.words(state.home, True), redo=self._history.words(state.home, False))

    def _write_failed(self, problem: Text) -> None:
        self._set(replace(self.state, busy=NOTHING))
        self._tell_error(problem)
