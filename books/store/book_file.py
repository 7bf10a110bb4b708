"""One book file: an SQLite database that survives crashes, power loss and a second program.

Writable books use WAL and synchronous=FULL; every write is one BEGIN IMMEDIATE transaction. The shipped book is opened
immutable (WAL fails in a read-only folder). Each thread has its own connection, so that threads may share a BookFile.
"""

import contextlib
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from books.entry import Flag, MoveRow, PositionRow
from books.errors import (
    SQLITE_FAULTS,
    BookError,
    DamagedBookError,
    NewerBookError,
    NotABookError,
    ReadOnlyBookError,
    damaged,
    from_sqlite,
)
from books.store import connecting, old_schema, packed, packed_table, schema, upgrade
from books.store.connecting import Access, check_header, connect, execute_waiting, is_busy
from books.store.row_shapes import TEXT, RowShape
from engine.ground.files import make_private, storable
from engine.ground.sqlite_handles import OpenMark
from engine.ground.text import plain

Answer = TypeVar("Answer")
_META = RowShape("meta", value=TEXT)
_PUT_ROW = f"INSERT OR REPLACE INTO moves ({schema.MOVE_COLUMNS}) VALUES ({', '.join('?' * len(MoveRow._fields))})"
_PUT_COUNTED = (
    "INSERT OR REPLACE INTO moves (key, move, flag, weight, wins, draws, losses, source, inherits) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)"
)
_PUT_POSITION = (
    f"INSERT OR REPLACE INTO positions ({schema.POSITION_COLUMNS}) VALUES ({', '.join('?' * len(PositionRow._fields))})"
)
_READ_AT_ONCE = 256  # rows of a whole book
_MOST_ASKED = 500  # keys in one SELECT; SQLite allows 32,766 parameters


