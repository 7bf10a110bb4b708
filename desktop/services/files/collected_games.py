"""Games found in a collection, as a list that the table of games can show: the same manners as a file's list.

On the worker's thread everything but annotations is read at once; afterwards nothing of the collection is open.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.pgn.reader import games_of

if TYPE_CHECKING:
    from books.collection.game_collection import CollectedGame
    from books.collection.query import Query
    from engine.pgn.values import PgnGame

MOST_FOUND = 20_000  # games that a search shows
_PLACES = {"White": 0, "WhiteElo": 1, "Black": 2, "BlackElo": 3, "Result": 4, "Date": 5, "Event": 6, "Site": 7,
           "Round": 8, "ECO": 9}  # fmt: skip


class CollectedGames:
    """What a search has found. `path` is empty: these games lie in no PGN file."""

    def __init__(self, collection: Path, query: Query) -> None:
        self.path = Path()
        self._collection = collection
        self._query = query
        self._found: list[CollectedGame] = []

    def load(self, progress: Callable[[int, int], bool] | None = None) -> Iterator[int]:
        """Searches. :raises RatsuError: the collection cannot be read, or the query not be understood."""
        from books.collection.game_collection import Collection
        from books.collection.search import search

        with Collection(self._collection) as collection:
            self._found = search(collection, self._query, MOST_FOUND, progress)
        yield len(self)

    def __len__(self) -> int:
        return len(self._found)

    def close(self) -> None:
        """Nothing is open."""

    def check_unchanged(self) -> None:
        """Nothing changes: what was found is held in memory."""

    def row(self, row: int) -> tuple[str, ...]:
        """The headers of a game in the order of the table of games."""
        game = self._found[row]
        elos = [str(elo) if elo else "" for elo in (game.white_elo, game.black_elo)]
        names = (game.white, elos[0], game.black, elos[1], game.result)
        return (*names, game.date, game.event, game.site, game.round, game.eco)

    def content(self, row: int) -> bytes:
        """The game as PGN. :raises RatsuError: the collection cannot be read."""
        from books.collection.export import text_of
        from books.collection.game_collection import Collection

        with Collection(self._collection) as collection:
            return text_of(collection, self._found[row]).encode()

    def game(self, row: int) -> PgnGame:
        """The game as a tree."""
        return games_of(self.content(row), "collection")[0]

    def matching(self, words: str) -> array[int]:
        """Rows in which every word occurs, whatever its case."""
        wanted = words.casefold().split()
        texts = (" ".join(self.row(row)).casefold() for row in range(len(self)))
        return array("I", [row for row, text in enumerate(texts) if all(word in text for word in wanted)])

    def sorted(self, column: str, rows: Sequence[int], descending: bool = False) -> array[int]:
        """Rows sorted by a column; equal ones keep their order."""
        place = _PLACES[column]
        numbers = column.endswith("Elo")

        def key(row: int) -> tuple[int, str]:
            text = self.row(row)[place]
            return (int(text or 0), "") if numbers else (0, text.casefold())

        return array("I", sorted(rows, key=key, reverse=descending))
