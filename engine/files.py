"""The one way that Ratsu reads and writes files. Written beside, to the disk, then renamed: the old file or the new one,
never neither. Read only where it is a file: a pipe in its place would keep the reader waiting for ever.

It is on the ground floor, because every room has files and the rooms do not know each other. What is raised is the
system's own OSError: each room says in its own words what that means for the user.
"""

import contextlib
import errno
import logging
import os
import stat
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from engine.leftovers import claim, made_beside
from engine.text import Text

PRIVATE = 0o600  # rights of what is nobody else's business: games, books, settings, logs
_log = logging.getLogger(__name__)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)  # for a file they mean nothing
_KINDS = {
    stat.S_IFIFO: Text("a pipe, not a file"),
    stat.S_IFDIR: Text("a folder, not a file"),
    stat.S_IFSOCK: Text("a socket, not a file"),
    stat.S_IFCHR: Text("a device, not a file"),
    stat.S_IFBLK: Text("a device, not a file"),
}
_DATABASE = b"SQLite format 3\0"  # how its files begin


def opened(path: Path, buffering: int = -1) -> BinaryIO:
    """A file opened for reading.

    :raises OSError: it cannot be opened, or is no file: a pipe, a folder, a device (`strerror` says which).
    """
    try:
        file = open(path, "rb", buffering, opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115
    except ValueError as error:  # a NUL or half a character in the name
        raise RefusedError(errno.EINVAL, Text("no file can have this name: %1", error)) from error
    try:
        _check_kind(os.fstat(file.fileno()).st_mode)
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
    it was. A link is followed: the file that it names is replaced. Rights stay, those of a new file are the usual ones;
    a `private` file is the user's alone. What a killed run left of the same file is removed. `check` is called when all is on
    the disk, which may take seconds, right before the old file goes; if it raises, that one stays.

    :raises OSError: if it cannot be written, or if something is there that is no file, or a database.
    """
    target = _followed(path)
    mode = _mode_of_new(target, private)
    handle, temporary = made_beside(target)
    try:
        with os.fdopen(handle, "wb") as file:
            claim(handle)
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        check()
        temporary.replace(target)
        _flush_folder(target.parent)
        _log.debug("wrote %s", target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_atomically(path: Path, data: bytes, private: bool = False) -> None:
    """Replaces a file's content, or makes the file (see `replacing`).

    :raises OSError: if it cannot be written; the old file then stays as it was.
    """
    with replacing(path, private) as file:
        file.write(data)


class RefusedError(OSError):
    """A file that is not read, though the system would: `text` says why."""

    def __init__(self, number: int, text: Text) -> None:
        super().__init__(number, str(text))
        self.text = text


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
        _flush_folder(path.parent)
    _log.debug("added %d bytes to %s", len(data), path)
    return len(data)


def appending(path: Path, private: bool = False) -> FileIO:
    """A file opened to be added to, unbuffered; made if it is not there.

    :raises OSError: it cannot be opened or made, or is no file, or a database.
    """
    mode = PRIVATE if private else 0o666
    file = open(path, "ab", 0, opener=lambda name, flags: os.open(name, flags | _AT_ONCE, mode))  # noqa: SIM115
    try:
        _check_kind(os.fstat(file.fileno()).st_mode)
        _refuse_database(path)
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


def _check_kind(mode: int) -> None:
    """:raises OSError: it is no file."""
    if not stat.S_ISREG(mode):
        raise RefusedError(errno.EINVAL, _KINDS.get(stat.S_IFMT(mode), Text("something else, not a file")))


def _mode_of_new(target: Path, private: bool) -> int:
    """:raises OSError: something is there that is no file: it would be replaced, be it /dev/null."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return PRIVATE if private else 0o666 & ~_umask()
    _check_kind(mode)
    _refuse_database(target)
    return PRIVATE if private else mode & 0o777


def _refuse_database(path: Path) -> None:
    """Years of games and edits are in such a file, and nothing that is written here as a whole is one.

    :raises OSError: it is a database, most likely named by mistake.
    """
    start = b""
    with contextlib.suppress(OSError), opened(path) as file:  # it may be writable and not readable
        start = file.read(len(_DATABASE))
    if start == _DATABASE:
        raise RefusedError(
            errno.EEXIST, Text("a book, a collection or another database, where nothing else is written")
        )


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


def _followed(path: Path) -> Path:
    """The file that a link names. A link that cannot be read is an error: it would be taken for a file and replaced.

    :raises OSError: if it cannot be looked at.
    """
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def _flush_folder(folder: Path) -> None:
    """Makes the rename itself last, where the system lets a folder be flushed (Windows does not)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
