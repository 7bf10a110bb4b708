"""Games found in a collection, as a list for the table of games, with the methods of a file's list.

The search gives numbers while it runs. Rows are read in pages on a worker's thread, each time with the collection opened.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.game_list import BLACK_ACCURACY, LABELS, WHITE_ACCURACY, FileGame
from engine.game.player_names import names_by_word, search_text
from engine.game.tags.order import in_order, sort_key
from engine.pgn.reader import games_of
from engine.pgn.recognise import best_reading

if TYPE_CHECKING:
    from books.collection.accuracies import Accuracies
    from books.collection.game_collection import CollectedGame
    from books.collection.query import Query
    from books.collection.retagging import TagEdit
    from books.collection.search import Numbers
    from books.collection.stored_games import StoredChange
    from books.explorer.counted import GameFilter
    from engine.pgn.values import PgnGame


_SHOWN_PAGES = 3  # of 128 games: those that a table shows
_PLACES = {"White": 0, "WhiteElo": 1, "Black": 2, "BlackElo": 3, "Result": 4, "Date": 5, "Event": 6, "Site": 7,
           "Round": 8, "ECO": 9, WHITE_ACCURACY: 10, BLACK_ACCURACY: 11, LABELS: 12}  # fmt: skip
_FIRST_OWN = 10  # of the columns that are not tags


class CollectedGames:
    """The games that a search found, given games, or those in the bin. `path` is empty, as they are not in one PGN file."""

    def __init__(
        self,
        collection: Path,
        query: Query,
        within: Sequence[int] | None = None,
        *,
        numbers: Numbers | None = None,
        binned: bool = False,
        choice: GameFilter | None = None,
    ) -> None:
        """`within`: the numbers of the games that are searched; None: all. `numbers`: the games to list in place of a
        search. `binned`: the deleted games are listed. `choice`: of what is found, what the explorer counts."""
        from books.collection.listing.game_rows import GameRows

        self.path = Path()
        self.collection = collection
        self.binned = binned
        self._query, self._within, self._numbers = query, within, numbers
        self._choice = choice
        self._given = numbers is not None  # those games and no others, whatever is added
        self._rows = GameRows(collection, table="bin" if binned else "games")
        self._shown: list[int] = []  # rows of pages that are read before the list is shown
        self._accuracies: dict[int, Accuracies] = {}
        self._labels: dict[int, tuple[str, ...]] = {}

    def load(self, progress: Callable[[int, int], bool] | None = None) -> Iterator[int]:
        """Runs the search, and yields the number of games found so far.
        :raises RatsuError: the collection cannot be read, or the query is not valid."""
        from books.collection.accuracies import accuracies
        from books.collection.editing import numbers_binned
        from books.collection.game_collection import Collection
        from books.collection.labels import labels_by_game
        from books.collection.search import numbers_found
        from books.explorer.explorer import counted

        with Collection(self.collection) as collection:
            self._accuracies, self._labels = accuracies(collection), labels_by_game(collection)
            if self.binned:
                self._rows.add(numbers_binned(collection))
            elif self._numbers is not None:
                self._rows.add(collection.present(self._numbers))  # one may be in the bin by now
            else:
                found = numbers_found(collection, self._query, progress, self._within)
                for numbers in found if self._choice is None else counted(collection, found, self._choice):
                    self._rows.add(numbers)
                    yield len(self)
            self._rows.read_pages(row for row in self._shown if row < len(self))
            yield len(self)

    def again(self, added: Sequence[int] = (), removed: Sequence[int] = (), path: Path | None = None) -> CollectedGames:
        """The same games, to be loaded as they are now, without those `removed` and with those `added`. The others stay in the
        list, whether or not they would still be found. `path`: the collection, if it was renamed."""
        numbers = self._rows.numbers or self._numbers or ()  # the latter before they are loaded
        if added or removed:
            gone = {*removed, *added}
            numbers = array("I", sorted([*(number for number in numbers if number not in gone), *added]))
        found = CollectedGames(
            path or self.collection, self._query, numbers=numbers, binned=self.binned, choice=self._choice
        )
        found._given = self._given
        found._shown = self._rows.in_memory()[-_SHOWN_PAGES:] or self._shown
        return found

    def grown(self) -> CollectedGames:
        """The same search, to be run again after games were added to the collection; of given games see `again`."""
        found = self.again()
        if not self._given:
            found._numbers = None
        return found

    def again_in_order(self, order: Sequence[int], renewed: CollectedGames) -> Sequence[int]:
        """The rows of `renewed` that show the same games as rows of this list, in the same order."""
        before, now = self._rows.numbers, renewed._rows.numbers
        if before == now:
            return order
        rows = {number: row for row, number in enumerate(now)}
        return array("I", (rows[before[row]] for row in order if before[row] in rows))

    def row_of(self, number: int) -> int | None:
        """The row of a game of the collection."""
        row = bisect_left(self._rows.numbers, number)
        return row if row < len(self) and self._rows.numbers[row] == number else None

    def number(self, row: int) -> int:
        return self._rows.numbers[row]

    def labels(self, row: int) -> tuple[str, ...]:
        return self._labels.get(self._rows.numbers[row], ())

    def __len__(self) -> int:
        return len(self._rows)

    def numbers(self, rows: Sequence[int]) -> Sequence[int]:
        """The numbers of games in the collection, ascending."""
        if rows == range(len(self._rows)):
            return self._rows.numbers
        return array("I", sorted(self._rows.numbers[row] for row in rows))

    def distinct(self, column: str) -> set[str]:
        """The different values of a column. :raises RatsuError: the collection cannot be read."""
        return self._rows.distinct(column)

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
        from books.collection.listing.game_rows import tags_of

        return (*tags_of(game), *self._own_texts(game.id))

    @property
    def labelled(self) -> bool:
        return bool(self._labels)

    @property
    def judged(self) -> bool:
        """Whether a review has found the accuracy of a game."""
        return bool(self._accuracies)

    def retagged(self, rows: Sequence[int], edit: TagEdit, go_on: Callable[[], bool]) -> StoredChange | None:
        """Changes the tags of games in the collection; see `books.collection.retagging`."""
        from books.collection.game_collection import Collection
        from books.collection.retagging import retagged

        with Collection(self.collection) as collection:
            return retagged(collection, [self._rows.game(row) for row in rows], edit, go_on)

    def content(self, row: int) -> bytes:
        """The game as PGN. :raises RatsuError: the collection cannot be read."""
        from books.collection.export import text_of
        from books.collection.game_collection import Collection

        with Collection(self.collection) as collection:
            return text_of(collection, self._rows.game(row)).encode()

    def game(self, row: int) -> PgnGame:
        content = self.content(row)
        return best_reading(games_of(content, "collection")[0], content, file="collection")

    def opened(self, row: int) -> FileGame:
        """The game, ready to be shown where it meets the query. :raises RatsuError: it cannot be read."""
        from books.collection.search import node_of
        from desktop.services.files.collected_place import game_in

        found = game_in(self.collection, self.number(row), self.content(row))
        return replace(found, node=node_of(self._query, self._rows.game(row), found.game).id)

    def matching(self, words: str) -> array[int]:
        """Rows in which every word occurs in a header. :raises RatsuError: the collection cannot be read."""
        if not words:
            return array("I", range(len(self)))
        if not self.binned:
            return self._rows.matching(words)
        asked, rows = words.split(), [self.row(row) for row in range(len(self))]
        texts = [search_text(" ".join(row)) for row in rows]
        kept = set(range(len(rows)))
        for word, names in zip(
            asked, names_by_word(asked, {row[side] for row in rows for side in (0, 2)}), strict=True
        ):
            kept = {at for at in kept if search_text(word) in texts[at] or not names.isdisjoint(rows[at][0:3:2])}
        return array("I", sorted(kept))

    def sorted(self, column: str, rows: Sequence[int], descending: bool = False) -> array[int]:
        """Rows sorted by the values of a column; equal ones keep their order.
        :raises RatsuError: the collection cannot be read."""
        place, key = _PLACES[column], sort_key(column)
        if not self.binned and place < _FIRST_OWN:
            return self._rows.sorted(column, rows, descending)
        return array("I", in_order(rows, lambda row: key(self._shown_at(row, place)), descending))

    def _shown_at(self, row: int, place: int) -> str:
        """The text of a column; those that other tables have are known without reading the game."""
        if place < _FIRST_OWN:
            return self.row(row)[place]
        return self._own_texts(self.number(row))[place - _FIRST_OWN]

    def _own_texts(self, number: int) -> tuple[str, str, str]:
        white, black = self._accuracies.get(number, (None, None))
        shown = ["" if one is None else f"{one:.1f}" for one in (white, black)]
        return shown[0], shown[1], ", ".join(self._labels.get(number, ()))
