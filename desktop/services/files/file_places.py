"""Finds and writes the games of tabs in their files, on the worker's thread."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Self

from desktop.services.kit.atomic import append_privately
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.pgn.edit import EditUndo
    from engine.pgn.index import GameList

_EMPTY_LINES = 8  # bytes round the only game of a file; no game is as short
_DIGITS = 16  # of numbers and sizes of games


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
        """The place of a game that was just read or written."""
        return cls(number, len(content), sha256(content.strip()).hexdigest())

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
        """Whether the content is that of this place."""
        return sha256(content.strip()).hexdigest() == self.digest


@dataclass(frozen=True)
class RewrittenGame:
    """A game that the program itself rewrote in its file: its new place, the game, its changed tags, and whether only
    tags changed.
    """

    place: FilePlace
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


def holds_only(path: Path, place: FilePlace | None) -> bool:
    """Whether a file certainly holds only this game. A compressed file is not unpacked to check."""
    try:
        return place is not None and 0 <= path.stat().st_size - place.size <= _EMPTY_LINES
    except OSError:
        return True  # nothing to replace


def keep(path: Path, before: FilePlace | None, text: str) -> None:
    """Adds a game to a file, in place of its version `before`. :raises FileError:"""
    if before is not None:
        with suppress(RatsuError):  # it may have been changed there, or deleted
            if replaced(path, before, text) is not None:
                return
    append_privately(path, text.encode())


def replaced(path: Path, place: FilePlace, text: str) -> tuple[FilePlace, EditUndo | None] | None:
    """Rewrites one game of a file, replacing the file atomically.

    Returns the game's new place and the reverse change; None if the file no longer holds the game that was opened.
    :raises RatsuError: the file cannot be read or written.
    """
    from engine.pgn.edit import change_games

    games = _listed(path)
    try:
        number = number_of(games, place)
        if number is None:
            return None
        change = change_games(games, {number: text})
    finally:
        games.close()
    after = _listed(path)
    try:
        return FilePlace.of(number, after.content(number)), change
    finally:
        after.close()


def added(path: Path, text: str) -> tuple[FilePlace, EditUndo | None]:
    """Adds a game to the end of a file. Returns its place and the reverse change. :raises RatsuError: it cannot be written."""
    from engine.pgn.edit import append_games

    change = append_games(path, (text,))
    games = _listed(path)
    try:
        number = len(games) - 1
        return FilePlace.of(number, games.content(number)), change
    finally:
        games.close()


def followed(path: Path, place: FilePlace, change: EditUndo) -> RewrittenGame | None:
    """The game that replaced the one at a place in a change by the program; `change` is the reverse change.

    None if that game is unchanged or was deleted.
    :raises RatsuError: the file cannot be read.
    """
    from engine.pgn.reader import games_of

    # If nothing was written in its place, the game was deleted, and the one that begins there now is another.
    patch = next((patch for patch in change.patches if patch.end > patch.start and place.holds(patch.content)), None)
    if patch is None:
        return None
    games = _listed(path)
    try:
        number = next((row for row in range(len(games)) if games.span(row)[0] == patch.start), None)
        if number is None or number_of(games, place) is not None:
            return None
        old, new = games_of(patch.content)[0], games.game(number)
        names = {**old.headers, **new.headers}
        tags = {name: new.headers.get(name, "") for name in names if old.headers.get(name) != new.headers.get(name)}
        retagged: Game = old
        for name, value in tags.items():
            retagged = retagged.with_header(name, value)
        return RewrittenGame(FilePlace.of(number, games.content(number)), new, tags, text_of(retagged) == text_of(new))
    finally:
        games.close()


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
