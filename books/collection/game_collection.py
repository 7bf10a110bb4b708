"""Collections: games from PGN files in one SQLite file, safe against crashes and searched by header and position.

A `Collection` is the open file: transactions, the games by number, and the traits kept in memory. Importing is
`books.collection.imports`, searching `books.collection.search`.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from books.collection import schema
from books.store.typed import Shape
from engine.errors import RatsuError
from engine.pgn.postings import pack_traits
from engine.text import Text

BUSY_TIMEOUT_MS = 5000
RESULT_TOKENS = ("*", "1-0", "0-1", "1/2-1/2", "*", "0-0")  # by the number kept in the table
_GAME_COLUMNS = """games.id, white.name, black.name, events.name, events.site, games.round, games.date, games.result,
    games.white_elo, games.black_elo, games.eco, games.moves, games.start_fen, games.chess960"""
_GAME_TABLES = """games JOIN players AS white ON white.id = games.white JOIN players AS black ON black.id = games.black
    JOIN events ON events.id = games.event"""


class CollectionError(RatsuError):
    """A collection that cannot be opened, read or written; the message names the file and says what to do."""


class CollectedGame(NamedTuple):
    """A game as a collection keeps it: headers and main line. `moves` are core moves, 2 bytes each, little-endian."""

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


class Collection:
    """An open collection, for one thread. Close it when done, or use `with`."""

    def __init__(self, path: Path | str, create: bool = False) -> None:
        """Opens the file; with `create` it is made if it is not there.

        :raises CollectionError: if it is missing, no collection, damaged, from a newer Ratsu, or cannot be written.
        """
        self.path = Path(path)
        if not create and not self.path.exists():
            raise CollectionError("there is no collection %1; make one with `ratsu games import`", self.path)
        if self.path.exists() and not self.path.is_file():
            raise CollectionError("%1 is not a file, so no collection can be in it; choose another name", self.path)
        self._traits: bytes | None = None
        self._connection: sqlite3.Connection | None = None
        with self.errors():
            self._connection = sqlite3.connect(self.path, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        db = self.db
        db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        identity = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        empty = not version and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and identity != schema.APPLICATION_ID:
            raise CollectionError(
                "%1 is a database of another program, not a collection; choose another file", self.path
            )
        if version > schema.VERSION:
            raise CollectionError("%1 was written by a newer Ratsu; update the program", self.path)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON"):
            db.execute(f"PRAGMA {pragma}")
        if empty:
            script = f"PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = {schema.VERSION};"
            strict = sqlite3.sqlite_version_info >= schema.STRICT_SINCE
            tables = schema.TABLES if strict else schema.TABLES.replace(" STRICT;", ";")
            db.executescript(f"BEGIN IMMEDIATE; {tables} {script} COMMIT;")
        elif version < 1:
            raise self.damage_error(Text("its version is %1", version))

    @property
    def db(self) -> sqlite3.Connection:
        """The connection. :raises CollectionError: if the collection was closed."""
        if self._connection is None:
            raise CollectionError("%1 was closed", self.path)
        return self._connection

    def close(self) -> None:
        """Closes the file; harmless if it is closed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> "Collection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Turns what SQLite raises into words. :raises CollectionError: instead of sqlite3.Error."""
        try:
            yield
        except UnicodeDecodeError as error:
            raise self.damage_error(Text("its tables are described by no text")) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_NOTADB:
                raise CollectionError("%1 is not a collection; choose another file", self.path) from error
            if code == sqlite3.SQLITE_CORRUPT or "UTF-8" in str(error):
                raise self.damage_error(error) from error
            raise CollectionError("cannot use %1: %2", self.path, error) from error

    def damage_error(self, finding: Text | Exception) -> CollectionError:
        """The error of a collection with broken parts; `finding` says which."""
        return CollectionError(
            "%1 is damaged (%2); move it away and import its PGN files into a new collection", self.path, finding
        )

    def rows(self, shape: Shape, query: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of a SELECT, each compared with its shape. :raises CollectionError: if the file is damaged or unreadable."""
        with self.errors():
            for row in self.db.execute(query, values):
                fault = shape.fault(row)
                if fault:
                    raise self.damage_error(fault)
                yield row

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One change, all of it or nothing. :raises CollectionError: if it cannot be written."""
        with self.errors():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise
        self._traits = None

    def __len__(self) -> int:
        return int(next(self.rows(schema.NUMBER, "SELECT coalesce(max(id), 0) FROM games"))[0])

    def traits(self) -> bytes:
        """The traits of all games by number, 16 bytes each; number 0 is nobody's."""
        if self._traits is None:
            parts = [pack_traits(0, 0, 0, 0)]
            known = 1
            for first, data in self.rows(schema.TRAITS, "SELECT first_game, data FROM traits ORDER BY first_game"):
                if first != known:
                    raise self.damage_error(Text("table traits has game %1 where %2 should be", first, known))
                parts.append(data)
                known += len(data) // schema.TRAIT_BYTES
            self._traits = b"".join(parts)
        return self._traits

    def games(self, numbers: "list[int]") -> list[CollectedGame]:
        """Games by number, in the order asked for; numbers that are not there are left out."""
        found: dict[int, CollectedGame] = {}
        for start in range(0, len(numbers), 500):
            part = numbers[start : start + 500]
            marks = ", ".join("?" * len(part))
            for game in self.select(f"games.id IN ({marks})", part):
                found[game.id] = game
        return [found[number] for number in numbers if number in found]

    def select(self, condition: str, values: "list[int] | list[int | str]", limit: int = -1) -> Iterator[CollectedGame]:
        """Games that meet an SQL condition (made by this room, never by a user), ascending by number."""
        query = f"SELECT {_GAME_COLUMNS} FROM {_GAME_TABLES} WHERE {condition} ORDER BY games.id LIMIT ?"
        for row in self.rows(schema.GAMES, query, [*values, limit]):
            yield _game_of(row)


def _game_of(row: tuple[Any, ...]) -> CollectedGame:
    """The game of a row that has the shape `schema.GAMES`."""
    number, white, black, event, site, round_, date, result, white_elo, black_elo, eco, moves, fen, chess960 = row
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
    )
