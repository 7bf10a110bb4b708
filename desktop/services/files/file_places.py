"""Finds and writes the games of tabs in their files, on the worker's thread.

A place names a game of a PGN file (`FilePlace`) or of a collection (`CollectedPlace`); both save, add and follow a game.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from desktop.services.kit.atomic import append_privately
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.text import Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from desktop.model.game_list import FileGame
    from desktop.services.files.file_history import GamesUndo
    from engine.pgn.index import GameList

_EMPTY_LINES = 8  # bytes round the only game of a file; no game is as short
_DIGITS = 16  # of numbers and sizes of games


def digest_of(content: bytes) -> str:
    """The SHA-256 of a game's text, without blanks around it."""
    from hashlib import sha256  # with OpenSSL 5 ms and 3 MB of a start

    return sha256(content.strip()).hexdigest()


class GamePlace(Protocol):
    """The place of a tab's game, with its content when it was read. `str` writes it for a restart, `place_from` reads it."""

    @property
    def number(self) -> int:
        """The number of the game."""

    def holds(self, content: bytes) -> bool:
        """Whether the content is that of this place."""

    def is_of(self, found: FileGame) -> bool:
        """Whether a game that was read is the one of this place."""

    def replaced(self, path: Path, text: str) -> Saved | None:
        """Writes the game in its place. Returns its new place and the reverse change; None if it is not there any more, or was
        changed. :raises RatsuError: it cannot be read or written."""

    def added(self, path: Path, text: str) -> Saved:
        """Adds the game as another one. Returns its place and the reverse change. :raises RatsuError: it cannot be written."""

    def followed(self, path: Path, change: GamesUndo, saved: Game) -> RewrittenGame | None:
        """The game that replaced this one in a change by the program; `change` is the reverse change, `saved` the game as
        it was before. None if the game is unchanged or was deleted. :raises RatsuError: it cannot be read."""

    def words(self) -> Text:
        """The description of saving the game, for undo."""


@dataclass(frozen=True)
class Saved:
    """A game that was written: its place, and the reverse change (None: it cannot be reversed)."""

    place: GamePlace
    undo: GamesUndo | None


@dataclass(frozen=True)
class FilePlace:
    """The place of a tab's game in its file, and its content when it was opened: size in bytes, and SHA-256 without
    surrounding blanks. `str` and `read` convert it to text for a restart.
    """

    number: int
    size: int
    digest: str

    @classmethod
    def of(cls, number: int, content: bytes) -> Self:
        return cls(number, len(content), digest_of(content))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Reads what `str` wrote; None for any other text."""
        numbers, digest = text.split(" ")[:-1], text.split(" ")[-1]
        if len(numbers) != 2 or not all(part.isdecimal() and len(part) < _DIGITS for part in numbers):
            return None
        return cls(int(numbers[0]), int(numbers[1]), digest)

    def __str__(self) -> str:
        return f"{self.number} {self.size} {self.digest}"

    def holds(self, content: bytes) -> bool:
        return digest_of(content) == self.digest

    def is_of(self, found: FileGame) -> bool:
        """Whether the content is the same, wherever it is in the file by now."""
        return self.holds(found.content)

    def words(self) -> Text:
        """`saving game 3`."""
        return Text("saving game %1", self.number + 1)

    def replaced(self, path: Path, text: str) -> Saved | None:
        """Rewrites the game in its file, replacing the file atomically. None if the file no longer holds the game that was
        opened. :raises RatsuError: the file cannot be read or written."""
        from engine.pgn.edit import change_games

        games = _listed(path)
        try:
            number = number_of(games, self)
            if number is None:
                return None
            change = change_games(games, {number: text})
        finally:
            games.close()
        after = _listed(path)
        try:
            return Saved(FilePlace.of(number, after.content(number)), change)
        finally:
            after.close()

    def added(self, path: Path, text: str) -> Saved:
        """Adds a game to the end of the file. :raises RatsuError: it cannot be written."""
        from engine.pgn.edit import append_games

        change = append_games(path, (text,))
        games = _listed(path)
        try:
            number = len(games) - 1
            return Saved(FilePlace.of(number, games.content(number)), change)
        finally:
            games.close()

    def followed(self, path: Path, change: GamesUndo, saved: Game) -> RewrittenGame | None:
        """See `GamePlace`. :raises RatsuError: the file cannot be read."""
        from engine.pgn.edit import EditUndo

        if not isinstance(change, EditUndo):
            return None
        # If nothing was written in its place, the game was deleted, and the one that begins there now is another.
        patch = next((patch for patch in change.patches if patch.end > patch.start and self.holds(patch.content)), None)
        if patch is None:
            return None
        games = _listed(path)
        try:
            number = next((row for row in range(len(games)) if games.span(row)[0] == patch.start), None)
            if number is None or number_of(games, self) is not None:
                return None
            place = FilePlace.of(number, games.content(number))
            return rewritten(place, saved, games.game(number))
        finally:
            games.close()


@dataclass(frozen=True)
class RewrittenGame:
    """A game that the program itself rewrote in its file: its new place, the game, its changed tags, and whether only
    tags changed.
    """

    place: GamePlace
    game: Game
    tags: dict[str, str]
    only_tags: bool


def text_of(game: Game, sources: bool = False) -> str:
    """The game as PGN; `sources`: with the source of each engine move. May run on any thread, as games are immutable."""
    from engine.pgn.writer import written_game

    return written_game(game, sources=sources) + "\n"


def save_alone(path: Path, game: Game, sources: bool) -> FilePlace:
    """Writes the game as the only one of a file, compressed according to its name. :raises PgnError:"""
    from engine.pgn.edit import save_games

    text = text_of(game, sources)
    save_games(path, (text,))
    return FilePlace.of(0, text.encode().strip())


def holds_only(path: Path, place: GamePlace | None) -> bool:
    """Whether a file certainly holds only this game. A compressed file is not unpacked to check."""
    try:
        return isinstance(place, FilePlace) and 0 <= path.stat().st_size - place.size <= _EMPTY_LINES
    except OSError:
        return True  # nothing to replace


def keep(path: Path, before: FilePlace | None, text: str) -> None:
    """Adds a game to a file, in place of its version `before`. :raises FileError:"""
    if before is not None:
        with suppress(RatsuError):  # it may have been changed there, or deleted
            if before.replaced(path, text) is not None:
                return
    append_privately(path, text.encode())


def rewritten(place: GamePlace, old: Game, new: Game) -> RewrittenGame:
    """Compares a game with what the program made of it at `place`."""
    names = {**old.headers, **new.headers}
    tags = {name: new.headers.get(name, "") for name in names if old.headers.get(name) != new.headers.get(name)}
    retagged: Game = old
    for name, value in tags.items():
        retagged = retagged.with_header(name, value)
    return RewrittenGame(place, new, tags, text_of(retagged) == text_of(new))


def _listed(path: Path) -> GameList:
    from engine.pgn.index import GameList

    games = GameList(path)
    for _ in games.load():
        pass
    return games


def number_of(games: GameList, place: FilePlace) -> int | None:
    """The present number of the game, as games before it may have been deleted since; None if it is missing."""
    order = sorted(range(len(games)), key=lambda number: number != place.number)
    for number in order:
        start, end = games.span(number)
        if abs(end - start - place.size) <= 4 and place.holds(games.content(number)):
            return number
    return None
