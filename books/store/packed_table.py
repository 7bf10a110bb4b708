"""The tables of a packed book: `packed` with the blocks (books.store.packed), `codes` with the codes of their fields,
`meta`.

Such a file has its own format number, so that an older program reports it as unreadable; it has no other tables.
"""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from books.entry import Flag, MoveRow
from books.errors import BookError, damaged
from books.store import packed
from books.store.row_shapes import ANY_WHOLE, BLOB, RowShape

VERSION = 4
PAGE_SIZE = 16_384  # bytes; a block has about 800, and on average half a block is lost at the end of each page
_TABLES = (
    "CREATE TABLE codes (field INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT",
    "CREATE TABLE packed (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT",
)
_CODES = RowShape("codes", data=BLOB)
_BLOCKS = RowShape("packed", key=ANY_WHOLE, data=BLOB)
_BEFORE = "SELECT key, data FROM packed WHERE key <= ? ORDER BY key DESC LIMIT 1"

Query = Callable[[str, Sequence[object], RowShape | None], list[tuple[Any, ...]]]


class PackedTable:
    """A packed book's positions. Its methods raise what `query` raises, and DamagedBookError."""

    def __init__(self, path: Path, query: Query, engine: str | None, second_engine: str | None) -> None:
        """`query` returns the rows of a SELECT in the book `path`. The engines are those whose values the book holds."""
        self._path, self._query = path, query
        codes = [data for (data,) in query("SELECT data FROM codes ORDER BY field", (), _CODES)]
        with self._errors():
            self._reader = packed.PackedReader(codes, packed.EngineNames(engine, second_engine))

    def find(self, key: int) -> packed.Page | None:
        """Returns a position and its moves; None if it is not in the book."""
        for first, data in self._query(_BEFORE, (key,), _BLOCKS):
            with self._errors():
                return self._reader.find(first, data, key)
        return None

    def pages(self, unsigned: bool = False) -> Iterator[packed.Page]:
        """Yields every position with its moves, by signed (or unsigned) key."""
        for condition in ("WHERE key >= 0", "WHERE key < 0") if unsigned else ("",):
            for first, data in self._query(f"SELECT key, data FROM packed {condition} ORDER BY key", (), _BLOCKS):
                with self._errors():
                    yield from self._reader.all(first, data)

    def rows(self, unsigned: bool) -> Iterator[MoveRow]:
        """Yields every move, by signed (or unsigned) key, then code."""
        for _, rows in self.pages(unsigned):
            yield from sorted(rows, key=lambda row: row.move)

    @cached_property
    def counts(self) -> tuple[int, Counter[Flag]]:
        """Number of positions with a move, and of moves of each flag. Counted once, because the file never changes."""
        positions, flags = 0, Counter[Flag]()
        for _, rows in self.pages():
            positions += bool(rows)
            flags.update([row.flag for row in rows])
        return positions, flags

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except packed.DamagedError as error:
            raise damaged(self._path, error.text) from error


def refuse_old(path: Path, connection: sqlite3.Connection) -> None:
    """Rejects a format-3 book with positions in an obsolete packed form. :raises BookError: it is one."""
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'packed'").fetchone()
    if there and connection.execute("SELECT 1 FROM packed LIMIT 1").fetchone():
        raise BookError("The book %1 is packed in an older format. Rebuild it with “ratsu train book”.", path)


def write(connection: sqlite3.Connection, pages: Iterable[packed.Page]) -> None:
    """Makes a new book a packed one, inside a transaction."""
    codes, blocks = packed.pack(pages)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'meta' AND name NOT LIKE 'sqlite%'"
    ).fetchall():
        connection.execute(f"DROP TABLE {name}")
    for table in _TABLES:
        connection.execute(table)
    connection.executemany("INSERT INTO codes VALUES (?, ?)", enumerate(codes))
    connection.executemany("INSERT INTO packed VALUES (?, ?)", blocks)
    connection.execute(f"PRAGMA user_version = {VERSION}")
