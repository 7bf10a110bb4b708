"""The book room's errors. Each says what happened, in which file, and what to do; all are shown to the user unchanged."""

import sqlite3
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.text import Text


class BookError(RatsuError):
    """Base class of the book errors."""


class NotABookError(BookError):
    """The file is not a Ratsu book."""


class DamagedBookError(BookError):
    """The file is a book, but parts of it are broken."""


class NewerBookError(BookError):
    """The file was written by a newer Ratsu."""


class ReadOnlyBookError(BookError):
    """The book, or its folder, is read-only."""


class BookDiskError(BookError):
    """The disk is full or fails; the book is unchanged."""


class BookBusyError(BookError):
    """Another program has locked the book for too long."""


class BookMissingError(BookError):
    """The file does not exist."""


class NothingToWriteError(BookError):
    """There is nothing to export: no importer would accept the file."""


class CancelledError(BookError):
    """The user stopped the work. Only what was reported as done is changed."""


def damaged(path: Path, finding: Text | Exception) -> DamagedBookError:
    """Returns the error for a book file with broken parts; `finding` says which."""
    return DamagedBookError(
        "The book %1 is damaged (%2). Put back a copy from the backups folder, or move it away.", path, finding
    )


SQLITE_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions of Python's sqlite3. UnicodeDecodeError: a damaged page garbled SQLite's own error message."""


def from_sqlite(error: Exception, path: Path) -> BookError:
    """Turns one of SQLITE_FAULTS into a BookError. `path` is the book's file."""
    if isinstance(error, UnicodeDecodeError):
        return damaged(path, Text("its table definitions are not text"))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return NotABookError(
            "%1 is not a Ratsu book. Choose another file, or import it if it is a PGN or Polyglot book.", path
        )
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(path, error)
    if not code and isinstance(error, sqlite3.OperationalError) and "UTF-8" in str(error):
        return damaged(path, error)  # sqlite3's own finding: a text column holds other bytes
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return ReadOnlyBookError(
            "The book %1 cannot be written (%2). Allow writing to it and to its folder.", path, error
        )
    if code == sqlite3.SQLITE_FULL:
        return BookDiskError("The disk is full: %1 is unchanged. Free some space, then try again.", path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BookBusyError(
            "Another program is using the book %1. Nothing was changed. Try again when it has finished.", path
        )
    if code == sqlite3.SQLITE_CANTOPEN:
        return ReadOnlyBookError(
            "The book %1 cannot be opened (%2). Check that the folder exists and may be written.", path, error
        )
    if code == sqlite3.SQLITE_IOERR:
        return BookDiskError(
            "Reading or writing %1 failed (%2). Check the disk; the book is as it was before the change.", path, error
        )
    return BookError("The book %1 could not be used (%2).", path, error)
