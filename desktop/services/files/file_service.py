"""Opens and saves games: files, clipboard text and positions. The PGN reader is imported with the first text."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.collection import file_name
from desktop.model.game.state import GameState
from desktop.model.game_list import FileGame
from desktop.model.stored_values import RememberedGame
from desktop.services.files import file_opening as opening
from desktop.services.files.collected_place import place_from, place_of
from desktop.services.files.file_opening import DoubtfulMove, Then
from desktop.services.files.file_places import (
    FilePlace,
    GamePlace,
    RewrittenGame,
    Saved,
    holds_only,
    keep,
    save_alone,
    text_of,
)
from desktop.services.files.reading_jobs import ReadingJobs
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import language
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import PositionError
from engine.ground.text import Text, joined, plain

if TYPE_CHECKING:
    from desktop.services.files.collection_service import CollectionService
    from desktop.services.files.file_history import GamesUndo
    from desktop.services.game.autosave import Autosave
    from desktop.services.game.match_service import MatchService
    from desktop.services.kit.settings_store import SettingsStore
    from engine.pgn.edit import EditUndo

LONGEST_AT_ONCE = 16 * 1024  # characters that are read while the user waits (some 10 ms); longer texts on the worker
_READ_MS = 2_000  # for what is being read when the program ends: nothing is lost with it
_WRITE_MS = 10_000  # for the last writes when the program ends
_NO_NAME = re.compile(r"[^\w .,()-]+")  # what some systems do not allow in the name of a file
_LONGEST_NAME = 80
_log = logging.getLogger(__name__)


class FileService(Service):
    """Opens, saves and pastes games. Every problem is reported in one message; no open game and no game in a file is lost."""

    listed = Signal(object)  # Path of a file that holds several games: to be listed
    listed_again = Signal(object)  # likewise, without showing the list
    move_doubted = Signal(object)  # DoubtfulMove: the user is asked which move was meant
    position_refused = Signal(str)  # a FEN that cannot be played; the position editor can mend it
    position_mended = Signal(int, object)  # the tab of a position, and what was guessed or corrected in it (Text)
    written = Signal(str)  # path of a file that was changed
    changed = Signal(str, object, object)  # path, GamesUndo (None: no way back), what was done as a Text
    opened = Signal(str)  # path, for the recent files
    gone = Signal(int)  # the tab whose game was not saved: its file does not hold it any more
    found_open = Signal(int)  # the tab that already has the game which was asked for

    def __init__(self, games: GameService, played_games: Path | None) -> None:
        """`played_games`: the file that every finished match is appended to, or None."""
        super().__init__()
        self._games = games
        self.played_games = self._played = played_games
        self._places: dict[int, GamePlace] = {}
        self._ended: dict[int, FilePlace] = {}  # by tab, the place of its match among the played games
        self._saving: Counter[int] = Counter()  # how often the game of a tab is being written
        self._sources: Callable[[], bool] = lambda: False  # whether files say where each engine move came from
        self._again: set[int] = set()  # tabs that were saved once more meanwhile
        self.asks_about_doubts = False  # whether a view is connected to `move_doubted`
        self._worker = Worker("ratsu-files", self, _WRITE_MS, finish=True)  # writes
        self._reader = Worker("ratsu-files-open", self, _READ_MS)  # so that no save waits for a large file
        self.reading = ReadingJobs(self._reader, self)
        games.tab_closed.connect(self._forget)

    def _text(self, game: Game) -> str:
        return text_of(game, self._sources())

    def follow(
        self, settings: SettingsStore, autosave: Autosave, match: MatchService, collection: CollectionService
    ) -> None:
        """Saves finished matches, and the places of restored games. Follows collections that are renamed."""
        collection.renamed.connect(self._follow_name)
        self._sources = settings.writes_sources
        autosave.use_places(self.place_texts)
        autosave.placed.connect(self.put_back)
        match.ended.connect(self.keep_played)

    # -- clipboard and positions

    def paste(self, text: str, then: Then = lambda: None) -> bool:
        """Opens positions (FEN, EPD) or games (PGN) from the clipboard, each in a tab. Returns False after a message if
        the text is neither. `then` is called when a game is shown, which may be later for a long text.
        """
        if not text.strip():  # a picture, say
            self._warn(Text("The clipboard holds no text."))
            return False
        from desktop.services.files.clipboard_text import copied

        text, of_program = copied(text)
        then = partial(self._at_the_end, then) if of_program else then  # its position is that after its moves
        if fens := opening.positions_in(text):
            many = Text("The clipboard holds many positions; the first %1 were opened.", opening.MOST_PASTED)
            return self._open_positions(fens, many)
        if len(text) > LONGEST_AT_ONCE:
            self._read_text(text, {}, then)
            return True
        return self._show_pasted(opening.read_pasted(text, lambda: False, language().code), then)

    def _read_text(self, text: str, answers: Mapping[int, str], then: Then) -> None:
        job = partial(opening.read_pasted, text, self.reading.cancelled, language().code, answers)
        ticket = self._reader.submit(job, partial(self._show_pasted, then=then), self._tell_error)
        self.reading.begin(Text("the clipboard"), ticket)

    def _at_the_end(self, then: Then) -> None:
        self._games.go_last()
        then()

    def _show_pasted(self, pasted: opening.PastedText, then: Then) -> bool:
        games = [game for game in pasted.games if opening.says_something(game)]
        if not games:
            problems = [problem.text for game in pasted.games for problem in game.problems]
            neither = Text("The clipboard holds neither a position (FEN) nor a game (PGN): “%1”.", pasted.start)
            self._warn(problems[0] if problems else neither)
            return False
        if pasted.doubt is not None and self.asks_about_doubts:
            doubt = pasted.doubt

            def read_on(move: str) -> None:
                if move:
                    self._read_text(pasted.text, {**pasted.answers, doubt.place: move}, then)
                else:
                    self._open_pasted(pasted, then)

            self.move_doubted.emit(DoubtfulMove(doubt, read_on))
            return True
        self._open_pasted(pasted, then)
        return True

    def _open_pasted(self, pasted: opening.PastedText, then: Then) -> None:
        games = [game for game in pasted.games if opening.says_something(game)]
        for game in reversed(games[: opening.MOST_PASTED]):  # the first one last: it is the one that is shown
            for problem in opening.brief(game.problems):
                self._warn(problem)
            self._games.open_tab(game, saved=False)
        if len(games) > opening.MOST_PASTED:
            many = Text(
                "The clipboard holds many games; the first %1 were opened. Save it to a file.", opening.MOST_PASTED
            )
            self._warn(many)
        then()

    def set_position(self, fen: str, *, keep: bool = False) -> bool:
        """Opens a position, corrected if necessary, in a new tab. Returns False after a message if it is not possible.
        `keep`: it is the user's own work and is restored after a restart.
        """
        try:
            position, notes = Position.repaired(fen, chess960=None)
        except PositionError as error:
            self._warn(error.text)
            self.position_refused.emit(fen)
            return False
        tab = (self._games.open_position if keep else self._games.open_tab)(Game.new(position))
        if notes:
            self.position_mended.emit(tab, joined(*notes[:9], by=" "))
        return True

    def fen_text(self) -> str:
        return self._games.state.fen

    def pgn_text(self, tab: int = 0) -> str:
        """The shown game, or that of a tab, as PGN for the clipboard; empty if the tab was closed."""
        state = self._state(tab)
        return self._text(state.game) if state is not None else ""

    def _state(self, tab: int) -> GameState | None:
        return self._games.state_of(tab) if tab else self._games.state

    # -- files

    def open_file(self, path: Path, number: int | None = None, then: Then = lambda: None) -> None:
        """Opens a file in the background: its only game in a tab. Several games are `listed`, unless a number is given.
        Of a file of positions the first MOST_PASTED are opened. `then` is called when one of its games is shown.
        """
        job = partial(opening.opened_file, path, number, self.reading.cancelled, language().code)
        ticket = self._reader.submit(job, partial(self._show, then=then), self._tell_error)
        self.reading.begin(plain(path.name), ticket)

    def open_again(self, kept: RememberedGame) -> None:
        """Opens a game or a list that was open when the program ended; reports if a file has changed or is missing."""

        def show(found: tuple[opening.Opened, Text]) -> None:
            if found[1]:
                self._warn(found[1])
            if isinstance(found[0], FileGame):  # its doubtful moves were asked about when it was opened
                self._open_game(found[0])
            else:
                self._show(found[0], lambda: None, behind=not kept.place and not kept.shown)

        job = partial(opening.opened_again, kept, self.reading.cancelled, language().code)
        ticket = self._reader.submit(job, show, self._tell_error)
        self.reading.begin(plain(Path(kept.path).name), ticket)

    def after_reading(self, then: Callable[[], None]) -> None:
        """Calls `then` in the GUI thread once every file requested so far was read or reported."""
        self._reader.submit(lambda: None, lambda _: then(), self._tell_error)

    @Slot(object)
    def show_game(self, found: FileGame) -> None:
        """Opens a game that was read from a file in a new tab, or shows the tab that already has it. A doubtful move is
        asked about."""
        self._show_game(found, {})

    def _show_game(self, found: FileGame, answers: Mapping[int, str], then: Then = lambda: None) -> None:
        for tab, place in self._places.items():
            state = self._games.state_of(tab)
            if place.is_of(found) and state is not None and state.path == found.path:
                self._games.select_tab(tab)
                self.found_open.emit(tab)
                then()
                return
        doubt = found.game.doubt
        if doubt is None or not doubt.candidates or not self.asks_about_doubts:
            self._open_game(found, bool(answers), then)
            return

        def read_on(move: str) -> None:
            if not move:
                self._open_game(found, bool(answers), then)
                return
            all_answers = {**answers, doubt.place: move}
            self._reader.submit(
                partial(opening.reread, found, language().code, all_answers),
                lambda read: self._show_game(read, all_answers, then),
                self._tell_error,
            )

        self.move_doubted.emit(DoubtfulMove(doubt, read_on))

    def _open_game(self, found: FileGame, is_answered: bool = False, then: Then = lambda: None) -> None:
        """Opens a game of a file in a new tab. `is_answered`: the user's answers are not in the file yet."""
        line = (found.game.root, *found.game.main_line())
        current = found.node or line[min(found.ply, len(line) - 1)].id
        tab = self._games.open_tab(
            found.game, current=current, path=found.path, saved=not is_answered, title=found.title
        )
        if found.path:
            self._places[tab] = place_of(found)
        for problem in opening.brief(found.game.problems):
            self._warn(Text("%1, game %2: %3", Path(found.path).name, found.shown_number, problem))
        if found.path and not found.collected:
            self.opened.emit(found.path)
        then()

    def save(self) -> bool:
        """Saves the shown game to its file in the background; the other games of the file keep their bytes.

        Returns False if it has no file yet: ask for one and call `save_as`. Problems are reported.
        """
        state = self._games.state
        if self._saving[state.tab]:
            self._again.add(state.tab)  # the first save must report which file the game is in
            return True
        if not state.path or state.tab not in self._places:
            return False
        self._save(state)
        return True

    def add_back(self, tab: int) -> None:
        """Adds a game that is `gone` at the end of the file it came from, and saves it there from now on."""
        state = self._games.state_of(tab)
        if state is not None and state.path and tab in self._places and not self._saving[tab]:
            self._save(state, anew=True)

    def _save(self, state: GameState, *, anew: bool = False) -> None:
        place = self._places[state.tab]
        self._write(state, Path(state.path), place.added if anew else place.replaced)

    def save_into(self, path: Path, tab: int = 0) -> None:
        """Adds the shown game, or that of a tab, at the end of a file, in which it is saved from now on."""
        state = self._state(tab)
        if state is not None:
            self._write(state, path, FilePlace.of(0, b"").added)

    def is_own_file(self, path: Path, tab: int) -> bool:
        """Whether the game of a tab is the only one of its file, and the file is this one."""
        state = self._state(tab)
        return state is not None and state.path == str(path) and holds_only(path, self._places.get(state.tab))

    def _write(self, state: GameState, path: Path, write: Callable[[Path, str], Saved | None]) -> None:
        self._saving[state.tab] += 1

        def saved(found: Saved | None) -> None:
            if found is None:
                self._again.discard(state.tab)
                self._saving[state.tab] -= 1
                self.gone.emit(state.tab)
                return
            self._saved(state, path, found.place)
            self.changed.emit(str(path), found.undo, found.place.words())
            self._save_again(state.tab)

        self._worker.submit(lambda: write(path, self._text(state.game)), saved, partial(self._not_saved, state.tab))

    def _save_again(self, tab: int) -> None:
        self._saving[tab] -= 1
        state = self._games.state_of(tab)
        if tab in self._again and state is not None and not self._saving[tab]:
            self._again.discard(tab)
            self._save(state)

    def _not_saved(self, tab: int, problem: Text) -> None:
        self._again.discard(tab)
        self._saving[tab] -= 1
        self._tell_error(problem)

    def save_as(self, path: Path, tab: int = 0) -> None:
        """Saves the shown game, or that of a tab, as the only one of a file, in the background; reports if that fails."""
        state = self._state(tab)
        if state is None:
            return

        def saved(place: FilePlace) -> None:
            self._saved(state, path, place)
            self._save_again(state.tab)

        self._saving[state.tab] += 1
        job = partial(save_alone, path, state.game, self._sources())
        self._worker.submit(job, saved, partial(self._not_saved, state.tab))

    def proposed_name(self) -> str:
        """A file name for the shown game: that of its file if it holds no other game, so that none is overwritten;
        otherwise `Anna - Ratsu 2026.05.17.pgn`, with the parts that are known.
        """
        state = self._games.state
        if state.path and holds_only(Path(state.path), self._places.get(state.tab)):
            return Path(state.path).name
        players = [name for side in ("White", "Black") if (name := state.game.header(side).strip("?. "))]
        date = state.game.header("Date")
        words = " - ".join(players) + (f" {date}" if "?" not in date else "")
        return (_NO_NAME.sub(" ", words).strip()[:_LONGEST_NAME] or "game") + ".pgn"

    def append_to(self, path: Path, tab: int = 0, *, collected: bool = False) -> None:
        """Adds the shown game, or that of a tab, to the end of a file, compressed or not, in the background; reports
        the outcome. `collected`: to a collection, in which a game without a file is saved from now on.
        """
        from desktop.services.files.collected_place import added_to
        from engine.pgn.edit import append_games

        done = Text("The game was added to %1.", file_name(str(path)) if collected else path)
        state = self._state(tab)
        if state is None:
            return

        def added(found: Saved | EditUndo | None) -> None:
            _log.info("added a game to %s", path)
            change = found.undo if isinstance(found, Saved) else found
            if isinstance(found, Saved) and not state.path:
                self._places[state.tab] = found.place
                self._games.mark_saved(state.tab, str(path), state.game)
            self._inform(done)
            self.written.emit(str(path))
            self.changed.emit(str(path), change, Text("adding a game"))

        job = partial(added_to, path) if collected else lambda text: append_games(path, (text,))
        self._worker.submit(lambda: job(self._text(state.game)), added, self._tell_error)

    def begin_in(self, path: Path) -> None:
        """Opens a new game that is saved in a collection."""
        self.append_to(path, self._games.open_tab(Game.new()), collected=True)

    @Slot(object)
    def keep_played(self, state: GameState) -> None:
        """Appends a finished match to the user's played games and marks it as saved. A game that has its own file stays
        unsaved, as that file lacks the end. A match that was resumed after its end replaces its earlier version.
        """
        played = self._played
        if played is None:
            return
        text, before = self._text(state.game), self._ended.get(state.tab)
        self._ended[state.tab] = FilePlace.of(0, text.encode().strip())

        def kept(_: None) -> None:
            if not state.path:
                self._games.mark_saved(state.tab, state.path, state.game)
            self.written.emit(str(played))

        def failed(problem: Text) -> None:
            self._ended.pop(state.tab, None)
            if before is not None:
                self._ended[state.tab] = before
            self._tell_error(problem)

        self._worker.submit(partial(keep, played, before, text), kept, failed)

    def close(self) -> bool:
        """Finishes the pending writes, however slow the disk is, so that no game is lost."""
        self.reading.cancel()
        return super().close()

    def _show(self, opened: opening.Opened, then: Then, *, behind: bool = False) -> None:
        if isinstance(opened, opening.PastedText):
            self._show_pasted(opened, then)
            return
        _log.info("opened %s", opened if isinstance(opened, Path) else opened.path)
        if isinstance(opened, opening.PositionFile):
            self._show_positions(opened)
        elif isinstance(opened, Path):
            self.opened.emit(str(opened))
            (self.listed_again if behind else self.listed).emit(opened)
        else:
            self._show_game(opened, {}, then)

    def _show_positions(self, opened: opening.PositionFile) -> None:
        self._open_positions(
            opened.fens,
            Text("%1 holds many positions; the first %2 were opened.", Path(opened.path).name, opening.MOST_PASTED),
        )
        self.opened.emit(opened.path)

    def _open_positions(self, fens: tuple[str, ...], many: Text) -> bool:
        """Opens positions. `many` is the message if there are more than may be opened. Returns False after a message if
        none is possible.
        """
        first_last = reversed(fens[: opening.MOST_PASTED])  # the one that is shown
        shown = [self.set_position(fen, keep=True) for fen in first_last]
        if len(fens) > opening.MOST_PASTED:
            self._warn(many)
        return any(shown)

    def place_texts(self, tab: int) -> tuple[str, str]:
        """The places of a tab's game in its file and among the played games, as texts for `put_back` after a restart."""
        place, ended = self._places.get(tab), self._ended.get(tab)
        return str(place or ""), str(ended or "")

    @Slot(int, str, str)
    def put_back(self, tab: int, place: str, ended: str) -> None:
        """Restores the places of a tab's game, in its file and among the played games, from an earlier run."""
        if (found := place_from(place)) is not None:
            self._places[tab] = found
        if (among_played := FilePlace.read(ended)) is not None:
            self._ended[tab] = among_played

    @Slot(object, object)
    def _follow_name(self, before: Path, now: Path) -> None:
        """Games of a file that was renamed are saved under its new name."""
        for tab in self._places:
            state, saved = self._games.state_of(tab), self._games.saved_game(tab)
            if state is not None and saved is not None and state.path == str(before):
                self._games.mark_saved(tab, str(now), saved)

    @Slot(str, object)
    def follow_change(self, path: str, change: GamesUndo | None) -> None:
        """Updates the places and tags of open games after the list changed their file."""
        for tab, place in self._places.items():
            if change is not None and (state := self._games.state_of(tab)) is not None and state.path == path:
                then = partial(self._followed, tab, place)
                saved = self._games.saved_game(tab) or state.game
                job = partial(place.followed, Path(path), change, saved)
                self._worker.submit(job, then, self._tell_error)

    def _followed(self, tab: int, before: GamePlace, found: RewrittenGame | None) -> None:
        state = self._games.state_of(tab)
        if found is None or state is None or self._places.get(tab) is not before:
            return
        self._places[tab] = found.place
        self._games.set_headers(found.tags, tab)
        after = self._games.state_of(tab)
        same = after is not None and found.only_tags and not state.modified
        self._games.mark_saved(tab, state.path, after.game if after is not None and same else found.game)

    def _saved(self, state: GameState, path: Path, place: GamePlace) -> None:
        _log.info("saved %s, %s", path, place)
        self._places[state.tab] = place
        self._games.mark_saved(state.tab, str(path), state.game)
        if isinstance(place, FilePlace):
            self.opened.emit(str(path))
        self.written.emit(str(path))

    @Slot(int)
    def _forget(self, tab: int) -> None:
        self._places.pop(tab, None)
        self._ended.pop(tab, None)
