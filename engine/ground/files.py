"""The one way that Ratsu reads and writes files. Written beside, to the disk, then renamed: the old file or the new one,
never neither. Read only where it is a file: a pipe in its place would keep the reader waiting for ever.

It is on the ground floor, because every room has files and the rooms do not know each other. What is raised is the
system's own OSError: each room says in its own words what that means for the user.
"""

import contextlib
import errno
import logging
import os
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from engine.ground.leftovers import claim
from engine.ground.targets import (
    AT_ONCE,
    PRIVATE,
    RefusedError,
    Target,
    check_kind,
    check_no_database,
    check_open,
    flush_folder,
    found_at,
    refused,
)
from engine.ground.text import Text

_log = logging.getLogger(__name__)


def opened(path: Path, buffering: int = -1) -> BinaryIO:
    """A file opened for reading.

    :raises OSError: it cannot be opened, or is no file: a pipe, a folder, a device (`strerror` says which).
    """
    try:
        file = open(path, "rb", buffering, opener=lambda name, flags: os.open(name, flags | AT_ONCE))  # noqa: SIM115
    except ValueError as error:  # a NUL or half a character in the name
        raise RefusedError(errno.EINVAL, Text("no file can have this name: %1", error)) from error
    except IsADirectoryError:
        found_at(path)  # says it in words
        raise
    try:
        check_kind(os.fstat(file.fileno()).st_mode)
    except BaseException:
        file.close()
        raise
    _log.debug("opened %s", path)
    return file


def read_file(path: Path, most_bytes: int | None = None) -> bytes:
    """A file's content.

    :raises OSError: it cannot be read, is no file, or has more than `most_bytes`.
    """
    with opened(path) as file:
        if most_bytes is None:
            return file.read()
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise RefusedError(errno.EFBIG, Text("larger than %1 bytes", most_bytes))
    return content


@contextlib.contextmanager
def replacing(path: Path, private: bool = False, check: Callable[[], object] = lambda: None) -> Iterator[BinaryIO]:
    """A new file to write into; it takes the place of `path` when the block ends well, else it is gone and `path` is as
    it was. What stays of an old file, and which are refused, is decided by `Target` (docs/files.md). A new one has the usual
    rights; a `private` file is the user's alone. What a killed run left of the same file is removed. `check` is called when
    all is on the disk, which may take seconds, right before the old file goes; if it raises, that one stays.

    :raises OSError: it cannot or may not be written; `unwritten` says it in words.
    """
    target = Target(path, private)
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
    """Replaces a file's content, or makes the file (see `replacing`).

    :raises OSError: if it cannot be written; the old file then stays as it was.
    """
    with replacing(path, private) as file:
        file.write(data)


class HalfWrittenError(OSError):
    """An append failed, and what was written of it could not be cut off again; it begins behind `size` bytes."""

    def __init__(self, number: int | None, text: str | None, size: int) -> None:
        super().__init__(number, text)
        self.size = size


def append_durably(path: Path, data: bytes, private: bool = False) -> int:
    """Adds to the end of a file (made if it is not there) and forces it to the disk. Returns the bytes added. A `private`
    file is made as the user's alone.

    Nothing is buffered: a buffer that a full disk did not take would be written by the next flush, behind our back.

    :raises OSError: if it cannot be written; what was written half way is cut off again, so the file is as it was.
    :raises HalfWrittenError: if the disk takes that back neither.
    """
    made = not path.exists()
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
        with contextlib.suppress(OSError):  # what counts is on the disk by now
            file.close()
    if made:
        flush_folder(path.parent)
    _log.debug("added %d bytes to %s", len(data), path)
    return len(data)


def appending(path: Path, private: bool = False) -> FileIO:
    """A file opened to be added to, unbuffered; made if it is not there.

    :raises OSError: it cannot be opened or made, or may not be written (`unwritten` says it in words).
    """
    mode = PRIVATE if private else 0o666
    check_no_database(path)  # before it is opened: closing it would take away SQLite's locks
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
    """A name as a database takes it: what is no UTF-8 in it (an old file's name) is written as `\\udce4`."""
    return name.encode("utf-8", "backslashreplace").decode()


def make_private(path: Path) -> None:
    """An empty file that only its owner may read, where there is none: databases are begun in it, and SQLite gives the files
    beside it the same rights. Raises nothing: who opens it is told what is wrong.
    """
    with contextlib.suppress(OSError, ValueError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def _write_all(file: FileIO, data: bytes) -> None:
    """A system may write less than it is asked to (a full disk, a signal)."""
    rest = memoryview(data)
    while rest:
        written = file.write(rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]


def _take_back(path: Path, file: FileIO, size: int, made: bool, error: BaseException) -> None:
    """Cuts a file back to its size before a failed append; one that was made for it goes.

    :raises HalfWrittenError: if that fails, too.
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
