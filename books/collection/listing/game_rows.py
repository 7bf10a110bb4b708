"""A list of a collection's games of any length: it holds their numbers, and reads rows in pages when they are shown."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock

from books.collection import schema
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection
from books.collection.query import Query
from books.collection.search import Numbers, numbers_found
from books.store.row_shapes import ANY_WHOLE, RowShape, optional
from books.store.row_shapes import TEXT as TEXT_TYPE
from engine.game.tags.order import EMPTY, sort_key
from engine.pgn.listing import rows_sorted
from engine.pgn.text.text_order import TextOrder

PAGE = 128  # games
_MOST_PAGES = 64  # in memory, about 8 MB
_AT_ONCE = 500  # games in one SQL statement
_FEW = 20  # a list of less than a twentieth of the games is read game by game
_SQL = {
    "White": "white",
    "Black": "black",
    "WhiteElo": "coalesce(white_elo, 0)",
    "BlackElo": "coalesce(black_elo, 0)",
    "Result": "result",
    "Event": "event",
    "Site": "event",
    "Date": "date",
    "Round": "round",
    "ECO": "eco",
}
_TEXTS = ("Date", "Round", "ECO")
_NUMBERED = RowShape("games", id=ANY_WHOLE, value=ANY_WHOLE)
_WRITTEN = RowShape("games", id=ANY_WHOLE, value=optional(TEXT_TYPE))
_NAMED = {
    "White": "SELECT id, name FROM players",
    "Black": "SELECT id, name FROM players",
    "Event": "SELECT id, name FROM events",
    "Site": "SELECT id, site FROM events",
}
_GONE = CollectedGame(0, "", "", "", "", "", "", "*", None, None, "", b"", None, False)


def tags_of(game: CollectedGame) -> tuple[str, ...]:
    """Returns the tags of a game in the order of `engine.pgn.index.COLUMNS`."""
    elos = [str(elo) if elo else "" for elo in (game.white_elo, game.black_elo)]
    names = (game.white, elos[0], game.black, elos[1], game.result)
    return (*names, game.date, game.event, game.site, game.round, game.eco)


def rows_with_titles(collection: Collection, games: Sequence[CollectedGame]) -> list[tuple[str, ...]]:
    """Returns the tags of games, and the titles of White and Black as further columns.
    :raises CollectionError: the collection cannot be read."""
    tags = collection.tags(sorted({number for game in games for number in game.more}))
    rows = []
    for game in games:
        own = dict(tags[number] for number in game.more if number in tags)
        rows.append((*tags_of(game), own.get("WhiteTitle", ""), own.get("BlackTitle", "")))
    return rows


class GameRows:
    """The rows of a list. Any thread may call its methods; only `known` never waits for the file."""

    def __init__(self, path: Path, numbers: Numbers = (), table: str = "games") -> None:
        """`numbers`: of the games, in the order of the list. `table`: `bin` for deleted games, which cannot be sorted or
        searched."""
        self.path, self._table = path, table
        self.numbers: Numbers = numbers
        self._pages: dict[int, list[CollectedGame]] = {}  # the page read last comes last
        self._lock = Lock()

    def add(self, numbers: Numbers) -> None:
        if not self.numbers:
            self.numbers = numbers if isinstance(numbers, range) else array("I", numbers)
            return
        known = self.numbers if isinstance(self.numbers, array) else array("I", self.numbers)
        known.extend(numbers)
        self.numbers = known

    def __len__(self) -> int:
        return len(self.numbers)

    def known(self, row: int) -> CollectedGame | None:
        page = self._pages.get(row // PAGE, ())
        return page[row % PAGE] if row % PAGE < len(page) else None

    def game(self, row: int) -> CollectedGame:
        """Returns a game, with its page if that is not in memory. A game that was deleted meanwhile has no names.
        :raises CollectionError: the collection cannot be read."""
        found = self.known(row)
        if found is None:
            with Collection(self.path) as collection:
                found = self._read(collection, row // PAGE)[row % PAGE]
        return found

    def read_pages(self, rows: Iterable[int]) -> None:
        """Reads the pages of some rows. :raises CollectionError: the collection cannot be read."""
        wanted = sorted({row // PAGE for row in rows if self.known(row) is None})
        if wanted:
            with Collection(self.path) as collection:
                for page in wanted:
                    self._read(collection, page)

    def in_memory(self) -> list[int]:
        """Returns the first row of each page in memory, the one read last at the end."""
        with self._lock:
            return [page * PAGE for page in self._pages]

    def games(self) -> Iterator[CollectedGame]:
        """Yields all games. :raises CollectionError: the collection cannot be read."""
        with Collection(self.path) as collection:
            for page in range(-(-len(self) // PAGE)):
                yield from self._read(collection, page)

    def forget(self) -> None:
        """Drops the pages, after games were changed."""
        with self._lock:
            self._pages.clear()

    def matching(self, words: str) -> "array[int]":
        """Returns the rows in which every word occurs in a header. :raises CollectionError: the collection cannot be
        read."""
        numbers = self.numbers[:]  # another thread may add some meanwhile
        rows = _rows_by_number(numbers)
        within = numbers if isinstance(numbers, range) else sorted(numbers)
        with Collection(self.path) as collection:
            pages = numbers_found(collection, Query(headers=words), within=within)
            return array("I", sorted(rows[number] - 1 for page in pages for number in page))

    def distinct(self, column: str) -> set[str]:
        """Returns the different values of a header. :raises CollectionError: the collection cannot be read."""
        with Collection(self.path) as collection:
            values = {value for _, value in _values(collection, self._table, self.numbers[:], column)}
            names = dict(collection.rows(schema.NAMES, _NAMED[column])) if column in _NAMED else {}
        return {_text(column, value, names) for value in values}

    def sorted(self, column: str, rows: Sequence[int], descending: bool = False) -> "array[int]":
        """Returns rows sorted by the values of a header, empty ones last; equal ones keep their order.
        :raises CollectionError: the collection cannot be read."""
        places: dict[object, int] = {}
        numbers = self.numbers[:]
        values = array("I", bytes(4 * len(numbers)))
        by_number = _rows_by_number(numbers)
        with Collection(self.path) as collection:
            for number, value in _values(collection, self._table, numbers, column):
                if number < len(by_number) and by_number[number]:
                    values[by_number[number] - 1] = places.setdefault(value, len(places))
            names = dict(collection.rows(schema.NAMES, _NAMED[column])) if column in _NAMED else {}
        texts = [_text(column, value, names) for value in places]
        return rows_sorted(values, TextOrder(sort_key(column), EMPTY).ranks(texts, descending), array("I", rows))

    def _read(self, collection: Collection, page: int) -> list[CollectedGame]:
        numbers = list(self.numbers[page * PAGE : (page + 1) * PAGE])
        found = {game.id: game for game in collection.games(numbers, self._table)}
        games = [found.get(number, _GONE) for number in numbers]
        with self._lock:
            self._pages.pop(page, None)
            self._pages[page] = games
            if len(self._pages) > _MOST_PAGES:
                del self._pages[next(iter(self._pages))]
        return games


def _values(collection: Collection, table: str, numbers: Numbers, column: str) -> Iterator[tuple[int, object]]:
    """Yields numbers of games with the stored value of a column, without reading their moves."""
    shape = _WRITTEN if column in _TEXTS else _NUMBERED
    select = f"SELECT id, {_SQL[column]} FROM {table}"
    if len(numbers) * _FEW >= len(collection):
        yield from collection.rows(shape, select)
        return
    for start in range(0, len(numbers), _AT_ONCE):
        part = list(numbers[start : start + _AT_ONCE])
        yield from collection.rows(shape, f"{select} WHERE id IN ({', '.join('?' * len(part))})", part)


def _rows_by_number(numbers: Numbers) -> "array[int]":
    """Returns by number of a game its row counted from 1; 0: it is not in the list."""
    if numbers == range(1, len(numbers) + 1):
        return array("I", range(len(numbers) + 1))
    rows = array("I", bytes(4 * (max(numbers, default=0) + 1)))
    for row, number in enumerate(numbers, 1):
        rows[number] = row
    return rows


def _text(column: str, value: object, names: dict[int, str]) -> str:
    if isinstance(value, int):
        if column in _NAMED:
            return names.get(value, "")
        return RESULT_TOKENS[value] if column == "Result" else str(value or "")
    return str(value or "")
