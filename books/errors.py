"""The book room's errors. Each says what happened, in which file, and what to do; all are shown to the user as they
stand.
"""

import sqlite3
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.text import Text


class BookError(RatsuError):
    """Base of everything that can go wrong with a book."""


class NotABookError(BookError):
    """The file is of another kind (or another program's)."""


class DamagedBookError(BookError):
    """The file is a book, but parts of it are broken."""


class NewerBookError(BookError):
    """The file was written by a newer Ratsu than this one."""


class ReadOnlyBookError(BookError):
    """The book, or its folder, cannot be written."""


class BookDiskError(BookError):
    """The disk is full or fails; the book is as it was before the change."""


class BookBusyError(BookError):
    """Another program holds the book for too long."""


class BookMissingError(BookError):
    """There is no such file."""


class NothingToWriteError(BookError):
    """The book has nothing that could be exported: the file would be none that an import takes."""


class CancelledError(BookError):
    """The user stopped the work; nothing was changed, or only what was reported as done."""


def damaged(path: Path, finding: Text | Exception) -> DamagedBookError:
    """The error of a book file with broken parts; `finding` says which."""
    return DamagedBookError(
        "The book %1 is damaged (%2). Put back a copy from the backups folder, or move it away.", path, finding
    )


SQLITE_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What Python's sqlite3 raises: the second where the text of SQLite's own message comes from a damaged page."""


def from_sqlite(error: Exception, path: Path) -> BookError:
    """Turns one of SQLITE_FAULTS into one of ours. `path` is the book's file."""
    if isinstance(error, UnicodeDecodeError):
        return damaged(path, Text("its tables are described by no text"))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return NotABookError(
            "%1 is not a Ratsu book. Choose another file, or import it if it is a PGN or Polyglot book.", path
        )
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(path, error)
    if not code and isinstance(error, sqlite3.OperationalError) and "UTF-8" in str(error):
        return damaged(path, error)  # the Python module's own finding: a text column holds other bytes
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return ReadOnlyBookError(
            "The book %1 cannot be written (%2). Allow writing to it and to its folder.", path, error
        )
    if code == sqlite3.SQLITE_FULL:
        return BookDiskError(
            "The disk is full: %1 could not be changed and is as it was. Free some space, then try again.", path
        )
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
