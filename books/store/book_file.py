"""One book file: an SQLite database that survives crashes, power loss and a second program.

WAL and synchronous=FULL for the books that are written; every write is one BEGIN IMMEDIATE transaction. The shipped
book is opened immutable (WAL fails in a folder that cannot be written). Each thread has a connection of its own, so a
BookFile may be shared between threads.
"""

import contextlib
import random
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from books.entry import FLAG_OF, MoveRow, PositionRow
from books.errors import (
    SQLITE_FAULTS,
    BookError,
    BookMissingError,
    DamagedBookError,
    NewerBookError,
    NotABookError,
    ReadOnlyBookError,
    damaged,
    from_sqlite,
)
from books.store import schema, upgrade
from books.store.typed import TEXT, Shape
from engine.files import opened
from engine.text import Text, plain

BUSY_TIMEOUT_MS = 5000
WAIT_S = 20.0  # how long a change, or a look that SQLite gave up, waits its turn while other programs write
JOURNAL = "WAL"  # where it is impossible (network folders) SQLite stays with DELETE, which is as safe, but slower
_META = Shape("meta", value=TEXT)
_HEADER = b"SQLite format 3\0"
_PUT_ROW = f"INSERT OR REPLACE INTO moves ({schema.MOVE_COLUMNS}) VALUES ({', '.join('?' * len(MoveRow._fields))})"


class Access(Enum):
    """How a book file is opened."""

    WRITE = "write"  # created if missing
    READ = "read"
    IMMUTABLE = "immutable"  # nobody changes the file while it is open: the shipped book


