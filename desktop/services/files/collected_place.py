"""The place of a tab's game in a collection: the counterpart of `file_places.FilePlace`. Runs on the worker's thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from desktop.model.collection import collection_name
from desktop.model.errors import GameInputError
from desktop.model.game_list import FileGame
from desktop.services.files.collection_changes import added, concerns, numbers_changed
from desktop.services.files.file_places import FilePlace, GamePlace, RewrittenGame, Saved, digest_of, rewritten
from engine.game.tree import Game
from engine.ground.text import Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.collection.game_collection import Collection
    from desktop.services.files.file_history import GamesUndo

_WORD = "collected"
_DIGITS = 11  # of the number of a game


@dataclass(frozen=True)
class CollectedPlace:
    """A game of a collection by its number, which never changes, and the SHA-256 of its text when it was read."""

    number: int
    digest: str

    @classmethod
    def of(cls, number: int, content: bytes) -> Self:
        return cls(number, digest_of(content))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Reads what `str` wrote; None for any other text."""
        parts = text.split(" ")
        if len(parts) != 3 or parts[0] != _WORD or not parts[1].isdecimal() or len(parts[1]) >= _DIGITS:
            return None
        return cls(int(parts[1]), parts[2])

    def __str__(self) -> str:
        return f"{_WORD} {self.number} {self.digest}"

    def holds(self, content: bytes) -> bool:
        return digest_of(content) == self.digest

    def is_of(self, found: FileGame) -> bool:
        """Whether it is the game of this number, whatever was changed in it."""
        return found.collected and found.number == self.number

    def words(self) -> Text:
        """`saving a game`; its number in the list differs from that in the collection."""
        return Text("saving a game")

    def replaced(self, path: Path, text: str) -> Saved | None:
        """Writes the game in its place; its number stays. None if it was deleted, or changed elsewhere.
        :raises RatsuError: the collection cannot be read or written."""
        from books.collection.editing import replaced
        from books.collection.game_collection import Collection
        from engine.pgn.reader import games_of

        with Collection(path) as collection:
            before = content_of(collection, self.number)
            if before is None or not self.holds(before):
                return None
            change = replaced(collection, self.number, games_of(text.encode())[0])
            after = content_of(collection, self.number) or b""
        return Saved(CollectedPlace.of(self.number, after), change)

    def added(self, path: Path, text: str) -> Saved:
        """Adds the game under a new number. :raises RatsuError: the collection cannot be written."""
        return added_to(path, text)

    def followed(self, path: Path, change: GamesUndo, saved: Game) -> RewrittenGame | None:
        """See `file_places.GamePlace`. :raises RatsuError: the collection cannot be read."""
        from books.collection.game_collection import Collection
        from engine.pgn.reader import games_of

        if not concerns(change, path, self.number):
            return None
        with Collection(path) as collection:
            content = content_of(collection, self.number)
            if content is None or self.holds(content):
                return None
            for number in sorted({*numbers_changed(change, path)} - {self.number}):
                moved = content_of(collection, number)
                if moved is not None and self.holds(moved):  # a chapter that has another place now
                    return rewritten(CollectedPlace.of(number, moved), saved, saved)
        return rewritten(CollectedPlace.of(self.number, content), saved, games_of(content)[0])


def content_of(collection: Collection, number: int) -> bytes | None:
    """The PGN of a game; None if it was deleted. :raises CollectionError: it cannot be read."""
    from books.collection.export import text_of

    return next((text_of(collection, game).encode() for game in collection.games([number])), None)


def added_to(path: Path, text: str) -> Saved:
    """Adds a game to a collection, which is made if missing. :raises RatsuError: it cannot be written."""
    from books.collection.game_collection import Collection
    from engine.pgn.reader import games_of

    change = added(path, games_of(text.encode())[:1])
    number = change.moved[0]
    with Collection(path) as collection:
        return Saved(CollectedPlace.of(number, content_of(collection, number) or b""), change)


def read_again(path: Path, place: GamePlace) -> FileGame:
    """The game of a place as it is now. :raises RatsuError: it was deleted, or the collection cannot be read."""
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        content = content_of(collection, place.number)
    if content is None:
        raise GameInputError("Game %1 was deleted from %2.", place.number, collection_name(path))
    return game_in(path, place.number, content)


def game_in(path: Path, number: int, content: bytes) -> FileGame:
    """A game of a collection, ready to be shown. `number`: in the collection."""
    from engine.pgn.reader import games_of
    from engine.pgn.recognise import best_reading

    game = best_reading(games_of(content, "collection")[0], content, file="collection")
    return FileGame(str(path), number, content, game, collected=True)


def place_of(found: FileGame) -> GamePlace:
    return (CollectedPlace if found.collected else FilePlace).of(found.number, found.content)


def place_from(text: str) -> GamePlace | None:
    """Reads the text of a place in a file or a collection; None for any other text."""
    return FilePlace.read(text) or CollectedPlace.read(text)
