"""Collections: games from PGN files in one SQLite file, crash-safe and searched by header and position.

A `Collection` is the open file: transactions, games by number, and the traits in memory. Neighbours:
`books.collection.importing.imports`, `books.collection.search`.
"""

import contextlib
import sqlite3
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from books.collection import schema
from books.collection.making import make_tables, upgrade
from books.collection.schema import RESULT_TOKENS as RESULT_TOKENS
from books.store.connecting import execute_waiting
from books.store.row_shapes import RowShape
from engine.ground.errors import RatsuError
from engine.ground.files import make_private, opened
from engine.ground.sqlite_handles import OpenMark, direct_access
from engine.ground.text import Text
from engine.ground.write_targets import found_at

BUSY_TIMEOUT_MS = 5000
MOST_TEXT = 64 << 20  # limit in bytes for one game; the readers accept 16 MB
_GAME_COLUMNS = """games.id, white.name, black.name, events.name, events.site, games.round, games.date, games.result,
    games.white_elo, games.black_elo, games.eco, games.moves, games.start_fen, games.chess960, games.more,
    EXISTS (SELECT 1 FROM texts WHERE texts.game = games.id)"""
_GAME_TABLES = """games JOIN players AS white ON white.id = games.white JOIN players AS black ON black.id = games.black
    JOIN events ON events.id = games.event"""


T = TypeVar("T")
_SQLITE = b"SQLite format 3\0"


def is_collection(path: Path) -> bool:
    """Whether a file is a database, and so not PGN. :raises OSError: it cannot be read."""
    with direct_access(path) as free:
        if not free:
            return True
        with opened(path) as file:
            return file.read(len(_SQLITE)) == _SQLITE


class CollectionError(RatsuError):
    """A collection that cannot be opened, read or written; the message names the file and what to do."""


class CollectedGame(NamedTuple):
    """A game as a list shows it. `moves` are core moves, 2 bytes each, little-endian. `more` are the numbers of its
    other tags (`Collection.tags`). If `annotated`, the whole game is in `Collection.text`."""

    id: int
    white: str
    black: str
    event: str
    site: str
    round: str
    date: str
    result: str
    white_elo: int | None
    black_elo: int | None
    eco: str
    moves: bytes
    start_fen: str | None
    chess960: bool
    more: tuple[int, ...] = ()
    annotated: bool = False