class BookFile:
    """A book file. Safe to share between threads; close it when done (or use `with`)."""

    def __init__(self, path: Path, access: Access = Access.WRITE) -> None:
        """Opens (and for WRITE creates) the book.

        :raises BookError: of the kind that fits (missing, not a book, damaged, newer, read-only, disk, busy).
        """
        self.path = path
        self.access = access
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._columns = schema.MOVE_COLUMNS
        self._chosen: set[tuple[int, int]] = set()  # in a file of format 1: blanks that somebody chose
        _check_header(path, access)
        with self._errors():
            self._connection()
            self._upgrade()
        self._select_rows = f"SELECT {self._columns} FROM moves WHERE key = ?"

    def __enter__(self) -> "BookFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def writable(self) -> bool:
        """Whether changes can be made."""
        return self.access is Access.WRITE

    def close(self) -> None:
        """Closes the connections of all threads; the file is whole on disk afterwards. Idempotent."""
        with self._guard:
            for connection in self._connections:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._connections.clear()
            self._local = threading.local()

    # Reading

    def rows(self, key: int) -> list[MoveRow]:
        """All moves known in a position (signed key), in no special order."""
        try:  # not `_select`: this is the hot path, a context manager would cost a fifth of it
            found = self._connection().execute(self._select_rows, (key,)).fetchall()
        except SQLITE_FAULTS as error:
            if not _is_busy(error):
                raise from_sqlite(error, self.path) from error
            found = self.query(self._select_rows, (key,))
        return [self.row_of(values) for values in found] if found else []

    def row(self, key: int, move: int) -> MoveRow | None:
        """One move of a position, or None."""
        found = self.query(f"{self._select_rows} AND move = ?", (key, move))
        return self.row_of(found[0]) if found else None

    def position(self, key: int) -> PositionRow | None:
        """The comment and forced move of a position, or None if it has neither."""
        found = self.query("SELECT key, comment, forced FROM positions WHERE key = ?", (key,), schema.POSITIONS)
        return PositionRow(*found[0]) if found else None

    def comments(self) -> list[tuple[int, str]]:
        """Every comment on a position, with its key."""
        sql = "SELECT key, comment, forced FROM positions WHERE comment IS NOT NULL ORDER BY key"
        return [(key, comment) for key, comment, _ in self.query(sql, (), schema.POSITIONS)]

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """Every row, by signed key (or in the order of unsigned keys, as Polyglot sorts), then move."""
        for condition in ("WHERE key >= 0", "WHERE key < 0") if unsigned else ("",):
            with self._errors():
                sql = f"SELECT {self._columns} FROM moves {condition} ORDER BY key, move"
                for values in self._select(sql):
                    yield self.row_of(values)

    def count(self) -> int:
        """Number of (position, move) rows."""
        return int(self.query("SELECT count(*) FROM moves")[0][0])

    def query(self, sql: str, values: Sequence[object] = (), shape: Shape | None = None) -> list[tuple[Any, ...]]:
        """Rows of a SELECT. SQL is written only inside this package.

        :raises DamagedBookError: where a row has not the `shape` that its columns must have.
        """
        with self._errors():
            found = self._select(sql, values).fetchall()
        if shape is not None:
            for row in found:
                self.check(shape, row)
        return found

    def check(self, shape: Shape, values: Sequence[object]) -> None:
        """:raises DamagedBookError: where a row of this file has not the shape that its columns must have."""
        fault = shape.fault(values)
        if fault:
            raise damaged(self.path, fault)

    def meta(self, name: str) -> str | None:
        """A named property of the book (title, licence, how it was built), or None."""
        found = self.query("SELECT value FROM meta WHERE name = ?", (name,), _META)
        return str(found[0][0]) if found else None

    def check_integrity(self) -> None:
        """Reads the whole file. Raises DamagedBookError if anything in it is broken."""
        answers = self.query("PRAGMA integrity_check(3)")
        if answers != [("ok",)]:
            raise damaged(self.path, plain(answers[0][0]))

    def row_of(self, values: tuple[Any, ...]) -> MoveRow:
        """The row of the columns `schema.MOVE_COLUMNS`. Raises DamagedBookError."""
        fault = schema.MOVES.fault(values)
        if fault:
            raise damaged(self.path, fault)
        row = MoveRow(values[0], values[1], FLAG_OF[values[2]], *values[3:])
        return row._replace(inherits=0) if self._chosen and (row.key, row.move) in self._chosen else row

    # Writing

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: committed and on disk when the block ends, rolled back if it raises.

        :raises ReadOnlyBookError: if the book was not opened for writing; BookDiskError, BookBusyError as they happen.
        """
        if not self.writable:
            raise ReadOnlyBookError(
                "The book %1 is open for reading only. Copy it to your own books to change it.", self.path
            )
        with self._errors():
            connection = self._connection()
            _patiently(connection, "BEGIN IMMEDIATE")
            try:
                yield connection
                _patiently(connection, "COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # some errors have rolled back already
                    connection.execute("ROLLBACK")
                raise

    def put_rows(self, rows: Iterable[MoveRow]) -> None:
        """Writes rows in one transaction, without a journal: for books that are built, not edited."""
        with self.transaction() as connection:
            connection.executemany(_PUT_ROW, rows)

    def put_comments(self, comments: Iterable[tuple[int, str]]) -> None:
        """Writes comments on positions, like `put_rows`."""
        with self.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO positions (key, comment) VALUES (?, ?)", comments)

    def put_meta(self, name: str, value: str) -> None:
        """Sets a named property."""
        with self.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def relax(self) -> None:
        """For a file that is being built and is thrown away if that fails: writes wait for no disk until `seal`."""
        with self._errors():
            self._connection().execute("PRAGMA synchronous = OFF")

    def seal(self) -> None:
        """Makes a built book fit to be shipped: no WAL, no free pages, on the disk. Close it afterwards."""
        with self._errors():
            self._connection().execute("PRAGMA synchronous = FULL")
            self._connection().execute("PRAGMA journal_mode = DELETE")
            self._connection().execute("VACUUM")

    def backup_to(self, target: Path) -> None:
        """Copies the live book to `target`: beside, synced, renamed. Old or new file, never a half one."""
        with self._errors():
            upgrade.copy_database(self._connection(), target)

    # Inside

    def _select(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Begins a SELECT; where SQLite has waited in vain for a program that writes, patiently."""
        connection = self._connection()
        try:
            return connection.execute(sql, values)
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
            return _patiently(connection, sql, values)

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = _connect(self.path, self.access)
            with self._guard:
                self._connections.append(connection)
        return connection

    def _upgrade(self) -> None:
        try:
            self._bring_up_to_date()
        except (
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
        ) as error:  # what the journal of an old file may hold
            raise damaged(self.path, error) from error

    def _bring_up_to_date(self) -> None:
        version = self._version()
        if version > schema.VERSION:
            raise NewerBookError("The book %1 was made by a newer Ratsu (format %2). Update Ratsu.", self.path, version)
        if version == schema.VERSION:
            return
        if self.writable:
            self._write_new_format()
        elif version == 0:
            raise NotABookError("%1 holds no book of this program. Choose another file.", self.path)
        else:  # read as it is
            self._columns = schema.MOVE_COLUMNS.replace("inherits", schema.INHERITS_BEFORE_2)
            self._chosen = upgrade.chosen_blanks(self._connection())

    def _write_new_format(self) -> None:
        """Makes the tables of a new file, or brings those of an old one up to date after a copy of it was made.

        :raises ReadOnlyBookError: an old file could not be changed; it is as it was and can be read.
        """
        version = 0
        try:
            with self.transaction() as connection:
                version = self._version()  # another program may have been quicker
                if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise NotABookError("%1 is another program's database. Choose a Ratsu book.", self.path)
                if 0 < version < schema.VERSION:
                    upgrade.keep_copy(self.path, version)
                upgrade.upgrade(connection, version)
        except (DamagedBookError, NotABookError, ReadOnlyBookError):
            raise
        except BookError as error:
            if not version:
                raise
            raise upgrade.old_version_error(self.path, error) from error

    def _version(self) -> int:
        return int(self._connection().execute("PRAGMA user_version").fetchone()[0])

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except SQLITE_FAULTS as error:
            raise from_sqlite(error, self.path) from error
        except OSError as error:
            raise BookError("The book %1 could not be used (%2).", self.path, error) from error


