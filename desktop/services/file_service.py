"""Games in and out: files, clipboard text, positions."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model import pgn_file
from desktop.model.errors import DesktopError, FileError, GameInputError, Message, Severity
from desktop.model.game import Game
from desktop.model.pgn_file import GameEntry
from desktop.model.state import GameState
from desktop.services.atomic import append_durably, write_atomically
from desktop.services.game_service import GameService
from desktop.services.tasks import Worker

LARGEST_FILE = 256 * 1024 * 1024  # bytes; larger ones belong into a collection
LONGEST_PASTE = 2 * 1024 * 1024  # characters


@dataclass(frozen=True)
class FileListing:
    """The games of a file that was opened and holds more than one."""

    path: str
    entries: tuple[GameEntry, ...]


@dataclass(frozen=True)
class _Opened:
    path: Path
    number: int
    piece: bytes
    game: Game
    problems: tuple[str, ...]
    entries: tuple[GameEntry, ...]


@dataclass(frozen=True)
class _Place:
    """Where in its file a tab's game lies, and what stood there when it was opened."""

    number: int
    piece: bytes


class FileService(QObject):
    """Opens, saves, pastes. Every problem is one message; nothing that is open, and nothing that is in a file, is lost."""

    message = Signal(object)  # Message
    listed = Signal(object)  # FileListing: choose another game with `open_file(path, number)`
    opened = Signal(str)  # path, for the recent files

    def __init__(self, games: GameService, played_games: Path | None, parent: QObject | None = None) -> None:
        """`played_games`: the file that every finished match is appended to; None keeps none."""
        super().__init__(parent)
        self._games = games
        self._played = played_games
        self._places: dict[int, _Place] = {}
        self._worker = Worker("ratsu-files", self)
        games.tab_closed.connect(self._forget)

    # -- clipboard and positions

    def paste(self, text: str) -> bool:
        """A FEN or a PGN from the clipboard, opened in a tab of its own. False (and a message) if it is neither."""
        from desktop.model import pgn_reader

        if len(text) > LONGEST_PASTE:
            self._tell("The clipboard holds too much text; save it as a file and open that.")
            return False
        if _looks_like_fen(text):
            return self.set_position(text)
        try:
            found = pgn_reader.read_first(text)
        except GameInputError:
            start = " ".join(text.split())[:60]
            self._tell(f"The clipboard holds neither a position (FEN) nor a game (PGN): “{start}”.")
            return False
        if found.problems and found.game.table.size == 1:
            self._tell(found.problems[0])
            return False
        for problem in found.problems:
            self._tell(problem)
        self._games.open_tab(found.game, saved=False)
        return True

    def set_position(self, fen: str, chess960: bool = False) -> bool:
        """A position set up by hand or typed, opened in a tab of its own. False (and a message) if it is not possible."""
        from desktop.model import rules

        try:
            game = Game.new(rules.checked_fen(fen, chess960), chess960)
        except DesktopError as error:
            self._tell(str(error))
            return False
        self._games.open_tab(game)
        return True

    def fen_text(self) -> str:
        """The shown position, for the clipboard."""
        return self._games.state.fen

    def pgn_text(self) -> str:
        """The shown game, for the clipboard."""
        from desktop.model.pgn_writer import write_game

        return write_game(self._games.state.game)

    # -- files

    def open_file(self, path: Path, number: int = 0) -> None:
        """Opens one game of a PGN file in the background; a file with several is also `listed`."""
        self._worker.submit(partial(_open, path, number), self._show, self._tell_error)

    def save(self) -> bool:
        """Saves the shown game where it came from; the other games of the file stay to the byte.

        False if it has no file yet: ask for one and call `save_as`. Problems are told.
        """
        state = self._games.state
        place = self._places.get(state.tab)
        if not state.path or place is None:
            return False
        path = Path(state.path)
        text = self.pgn_text()
        try:
            write_atomically(path, pgn_file.replaced(_read(path), place.number, place.piece, text))
            piece = pgn_file.split(_read(path))[place.number]
        except (FileError, GameInputError, IndexError) as error:
            self._tell_error(f"{path.name} was not saved: {error}. Save the game under another name.")
            return True
        self._saved(state, path, _Place(place.number, piece))
        return True

    def save_as(self, path: Path) -> bool:
        """Saves the shown game as the only one of a file, atomically. False and a message if that fails."""
        state = self._games.state
        content = self.pgn_text().encode()
        try:
            write_atomically(path, content)
        except FileError as error:
            self._tell_error(str(error))
            return False
        self._saved(state, path, _Place(0, content))
        return True

    def append_to(self, path: Path) -> bool:
        """Adds the shown game at the end of a file. False and a message if that fails."""
        try:
            append_durably(path, self.pgn_text().encode())
        except FileError as error:
            self._tell_error(str(error))
            return False
        self._tell(f"The game was added to {path}.")
        return True

    @Slot(object)
    def keep_played(self, state: GameState) -> None:
        """Appends a finished match to the user's played games and marks it as saved."""
        from desktop.model.pgn_writer import write_game

        if self._played is None:
            return
        content = write_game(state.game).encode()
        self._worker.submit(
            partial(append_durably, self._played, content),
            lambda _: self._games.mark_saved(state.tab, state.path, state.game),
            self._tell_error,
        )

    def close(self) -> bool:
        """Finishes what is being written."""
        return self._worker.close(2_000, finish=True)

    # -- inside

    def _show(self, opened: _Opened) -> None:
        tab = self._games.open_tab(opened.game, path=str(opened.path))
        self._places[tab] = _Place(opened.number, opened.piece)
        for problem in opened.problems:
            self._tell(f"{opened.path.name}, game {opened.number + 1}: {problem}")
        self.opened.emit(str(opened.path))
        if len(opened.entries) > 1:
            text = f"{opened.path.name} holds {len(opened.entries):,} games; game {opened.number + 1} is shown."
            self.message.emit(Message(Severity.INFORMATION, text))
            self.listed.emit(FileListing(str(opened.path), opened.entries))

    def _saved(self, state: GameState, path: Path, place: _Place) -> None:
        self._places[state.tab] = place
        self._games.mark_saved(state.tab, str(path), state.game)
        self.opened.emit(str(path))

    @Slot(int)
    def _forget(self, tab: int) -> None:
        self._places.pop(tab, None)

    def _tell(self, text: str) -> None:
        self.message.emit(Message(Severity.WARNING, text))

    def _tell_error(self, text: str) -> None:
        self.message.emit(Message(Severity.ERROR, text))


def _looks_like_fen(text: str) -> bool:
    words = text.split()
    return bool(words) and len(words) <= 8 and words[0].count("/") >= 3 and "[" not in words[0]


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FileError(f"{path} is larger than {LARGEST_FILE // 2**20} MB; make a collection of it instead.")
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path} cannot be read ({error.strerror}); check its name and its permissions.") from error


def _open(path: Path, number: int) -> _Opened:
    """On the worker's thread. :raises DesktopError:"""
    from desktop.model import pgn_reader

    pieces = pgn_file.split(_read(path))
    if number >= len(pieces):
        raise GameInputError(f"{path} holds no chess game." if not pieces else f"{path} has no game {number + 1}.")
    try:
        found = pgn_reader.read_first(pgn_file.decode(pieces[number])[0])
    except GameInputError as error:
        raise GameInputError(f"{path} holds no chess game.") from error
    entries = tuple(pgn_file.entry(index, piece) for index, piece in enumerate(pieces))
    return _Opened(path, number, pieces[number], found.game, found.problems, entries)
