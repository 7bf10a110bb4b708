"""The connections of a book file: safe settings for the user's only copy, and waiting for other programs."""

import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from urllib.parse import quote

from books.errors import BookMissingError, NotABookError, ReadOnlyBookError, damaged
from books.store import schema
from engine.ground.files import opened
from engine.ground.sqlite_handles import direct_access
from engine.ground.text import Text

BUSY_TIMEOUT_MS = 5000
WAIT_S = 20.0  # how long a change, or a read that SQLite gave up, waits for writing programs
JOURNAL = "WAL"  # without WAL support (network folders) SQLite stays with DELETE, which is as safe, but slower
SHIPPED_FOLDER = Path(__file__).parents[1] / "data"  # never written to: see `connect`
_HEADER = b"SQLite format 3\0"


class Access(Enum):
    """The access to a book file."""

    WRITE = "write"  # created if missing
    READ = "read"
    IMMUTABLE = "immutable"  # the file never changes while it is open: the shipped book


def execute_waiting(connection: sqlite3.Connection, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
    """Executes a statement, waiting while other programs write. SQLite's own busy handler sleeps ever longer, so that a
    program that writes without a pause would starve the others. Short sleeps of random length find the gaps."""
    deadline = time.monotonic() + WAIT_S
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                return connection.execute(sql, values)
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() >= deadline:
                    raise
                time.sleep(random.uniform(0.0005, 0.01))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")


def is_busy(error: Exception) -> bool:
    """Whether another program was writing. Errors of the Python module itself have no code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def connect(path: Path, access: Access) -> sqlite3.Connection:
    """Returns a connection for the calling thread. A reader of the shipped book leaves no files beside it, as it would with WAL.
    :raises sqlite3.Error: it cannot be opened."""
    if access is Access.READ and path.absolute().parent == SHIPPED_FOLDER:
        access = Access.IMMUTABLE
    suffix = {Access.WRITE: "mode=rwc", Access.READ: "mode=ro", Access.IMMUTABLE: "mode=ro&immutable=1"}[access]
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?{suffix}",
        uri=True,
        isolation_level=None,  # BEGIN IMMEDIATE is explicit
        check_same_thread=False,  # close() ends the connections of all threads
        cached_statements=64,
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        if access is Access.WRITE:
            execute_waiting(
                connection, f"PRAGMA journal_mode = {JOURNAL}"
            )  # two programs may create one book, and SQLite does not wait here
            connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def check_header(path: Path, access: Access) -> None:
    """Rejects files of another kind before SQLite opens them. A file in use was checked when it was opened first."""
    try:
        with direct_access(path) as free:
            if not free:
                return
            with opened(path) as file:
                head = file.read(100)
    except FileNotFoundError:
        if access is Access.WRITE and path.parent.is_dir():
            return
        raise BookMissingError("The book %1 does not exist. Check the path.", path) from None
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


class TrialEnded(Exception):
    """Ends a trial; its changes are rolled back."""


@contextmanager
def rehearsed(local: threading.local) -> Iterator[None]:
    """Makes a thread's transactions savepoints of the surrounding one, which ends with `TrialEnded`."""
    local.rehearsing = True
    try:
        yield
    finally:
        local.rehearsing = False
    raise TrialEnded


def statements(local: threading.local) -> tuple[str, str, str]:
    """Returns the statements that begin, commit and roll back a transaction of a thread."""
    if getattr(local, "rehearsing", False):
        return "SAVEPOINT rehearsed", "RELEASE rehearsed", "ROLLBACK TO rehearsed"
    return "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
