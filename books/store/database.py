"""One of the program's SQLite files with STRICT tables: opened safely, changed in transactions, refused in words."""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Self

from books.store.connecting import BUSY_TIMEOUT_MS, execute_waiting
from engine.ground.errors import RatsuError
from engine.ground.files import make_private
from engine.ground.write_targets import found_at

IN_MEMORY = Path(":memory:")  # SQLite's name for a database without a file
_PRAGMAS = ("auto_vacuum = INCREMENTAL", "journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF")


class DatabaseKind(NamedTuple):
    """The identity of a kind of file. `formats`: the statements, separated by semicolons, that make each format from the one
    before; their number is the version. `told`: the error for what SQLite or the file system says."""

    application_id: int
    formats: tuple[str, ...]
    told: Callable[[Path, Exception], RatsuError]
    foreign: Callable[[Path], RatsuError]
    newer: Callable[[Path], RatsuError]


class Database:
    """An open file: WAL and `synchronous = FULL`, so that what was committed survives a kill and a power cut. Threads may share
    it, one at a time uses it."""

    def __init__(self, path: Path, kind: DatabaseKind) -> None:
        """Opens the file, or creates it with its folder.
        :raises RatsuError: it belongs to another program or a newer Ratsu, is damaged, or cannot be written."""
        self.path, self._kind, self._guard = path, kind, threading.RLock()
        with self.errors():
            if path != IN_MEMORY:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                found_at(path)
                make_private(path)
            self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self.db.close()
                raise

    def close(self) -> None:
        """Closes the file."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction, which is on the disk at the end of the block or undone. Inside another one it is a part of that."""
        with self.errors():
            inside = self.db.in_transaction
            if inside:
                yield self.db
                return
            execute_waiting(self.db, "BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Turns errors of SQLite and the disk, and damaged values, into those of this kind of file."""
        try:
            with self._guard:
                yield
        except RatsuError as error:
            if isinstance(error, ValueError):  # a damaged value
                raise self._kind.told(self.path, error) from error
            raise
        except (OSError, sqlite3.Error, ValueError) as error:
            raise self._kind.told(self.path, error) from error

    def _prepare(self) -> None:
        db, kind = self.db, self._kind
        db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        db.execute("BEGIN")  # in one step, because another program may be creating it
        identity, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        empty = not version and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        db.execute("COMMIT")
        if not empty and identity != kind.application_id:
            raise kind.foreign(self.path)
        if version > len(kind.formats):
            raise kind.newer(self.path)
        for pragma in (*_PRAGMAS, "cell_size_check = ON"):
            execute_waiting(db, f"PRAGMA {pragma}")  # changing the journal mode needs exclusive access
        if version < len(kind.formats):
            with self.change():  # another program may have been faster
                version = db.execute("PRAGMA user_version").fetchone()[0]
                db.execute(f"PRAGMA application_id = {kind.application_id}")
                for statement in "".join(kind.formats[version:]).split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {max(version, len(kind.formats))}")