def _patiently(connection: sqlite3.Connection, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
    """Executes a statement, waiting its turn while other programs write. SQLite's own waiting sleeps longer and longer: a
    program that writes without a pause would never let another one in. Short naps of random length find the gaps.
    """
    deadline = time.monotonic() + WAIT_S
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                return connection.execute(sql, values)
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() >= deadline:
                    raise
                time.sleep(random.uniform(0.0005, 0.01))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")


def _is_busy(error: Exception) -> bool:
    return (
        getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    )  # errors of the Python module have no code


def _connect(path: Path, access: Access) -> sqlite3.Connection:
    suffix = {Access.WRITE: "mode=rwc", Access.READ: "mode=ro", Access.IMMUTABLE: "mode=ro&immutable=1"}[access]
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?{suffix}",
        uri=True,
        isolation_level=None,  # we say BEGIN IMMEDIATE ourselves
        check_same_thread=False,  # close() ends the connections of all threads
        cached_statements=64,
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        if access is Access.WRITE:
            connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
            connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_header(path: Path, access: Access) -> None:
    """Refuses files of another kind before SQLite touches them."""
    try:
        with opened(path) as file:
            head = file.read(100)
    except FileNotFoundError:
        if access is Access.WRITE and path.parent.is_dir():
            return
        raise BookMissingError("There is no book %1. Check the path.", path) from None
    except OSError as error:
        raise ReadOnlyBookError("The book %1 cannot be opened (%2). Check the permissions.", path, error) from error
    if not head and access is Access.WRITE:
        return
    if not head.startswith(_HEADER):
        raise NotABookError(
            "%1 is not a Ratsu book. Choose another file, or import it if it is a PGN or Polyglot book.", path
        )
    if len(head) < 100:
        raise damaged(path, Text("cut off after %1 bytes", len(head)))
    application, version = int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")
    if application != schema.APPLICATION_ID and version != 0:
        raise NotABookError("%1 is another program's database. Choose a Ratsu book.", path)
