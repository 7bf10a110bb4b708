"""The one way that Ratsu writes files: beside, to the disk, then renamed; the old file or the new one, never neither.

It stands on the ground floor, because every room writes files and the rooms do not know each other. What is raised is
the system's own OSError: each room says in its own words what that means for the user.
"""

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

_LONGEST_PREFIX = 80  # characters of the name that the temporary file beside it begins with


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file to write into; it takes the place of `path` when the block ends well, else it is gone and `path` is as
    it was. A link is followed: the file that it names is replaced. Rights stay; those of a new file are the usual ones.

    :raises OSError: if it cannot be written.
    """
    target = _followed(path)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:_LONGEST_PREFIX]}.", suffix=".part", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
        _flush_folder(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_atomically(path: Path, data: bytes) -> None:
    """Replaces a file's content, or makes the file.

    :raises OSError: if it cannot be written; the old file then stays as it was.
    """
    with replacing(path) as file:
        file.write(data)


class HalfWrittenError(OSError):
    """An append failed, and what was written of it could not be cut off again; it begins behind `size` bytes."""

    def __init__(self, number: int | None, text: str | None, size: int) -> None:
        super().__init__(number, text)
        self.size = size


def append_durably(path: Path, data: bytes) -> int:
    """Adds to the end of a file (made if it is not there) and forces it to the disk. Returns the bytes added.

    Nothing is buffered: a buffer that a full disk did not take would be written by the next flush, behind our back.

    :raises OSError: if it cannot be written; what was written half way is cut off again, so the file is as it was.
    :raises HalfWrittenError: if the disk takes that back neither.
    """
    made = not path.exists()
    file = path.open("ab", buffering=0)
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
    return len(data)


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
