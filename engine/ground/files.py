"""Reads and writes files. A file is written beside its target, synced and renamed, so that a crash leaves the old or the new
one.

Only regular files are read: a pipe would block the reader. Errors are the system's OSError; each room puts them into words.
Cases: docs/files.md.
"""

import contextlib
import errno
import logging
import os
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from engine.ground.leftovers import claim, flush_folder
from engine.ground.text import Text
from engine.ground.write_targets import (
    AT_ONCE,
    PRIVATE,
    RefusedError,
    WriteTarget,
    check_kind,
    check_no_database,
    check_open,
    found_at,
    refused,
)

_log = logging.getLogger(__name__)


def opened(path: Path, buffering: int = -1) -> BinaryIO:
    """Opens a file for reading. :raises OSError: it cannot be opened, or is a pipe, folder or device (`strerror` says which)."""
    try:
        file = open(path, "rb", buffering, opener=lambda name, flags: os.open(name, flags | AT_ONCE))  # noqa: SIM115
    except ValueError as error:  # a NUL or a lone surrogate in the name
        raise RefusedError(errno.EINVAL, Text("this is not a valid file name: %1", error)) from error
    except IsADirectoryError:
        found_at(path)  # raises the error in words
        raise
    try:
        check_kind(os.fstat(file.fileno()).st_mode)
    except BaseException:
        file.close()
        raise
    _log.debug("opened %s", path)
    return file


def read_file(path: Path, most_bytes: int | None = None) -> bytes:
    """The content of a file. :raises OSError: it cannot be read, is not a regular file, or has more than `most_bytes`."""
    with opened(path) as file:
        if most_bytes is None:
            return file.read()
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise RefusedError(errno.EFBIG, Text("larger than %1 bytes", most_bytes))
    return content


@contextlib.contextmanager
def replacing(path: Path, private: bool = False, check: Callable[[], object] = lambda: None) -> Iterator[BinaryIO]:
    """Yields a new file, which replaces `path` when the block ends without an error; otherwise `path` is unchanged.

    `WriteTarget` decides what is preserved of the old file, and which files are refused (docs/files.md). A `private` file is
    readable by the user only. Leftovers of killed runs for the same file are removed. `check` is called when all is on disk,
    before the replacement; if it raises, the old file stays.

    :raises OSError: it cannot or may not be written; `unwritten` puts it into words.
    """
    target = WriteTarget(path, private)
    handle, temporary = target.made()
    try:
        with os.fdopen(handle, "wb") as file:
            claim(handle)
            yield file
            file.flush()
            os.fsync(file.fileno())
        check()
        target.take(temporary)
        _log.debug("wrote %s", path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_atomically(path: Path, data: bytes, private: bool = False) -> None:
    """Replaces or creates a file (see `replacing`). :raises OSError: it cannot be written; the old file is unchanged."""
    with replacing(path, private) as file:
        file.write(data)


class HalfWrittenError(OSError):
    """An append failed and could not be undone; the partial data begins after `size` bytes."""

    def __init__(self, number: int | None, text: str | None, size: int) -> None:
        super().__init__(number, text)
        self.size = size


def append_durably(path: Path, data: bytes, private: bool = False) -> int:
    """Appends to a file (created if missing) and syncs it. Returns the number of bytes. A `private` file is readable by the
    user only.

    Unbuffered: a buffer that a full disk refused would be written by a later flush.

    :raises OSError: it cannot be written; a partial append is cut off again.
    :raises HalfWrittenError: the partial append could not be cut off.
    """
    try:
        path.stat()
    except FileNotFoundError:
        made = True
    else:
        made = False  # never by `exists`: from Python 3.14 on it says no on any fault, and the file would be taken back
    file = appending(path, private)
    try:
        before = file.seek(0, os.SEEK_END)
        try:
            _write_all(file, data)
            os.fsync(file.fileno())
        except BaseException as error:
            _take_back(path, file, before, made, error)
            raise
    finally:
        with contextlib.suppress(OSError):  # the data is on the disk already
            file.close()
    if made:
        flush_folder(path.parent)
    _log.debug("added %d bytes to %s", len(data), path)
    return len(data)


def appending(path: Path, private: bool = False) -> FileIO:
    """Opens a file for appending, unbuffered; created if missing.

    :raises OSError: it cannot be opened or created, or may not be written (`unwritten` puts it into words).
    """
    mode = PRIVATE if private else 0o666
    check_no_database(path)  # before it is opened: closing it would release SQLite's locks
    try:
        file = open(path, "ab", 0, opener=lambda name, flags: os.open(name, flags | AT_ONCE, mode))  # noqa: SIM115
    except OSError as error:
        raise refused(path, error) from error
    try:
        check_open(file.fileno(), private)
        if private:
            with contextlib.suppress(OSError):  # another owner's
                path.chmod(PRIVATE)
    except BaseException:
        file.close()
        raise
    return file


def storable(name: str) -> str:
    r"""A file name for a database: bytes that are not UTF-8 become `\udce4`."""
    return name.encode("utf-8", "backslashreplace").decode()


def make_private(path: Path) -> None:
    """Creates an empty file that only its owner may read, if it does not exist: a database is created in it, and SQLite gives
    its other files the same permissions. Never raises: opening the file reports the error."""
    with contextlib.suppress(OSError, ValueError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def _write_all(file: FileIO, data: bytes) -> None:
    """Writes all data: the system may write less than requested (full disk, signal)."""
    rest = memoryview(data)
    while rest:
        written = file.write(rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]


def _take_back(path: Path, file: FileIO, size: int, made: bool, error: BaseException) -> None:
    """Cuts a file back to its size before a failed append; a file created for it is removed.

    :raises HalfWrittenError: this failed too.
    """
    try:
        if os.fstat(file.fileno()).st_size != size:
            file.truncate(size)
            with contextlib.suppress(OSError):
                os.fsync(file.fileno())
    except OSError as second:
        raise HalfWrittenError(second.errno, second.strerror, size) from error
    if made:
        with contextlib.suppress(OSError):
            path.unlink()
