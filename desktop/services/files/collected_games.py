"""Games found in a collection, as a list for the table of games, with the methods of a file's list.

The search gives numbers while it runs. Rows are read in pages on a worker's thread, each time with the collection opened.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.game_list import BLACK_ACCURACY, WHITE_ACCURACY
from engine.pgn.reader import games_of
from engine.pgn.recognise import best_reading

if TYPE_CHECKING:
    from books.collection.accuracies import Accuracies
    from books.collection.editing import StoredChange
    from books.collection.game_collection import CollectedGame
    from books.collection.query import Query
    from engine.pgn.edit import HeaderEdit
    from engine.pgn.values import PgnGame


class CollectedGames:
    """The games that a search found. `path` is empty, as they are not in one PGN file."""

    def __init__(self, collection: Path, query: Query, within: Sequence[int] | None = None) -> None:
        """`within`: the numbers of the games that are searched; None: all."""
        from books.collection.listing.game_rows import GameRows

        self.path = Path()
        self.collection = collection
        self._query, self._within = query, within
        self._rows = GameRows(collection)
        self._accuracies: dict[int, Accuracies] = {}

    def load(self, progress: Callable[[int, int], bool] | None = None) -> Iterator[int]:
        """Runs the search, and yields the number of games found so far.
        :raises RatsuError: the collection cannot be read, or the query is not valid."""
        from books.collection.accuracies import accuracies
        from books.collection.game_collection import Collection
        from books.collection.search import numbers_found

        with Collection(self.collection) as collection:
            self._accuracies = accuracies(collection)
            for numbers in numbers_found(collection, self._query, progress, self._within):
                self._rows.add(numbers)
                yield len(self)

    def __len__(self) -> int:
        return len(self._rows)

    def numbers(self, rows: Sequence[int]) -> Sequence[int]:
        """The numbers of games in the collection, ascending."""
        if rows == range(len(self._rows)):
            return self._rows.numbers
        return array("I", sorted(self._rows.numbers[row] for row in rows))

    def close(self) -> None:
        """Does nothing: no file is open."""

    def check_unchanged(self) -> None:
        """Does nothing: the found games are held in memory."""

    def row(self, row: int) -> tuple[str, ...]:
        """The headers of a game in the order of the table of games, and the accuracies that reviews have found.
        :raises RatsuError: the collection cannot be read."""
        return self._texts(self._rows.game(row))

    def known(self, row: int) -> tuple[str, ...] | None:
        """The same if it is in memory; never waits for the file."""
        game = self._rows.known(row)
        return None if game is None else self._texts(game)

    def read_pages(self, rows: Sequence[int]) -> None:
        """Reads the pages of some rows into memory. :raises RatsuError: the collection cannot be read."""
        self._rows.read_pages(rows)

    def stored(self, rows: Sequence[int] | None = None) -> Iterator[CollectedGame]:
        """Yields some games, or all, as the collection stores them. :raises RatsuError: it cannot be read."""
        return self._rows.games() if rows is None else map(self._rows.game, rows)

    def _texts(self, game: CollectedGame) -> tuple[str, ...]:
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
            change = retagged(collection, [self._rows.game(row) for row in rows], edit, go_on)
        self.refresh()
        return change

    def refresh(self) -> None:
        """Reads the games again after a change of the collection."""
        self._rows.forget()

    def content(self, row: int) -> bytes:
        """The game as PGN. :raises RatsuError: the collection cannot be read."""
        from books.collection.export import text_of
        from books.collection.game_collection import Collection

        with Collection(self.collection) as collection:
            return text_of(collection, self._rows.game(row)).encode()

    def game(self, row: int) -> PgnGame:
        """The game as a tree."""
        content = self.content(row)
        return best_reading(games_of(content, "collection")[0], content, file="collection")

    def ply(self, row: int) -> int:
        """The ply at which the shown game meets the query; 0 if the query asked for tags only."""
        from books.collection.search import ply_of

        return ply_of(self._query, self._rows.game(row))

    def matching(self, words: str) -> array[int]:
        """Rows in which every word occurs in a header. :raises RatsuError: the collection cannot be read."""
        return self._rows.matching(words) if words else array("I", range(len(self)))

    def sorted(self, column: str, rows: Sequence[int], descending: bool = False) -> array[int]:
        """Rows sorted by the values of a column; equal ones keep their order.
        :raises RatsuError: the collection cannot be read."""
        accuracy = {WHITE_ACCURACY: 0, BLACK_ACCURACY: 1}.get(column)
        if accuracy is None:
            return self._rows.sorted(column, rows, descending)

        def reached(row: int) -> float:
            return self._accuracies.get(self._rows.numbers[row], (None, None))[accuracy] or 0

        return array("I", sorted(rows, key=reached, reverse=descending))
