"""Caches of computed results about positions: SQLite files that several programs may share."""

import sqlite3
from pathlib import Path

from books.errors import BookDiskError, from_sqlite
from engine.ground.files import make_private
from engine.ground.write_targets import found_at, unwritten


def opened_cache(path: Path, schema: str, wait_s: float) -> sqlite3.Connection:
    """Opens or creates a private cache. `wait_s`: how long it waits for another program's write. Not
    every write is synced: lost entries can be computed again.
    :raises BookError: it cannot be opened, or is not a database."""
    try:
        found_at(path)
        make_private(path)
        connection = sqlite3.connect(path, isolation_level=None, timeout=wait_s)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(schema)
        except BaseException:
            connection.close()
            raise
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from error
    return connection