class Collection:
    """An open collection, for one thread. A context manager, or call `close`."""

    def __init__(self, path: Path | str, create: bool = False) -> None:
        """Opens the file; `create` makes it if missing, with its folder.
        :raises CollectionError: the file is missing, not a collection, damaged, from a newer Ratsu, or read-only."""
        self.path = Path(path)
        with self.errors():
            if found_at(self.path) is None and not create:
                raise CollectionError(
                    "the collection %1 does not exist; create it with `ratsu games import`", self.path
                )
        self._read: dict[str, Any] = {}  # parts of the file, by name
        self._read_at = 0  # PRAGMA data_version
        self._asked: list[set[int]] = []
        self._writing = False
        self._connection: sqlite3.Connection | None = None
        if create:
            with contextlib.suppress(OSError):  # opening the file meets the same fault, and names it
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self.errors():
            self._hold = OpenMark(self.path, make_private)
            try:
                self._connection = sqlite3.connect(self.path, isolation_level=None)
                self._prepare()
            except BaseException:
                self.close()
                raise

    def _prepare(self) -> None:
        db = self.db
        db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        db.execute("BEGIN")  # one snapshot: another program may be creating it now
        identity = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        empty = not version and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        db.execute("COMMIT")
        if not empty and identity != schema.APPLICATION_ID:
            raise CollectionError(
                "%1 is a database of another program, not a collection; choose another file", self.path
            )
        if version > schema.VERSION:
            raise CollectionError("%1 was written by a newer Ratsu; update the program", self.path)
        db.create_function("has_tag", 2, self._has_tag)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON"):
            execute_waiting(db, f"PRAGMA {pragma}")  # the journal mode changes only while no other connection is active
        if empty:
            make_tables(db)
        elif version < 1:
            raise self.damage_error(Text("its version is %1", version))
        elif version < schema.VERSION:
            try:
                upgrade(db, self.path, version)
            except (OSError, sqlite3.Error) as error:
                raise CollectionError(
                    "%1 is from an older Ratsu and cannot be upgraded (%2); free some disk space and open it again",
                    self.path,
                    error,
                ) from error

    @property
    def db(self) -> sqlite3.Connection:
        """The connection. :raises CollectionError: the collection was closed."""
        if self._connection is None:
            raise CollectionError("%1 was closed", self.path)
        return self._connection

    def close(self) -> None:
        """Closes the file. Idempotent."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._hold.end()

    def __enter__(self) -> "Collection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Turns SQLite's errors into plain words. :raises CollectionError: instead of OSError, sqlite3.Error."""
        try:
            yield
        except UnicodeDecodeError as error:
            raise self.damage_error(Text("its table definitions are not text")) from error
        except OSError as error:
            raise CollectionError("cannot use %1: %2", self.path, error) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_NOTADB:
                raise CollectionError("%1 is not a collection; choose another file", self.path) from error
            if code == sqlite3.SQLITE_CORRUPT or "UTF-8" in str(error):
                raise self.damage_error(error) from error
            raise CollectionError("cannot use %1: %2", self.path, error) from error

    def damage_error(self, finding: Text | Exception) -> CollectionError:
        """Returns the error for a collection with broken parts; `finding` says which."""
        return CollectionError(
            "%1 is damaged (%2); move it away and import its PGN files into a new collection", self.path, finding
        )

    def rows(self, shape: RowShape, query: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a SELECT, each checked against its shape.
        :raises CollectionError: the file is damaged or unreadable."""
        with self.errors():
            for row in self.db.execute(query, values):
                fault = shape.fault(row)
                if fault:
                    raise self.damage_error(fault)
                yield row

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed at the end of the block, rolled back after an error. One inside another belongs to
        it.
        :raises CollectionError: it cannot be written."""
        if self._writing:
            try:
                yield self.db
            finally:
                self._read.clear()
            return
        with self.errors():
            self.db.execute("BEGIN IMMEDIATE")
            self._writing = True
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise
            finally:
                self._writing = False
                self._read.clear()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read in the block is of one state of the file, whatever other programs write meanwhile.
        :raises CollectionError: it cannot be read."""
        if self.db.in_transaction:
            yield
            return
        with self.errors():
            self.db.execute("BEGIN")
            try:
                yield
            finally:
                self.db.rollback()

    def cached(self, name: str, read: Callable[[], T]) -> T:
        """Returns what `read` gets from the file; it is read again only after the file was changed.
        :raises CollectionError: the file cannot be read."""
        with self.errors():
            version = self.db.execute("PRAGMA data_version").fetchone()[0]  # counts the changes of other connections
        if version != self._read_at:
            self._read.clear()
            self._read_at = version
        if name not in self._read:
            self._read[name] = read()
        found: T = self._read[name]
        return found

    def __len__(self) -> int:
        return int(next(self.rows(schema.NUMBER, "SELECT coalesce(sum(games), 0) FROM runs"))[0])

    @property
    def last(self) -> int:
        """The highest number that a game has or had; 0 in an empty collection."""
        query = "SELECT first_game, length(data) FROM traits ORDER BY first_game DESC LIMIT 1"
        for first, size in self.rows(schema.LAST, query):
            return int(first + size // schema.TRAIT_BYTES - 1)
        return 0

    def numbers(self) -> "range | array[int]":
        """Returns the numbers of all games, ascending."""
        gone = self._gone()
        if not gone:
            return range(1, self.last + 1)
        found = array("I")
        for before, after in pairwise([0, *gone, self.last + 1]):
            found.extend(range(before + 1, after))
        return found

    def present(self, numbers: Sequence[int]) -> Sequence[int]:
        """Returns the numbers of these games that are in the collection, and not in its bin or gone for ever."""
        gone = frozenset(self._gone())
        return array("I", (number for number in numbers if number not in gone)) if gone else numbers

    def _gone(self) -> list[int]:
        """The numbers of games in the bin or gone for ever, ascending."""
        query = "SELECT game FROM homes WHERE run <= 0 ORDER BY game"
        return [row[0] for row in self.rows(schema.NUMBER, query)]

    def traits(self) -> bytes:
        """Returns the traits of all games by number, 16 bytes each; number 0 is unused. Deleted games have some too."""
        return self.cached("traits", self._all_traits)

    def _all_traits(self) -> bytes:
        return b"".join(
            [bytes(schema.TRAIT_BYTES), *(data for _, data in self.packed(schema.TRAITS, schema.TRAIT_BYTES))]
        )

    def packed(self, shape: RowShape, size: int) -> Iterator[tuple[int, bytes]]:
        """Yields what a table packs of all games, `size` bytes each: the number of a first game, and the bytes of the games
        from there on. :raises CollectionError: the table is damaged."""
        known = 1
        for first, data in self.rows(shape, f"SELECT first_game, data FROM {shape.table} ORDER BY first_game"):
            if first != known:
                raise self.damage_error(Text("table %1 has game %2 in place of %3", shape.table, first, known))
            yield first, data
            known += len(data) // size

    def games(self, numbers: "list[int]", table: str = "games") -> list[CollectedGame]:
        """Returns games by number, in the order asked for; unknown numbers are left out. `table`: `games` or `bin`."""
        found: dict[int, CollectedGame] = {}
        for start in range(0, len(numbers), 500):
            part = numbers[start : start + 500]
            marks = ", ".join("?" * len(part))
            for game in self.select(f"games.id IN ({marks})", part, table=table):
                found[game.id] = game
        return [found[number] for number in numbers if number in found]

    def tags(self, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
        found: dict[int, tuple[str, str]] = {}
        for start in range(0, len(numbers), 500):
            part = numbers[start : start + 500]
            marks = ", ".join("?" * len(part))
            for number, name, value in self.rows(
                schema.TAGS, f"SELECT id, name, value FROM tags WHERE id IN ({marks})", part
            ):
                found[number] = (name, value)
        return found

    def knows_tag(self, name: str) -> bool:
        """Whether any game has a tag of this name (in small letters) without a column of its own."""
        return any(True for _ in self.rows(schema.NAME, "SELECT 1 FROM tags WHERE lower(name) = ? LIMIT 1", (name,)))

    def tags_like(self, name: str, pattern: str) -> set[int]:
        """Returns the tags of this name (empty: any) whose folded value matches an SQL pattern."""
        query = "SELECT id, name, value FROM tags WHERE folded LIKE ? ESCAPE '\\' AND (? = '' OR lower(name) = ?)"
        return {row[0] for row in self.rows(schema.TAGS, query, (pattern, name, name))}

    def remember(self, tags: set[int]) -> int:
        """Registers a set of tags for the SQL function `has_tag`. Returns its number, valid while the collection is
        open."""
        self._asked.append(tags)
        return len(self._asked) - 1

    def _has_tag(self, more: object, asked: int) -> bool:
        return isinstance(more, bytes) and len(more) % 4 == 0 and not self._asked[asked].isdisjoint(array("I", more))

    def text(self, number: int) -> bytes | None:
        """Returns the original bytes of an annotated game; None if its moves and tags are complete.
        :raises CollectionError: they are damaged."""
        for (data,) in self.rows(schema.TEXTS, "SELECT data FROM texts WHERE game = ?", (number,)):
            unpacking = zlib.decompressobj()
            try:
                text = unpacking.decompress(data, MOST_TEXT)
            except zlib.error as error:
                raise self.damage_error(Text("the text of game %1: %2", number, error)) from error
            if not unpacking.eof:
                raise self.damage_error(Text("the text of game %1 has no end", number))
            return text
        return None

    def select(
        self, condition: str, values: "list[int] | list[int | str]", limit: int = -1, table: str = "games"
    ) -> Iterator[CollectedGame]:
        """Yields games that meet an SQL condition (made by this room, never by a user), ascending by number."""
        query = f"SELECT {_GAME_COLUMNS} FROM {table} AS {_GAME_TABLES} WHERE {condition} ORDER BY games.id LIMIT ?"
        for row in self.rows(schema.GAMES, query, [*values, limit]):
            yield _game_of(row)


def _game_of(row: tuple[Any, ...]) -> CollectedGame:
    """Returns the game of a row with the shape `schema.GAMES`."""
    (
        number,
        white,
        black,
        event,
        site,
        round_,
        date,
        result,
        white_elo,
        black_elo,
        eco,
        moves,
        fen,
        chess960,
        more,
        annotated,
    ) = row
    return CollectedGame(
        number,
        white,
        black,
        event,
        site,
        round_ or "?",
        date or "????.??.??",
        RESULT_TOKENS[result],
        white_elo or None,
        black_elo or None,
        eco or "",
        moves,
        fen or None,
        bool(chess960),
        tuple(array("I", more)) if more else (),
        bool(annotated),
    )
