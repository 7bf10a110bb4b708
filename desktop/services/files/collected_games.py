"""Games found in a collection, as a list for the table of games, with the methods of a file's list.

Everything except annotations is read at once on the worker's thread; afterwards no file of the collection is open.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.game_list import BLACK_ACCURACY, WHITE_ACCURACY
from engine.game.player_names import search_text, spellings
from engine.game.tags.order import sort_key
from engine.pgn.reader import games_of
from engine.pgn.recognise import best_reading

if TYPE_CHECKING:
    from books.collection.accuracies import Accuracies
    from books.collection.editing import StoredChange
    from books.collection.game_collection import CollectedGame
    from books.collection.query import Query
    from engine.pgn.edit import HeaderEdit
    from engine.pgn.values import PgnGame

MOST_FOUND = 20_000  # games that a search shows
_PLACES = {"White": 0, "WhiteElo": 1, "Black": 2, "BlackElo": 3, "Result": 4, "Date": 5, "Event": 6, "Site": 7,
           "Round": 8, "ECO": 9, WHITE_ACCURACY: 10, BLACK_ACCURACY: 11}  # fmt: skip


class CollectedGames:
    """The games that a search found. `path` is empty, as they are not in one PGN file."""

    def __init__(self, collection: Path, query: Query) -> None:
        self.path = Path()
        self.collection = collection
        self._query = query
        self._found: list[CollectedGame] = []
        self._accuracies: dict[int, Accuracies] = {}

    def load(self, progress: Callable[[int, int], bool] | None = None) -> Iterator[int]:
        """Runs the search. :raises RatsuError: the collection cannot be read, or the query is not valid."""
        from books.collection.accuracies import accuracies
        from books.collection.game_collection import Collection
        from books.collection.search import search

        with Collection(self.collection) as collection:
            self._found = search(collection, self._query, MOST_FOUND, progress)
            self._accuracies = accuracies(collection)
        yield len(self)

    def __len__(self) -> int:
        return len(self._found)

    def close(self) -> None:
        """Does nothing: no file is open."""

    def check_unchanged(self) -> None:
        """Does nothing: the found games are held in memory."""

    def row(self, row: int) -> tuple[str, ...]:
        """The headers of a game in the order of the table of games, and the accuracies that reviews have found."""
        game = self._found[row]
        elos = [str(elo) if elo else "" for elo in (game.white_elo, game.black_elo)]
        names = (game.white, elos[0], game.black, elos[1], game.result)
        both = self._accuracies.get(game.id, (None, None))
        shown = ("" if one is None else f"{one:.1f}" for one in both)
        return (*names, game.date, game.event, game.site, game.round, game.eco, *shown)

    @property
    def judged(self) -> bool:
        """Whether a review has found the accuracy of a game."""
        return bool(self._accuracies)

    def retagged(self, rows: Sequence[int], edit: HeaderEdit, go_on: Callable[[], bool]) -> StoredChange | None:
        """Changes the tags of games in the collection; see `books.collection.retagging`. They stay in the list, whether or not
        they would still be found."""
        from books.collection.game_collection import Collection
        from books.collection.retagging import retagged

        with Collection(self.collection) as collection:
            change = retagged(collection, [self._found[row] for row in rows], edit, go_on)
        self.refresh()
        return change

    def refresh(self) -> None:
        """Reads the found games again by their numbers."""
        from books.collection.game_collection import Collection

        with Collection(self.collection) as collection:
            self._found = collection.games([game.id for game in self._found])

    def content(self, row: int) -> bytes:
        """The game as PGN. :raises RatsuError: the collection cannot be read."""
        from books.collection.export import text_of
        from books.collection.game_collection import Collection

        with Collection(self.collection) as collection:
            return text_of(collection, self._found[row]).encode()

    def game(self, row: int) -> PgnGame:
        """The game as a tree."""
        content = self.content(row)
        return best_reading(games_of(content, "collection")[0], content, file="collection")

    def ply(self, row: int) -> int:
        """The ply at which the shown game meets the query; 0 if the query asked for tags only."""
        from books.collection.search import ply_of

        return ply_of(self._query, self._found[row])

    def matching(self, words: str) -> array[int]:
        """Rows in which every word occurs, whatever its case and accents."""
        wanted = [spellings(word) for word in words.split()]
        texts = (search_text(" ".join(self.row(row))) for row in range(len(self)))
        found = (row for row, text in enumerate(texts) if all(any(map(text.__contains__, forms)) for forms in wanted))
        return array("I", found)

    def sorted(self, column: str, rows: Sequence[int], descending: bool = False) -> array[int]:
        """Rows sorted by the values of a column; equal ones keep their order."""
        place, key = _PLACES[column], sort_key(column)
        return array("I", sorted(rows, key=lambda row: key(self.row(row)[place]), reverse=descending))
