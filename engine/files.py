"""The one way that Ratsu writes files: beside, to the disk, then renamed; the old file or the new one, never neither.

It stands on the ground floor, because every room writes files and the rooms do not know each other. What is raised is
the system's own OSError: each room says in its own words what that means for the user.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_LONGEST_PREFIX = 80  # characters of the name that the temporary file beside it begins with


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file to write into; it takes the place of `path` when the block ends well, else it is gone and `path` is as
    it was. A link is followed: the file that it names is replaced. Rights stay; those of a new file are the usual ones.

    :raises OSError: if it cannot be written.
    """
    target = Path(os.path.realpath(path))
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


def append_durably(path: Path, data: bytes) -> int:
    """Adds to the end of a file (made if it is not there) and forces it to the disk. Returns the bytes added.

    :raises OSError: if it cannot be written; what was written half way is cut off again.
    """
    with path.open("ab") as file:
        before = file.tell()
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(before)
            raise
    return len(data)


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