class BookFile:
    """A book file. Threads may share it. A context manager, or call `close`."""

    def __init__(self, path: Path, access: Access = Access.WRITE) -> None:
        """Opens the book, and creates it for WRITE.
        :raises BookError: of the kind that fits (missing, not a book, damaged, newer, read-only, disk, busy)."""
        self.path = path
        self.access = access
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._columns, self._position_columns = schema.MOVE_COLUMNS, schema.POSITION_COLUMNS
        self._chosen: set[tuple[int, int]] = set()  # in a file of format 1: normal flags that the user chose
        self._old = False
        self._packed: packed_table.PackedTable | None = None
        check_header(path, access)
        self._hold = OpenMark(path, make_private if access is Access.WRITE else None)
        try:
            with self._errors():
                self._connection()
                self._upgrade()
            self._look_for_packed()
        except BaseException:
            self.close()  # an open connection would keep its locks
            raise
        self._select_rows = f"SELECT {self._columns} FROM moves WHERE key = ?"

    def __enter__(self) -> "BookFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def writable(self) -> bool:
        return self.access is Access.WRITE

    @property
    def is_packed(self) -> bool:
        """Whether it has the packed form of the shipped book, which is never edited."""
        return self._packed is not None

    def close(self) -> None:
        """Closes the connections of all threads; the file is then complete on disk. Idempotent."""
        with self._guard:
            for connection in self._connections:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._connections.clear()
            self._hold.end()
            self._local = threading.local()

    # Reading

    def rows(self, key: int) -> list[MoveRow]:
        """Returns all moves of a position (signed key), in no special order."""
        if self._packed:
            page = self._packed.find(key)
            return page[1] if page else []
        try:  # not `_select`: this is the hot path, a context manager would cost a fifth of it
            found = self._connection().execute(self._select_rows, (key,)).fetchall()
        except SQLITE_FAULTS as error:
            if not is_busy(error):
                raise from_sqlite(error, self.path) from error
            found = self.query(self._select_rows, (key,))
        return self._rows_of(found)

    def row(self, key: int, move: int) -> MoveRow | None:
        """Returns one move of a position, or None."""
        if self._packed:
            return next((row for row in self.rows(key) if row.move == move), None)
        found = self.query(f"{self._select_rows} AND move = ?", (key, move))
        return self.row_of(found[0]) if found else None

    def position(self, key: int) -> PositionRow | None:
        """Returns the row of a position, or None."""
        return next(iter(self.positions((key,))), None)

    def positions(self, keys: Sequence[int]) -> list[PositionRow]:
        """Returns the rows of those of these positions that are in the book, in no special order."""
        if self._packed:
            return [page[0] for key in keys if (page := self._packed.find(key))]
        rows: list[PositionRow] = []
        for start in range(0, len(keys), _MOST_ASKED):
            some = keys[start : start + _MOST_ASKED]
            rows += self._positions(f"WHERE key IN ({', '.join('?' * len(some))})", some)
        return rows

    def lost_positions(self) -> list[PositionRow]:
        """Returns the positions learned as lost, suspected or confirmed. Cached until the book changes, in this or
        another program."""
        if self._old or self._packed:
            return []
        return self._until_changed("lost", lambda: self._positions("WHERE verdict IN (1, 2)"))

    def switched_off(self) -> frozenset[tuple[int, int]]:
        """Returns the moves whose lines are switched off, each as the key of its position and its code. Cached as
        `lost_positions`."""
        if self._old or self._packed:
            return frozenset()
        sql = f"SELECT key, move FROM {schema.SWITCHED_OFF}"
        return self._until_changed(
            "off", lambda: frozenset(self.query(sql, (), schema.SWITCH) if self._has(schema.SWITCHED_OFF) else ())
        )

    def chapters(self) -> list[str]:
        """Returns the chapters of the study that the book was made of, each as a game in PGN, in their order."""
        if self._packed or not self._has(schema.CHAPTERS):
            return []
        sql = f"SELECT place, pgn FROM {schema.CHAPTERS} ORDER BY place"
        return [str(pgn) for _, pgn in self.query(sql, (), schema.CHAPTER)]

    def comments(self) -> list[tuple[int, str]]:
        if self._packed:
            return []
        rows = self._positions("WHERE comment IS NOT NULL ORDER BY key")
        return [(row.key, row.comment or "") for row in rows]

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """Yields every row, by signed key (or unsigned key, the order of Polyglot), then move."""
        if self._packed:
            yield from self._packed.rows(unsigned)
            return
        for condition in ("WHERE key >= 0", "WHERE key < 0") if unsigned else ("",):
            with self._errors():
                sql = f"SELECT {self._columns} FROM moves {condition} ORDER BY key, move"
                cursor = self._select(sql)
                while found := cursor.fetchmany(_READ_AT_ONCE):
                    rows = self._made(found)
                    yield from rows
                    if len(rows) < len(found):
                        self.check(schema.MOVES, found[len(rows)])

    def all_moves(self, unsigned: bool = False) -> Iterator[tuple[int, list[MoveRow]]]:
        """Yields the moves of every position with its key, in the order of `all_rows`; those of a packed book in any order."""
        if self._packed:
            for position, rows in self._packed.pages(unsigned):
                if rows:
                    yield position[0], rows
            return
        for key, found in groupby(self.all_rows(unsigned), itemgetter(0)):
            yield key, list(found)

    def all_positions(self) -> Iterator[PositionRow]:
        """Yields the row of every known position, by signed key."""
        with self._errors():
            if self._packed:
                yield from (position for position, _ in self._packed.pages())
                return
            for values in self._select(f"SELECT {self._position_columns} FROM positions ORDER BY key"):
                yield self.position_of(values)

    def keys(self) -> Iterator[int]:
        """Yields the key of every position with a move."""
        if self._packed:
            yield from (key for key, _ in self.all_moves())
            return
        with self._errors():
            yield from (key for (key,) in self._select("SELECT DISTINCT key FROM moves"))

    def count(self) -> int:
        """Returns the number of (position, move) rows."""
        if self._packed:
            return self._packed.counts[1].total()
        return int(self.query("SELECT count(*) FROM moves")[0][0])

    def count_flags(self) -> dict[Flag, int]:
        if self._packed:
            return Counter(self._packed.counts[1])
        found = self.query("SELECT coalesce(flag, -1), count(*) FROM moves GROUP BY 1")  # NULL in formats 1 and 2
        return {Flag(flag): number for flag, number in found}

    def count_positions(self) -> int:
        if self._packed:
            return self._packed.counts[0]
        return int(self.query("SELECT count(DISTINCT key) FROM moves")[0][0])

    def query(self, sql: str, values: Sequence[object] = (), shape: RowShape | None = None) -> list[tuple[Any, ...]]:
        """Returns the rows of a SELECT. SQL is written only inside this package.
        :raises DamagedBookError: a row does not fit the `shape` of its columns."""
        with self._errors():
            found = self._select(sql, values).fetchall()
        if shape is not None:
            for row in found:
                self.check(shape, row)
        return found

    def check(self, shape: RowShape, values: Sequence[object]) -> None:
        """Checks a row of this file against its shape. :raises DamagedBookError: the row does not fit."""
        fault = shape.fault(values)
        if fault:
            raise damaged(self.path, fault)

    def meta(self, name: str) -> str | None:
        """Returns a named property of the book (title, licence, build parameters), or None."""
        found = self.query("SELECT value FROM meta WHERE name = ?", (name,), _META)
        return str(found[0][0]) if found else None

    def check_integrity(self) -> None:
        """Reads the whole file. :raises DamagedBookError: a part of it is broken."""
        answers = self.query("PRAGMA integrity_check(3)")
        if answers != [("ok",)]:
            raise damaged(self.path, plain(answers[0][0]))

    def row_of(self, values: tuple[Any, ...]) -> MoveRow:
        """Returns the move row of the columns `schema.MOVE_COLUMNS`. :raises DamagedBookError: a value is invalid."""
        return self._rows_of([values])[0]

    def position_of(self, values: tuple[Any, ...]) -> PositionRow:
        """Returns the position row of the columns `schema.POSITION_COLUMNS`.
        :raises DamagedBookError: a value is invalid."""
        return self._positions_of([values])[0]

    def _rows_of(self, found: Sequence[tuple[Any, ...]]) -> list[MoveRow]:
        rows = self._made(found)
        if len(rows) < len(found):
            self.check(schema.MOVES, found[len(rows)])
        return rows

    def _positions_of(self, found: Sequence[tuple[Any, ...]]) -> list[PositionRow]:
        rows = schema.POSITIONS.rows(found)
        if len(rows) < len(found):
            self.check(schema.POSITIONS, found[len(rows)])
        return rows

    def _made(self, found: Sequence[tuple[Any, ...]]) -> list[MoveRow]:
        """Returns the rows before the first that does not fit."""
        rows: list[MoveRow] = schema.MOVES.rows(found)
        if self._chosen:
            rows = [row._replace(inherits=0) if (row.key, row.move) in self._chosen else row for row in rows]
        return rows

    # Writing

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: committed and on disk when the block ends, rolled back after an error.

        :raises ReadOnlyBookError: the book was not opened for writing.
        :raises BookDiskError: the disk is full or fails.
        :raises BookBusyError: another program holds the book for too long.
        """
        if not self.writable:
            raise ReadOnlyBookError(
                "The book %1 is open for reading only. Copy it to your own books to change it.", self.path
            )
        with self._errors():
            connection = self._connection()
            begin, commit, back = connecting.statements(self._local)
            execute_waiting(connection, begin)
            try:
                yield connection
                execute_waiting(connection, commit)
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # some errors have already rolled back
                    connection.execute(back)
                raise

    @contextlib.contextmanager
    def trial(self) -> Iterator[None]:
        """A trial: this thread's changes in the block are visible only to it and are rolled back at the end. Raises as
        `transaction`."""
        with contextlib.suppress(connecting.TrialEnded), self.transaction(), connecting.rehearsed(self._local):
            yield

    def put_rows(self, rows: Iterable[MoveRow]) -> None:
        """Writes rows in one transaction, without a journal: for books that are built, not edited."""
        with (
            self.transaction() as connection
        ):  # SQLite takes whole numbers five times as fast as members of an enumeration
            values = ((*row[:2], int(row[2]), *row[3:-1], int(row[-1])) for row in rows)
            connection.executemany(_PUT_ROW, values)

    def put_counted(self, counts: Iterable[Sequence[int]], source: str = "games") -> None:
        """Writes moves that were counted in games, with inherited flags, like `put_rows` but at half the cost. `counts`: the
        columns of `MoveRow` up to the losses."""
        with self.transaction() as connection:
            values = ((key, move, int(flag), *rest, source) for key, move, flag, *rest in counts)
            connection.executemany(_PUT_COUNTED, values)

    def put_positions(self, rows: Iterable[PositionRow]) -> None:
        """Writes positions, like `put_rows`."""
        with self.transaction() as connection:
            connection.executemany(_PUT_POSITION, rows)

    def put_chapters(self, chapters: Iterable[str]) -> None:
        """Writes the chapters of a study, like `put_rows`."""
        with self.transaction() as connection:
            connection.execute(schema.WHEN_NEEDED[schema.CHAPTERS])
            connection.executemany(f"INSERT OR REPLACE INTO {schema.CHAPTERS} VALUES (?, ?)", enumerate(chapters))

    def put_packed(self, pages: Iterable[packed.Page]) -> None:
        """Writes positions with all their moves into this new book in packed form; afterwards it can hold nothing else."""
        with self.transaction() as connection:
            packed_table.write(connection, pages)
        self._look_for_packed()

    def put_meta(self, name: str, value: str) -> None:
        with self.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, storable(value)))

    def relax(self) -> None:
        """Turns off syncing until `seal`: for a file under construction, which is thrown away after an error."""
        with self._errors():
            self._connection().execute("PRAGMA synchronous = OFF")

    def seal(self) -> None:
        """Finishes a built book for shipping: no WAL, no free pages, synced. Close it afterwards."""
        with self._errors():
            self._connection().execute("PRAGMA synchronous = FULL")
            self._connection().execute("PRAGMA journal_mode = DELETE")
            if self._packed:
                self._connection().execute(f"PRAGMA page_size = {packed_table.PAGE_SIZE}")
            self._connection().execute("VACUUM")

    def backup_to(self, target: Path) -> None:
        """Copies the live book to `target` atomically."""
        with self._errors():
            upgrade.copy_database(self._connection(), target)

    def _positions(self, condition: str, values: Sequence[object] = ()) -> list[PositionRow]:
        found = self.query(f"SELECT {self._position_columns} FROM positions {condition}", values)
        return self._positions_of(found)

    def _has(self, table: str) -> bool:
        return bool(self.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)))

    def _until_changed(self, name: str, ask: Callable[[], Answer]) -> Answer:
        """Returns the answer of a question, asked again only after a change of the book by this or another program."""
        version = (self.query("PRAGMA data_version")[0][0], self._connection().total_changes)
        known: tuple[object, Answer] | None = getattr(self._local, name, None)
        if known is None or known[0] != version:
            known = version, ask()
            setattr(self._local, name, known)
        return known[1]

    def _look_for_packed(self) -> None:
        if self._version() == packed_table.VERSION:
            engines = self.meta("engine"), self.meta("second engine")
            self._packed = packed_table.PackedTable(self.path, self.query, *engines)

    def _select(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Begins a SELECT; if the database stays busy, waits longer than SQLite does."""
        connection = self._connection()
        try:
            return connection.execute(sql, values)
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
            return execute_waiting(connection, sql, values)

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = connect(self.path, self.access)
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
        ) as error:  # errors that the journal of an old file may cause
            raise damaged(self.path, error) from error

    def _bring_up_to_date(self) -> None:
        version = self._version()
        if self.writable and version < schema.VERSION:
            self._write_new_format()
            version = self._version()
        if version == packed_table.VERSION:
            return
        if version > schema.VERSION:
            raise NewerBookError("The book %1 was made by a newer Ratsu (format %2). Update Ratsu.", self.path, version)
        if version == schema.VERSION:
            packed_table.refuse_old(self.path, self._connection())
            return
        if version == 0:
            raise NotABookError("%1 holds no book of this program. Choose another file.", self.path)
        # an old read-only book is read in its own format
        self._columns = old_schema.move_columns_kept(version)
        self._position_columns = old_schema.position_columns()
        self._old = True
        if version == 1:
            self._chosen = upgrade.chosen_blanks(self._connection())

    def _write_new_format(self) -> None:
        """Makes the tables of a new file, or upgrades an old one after copying it.
        :raises ReadOnlyBookError: an old file could not be upgraded; it is unchanged and can be read."""
        version = 0
        try:
            with self.transaction() as connection:
                version = self._version()
                if version >= schema.VERSION:  # another program was faster
                    return
                if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise NotABookError("%1 is another program's database. Choose a Ratsu book.", self.path)
                if version:
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
