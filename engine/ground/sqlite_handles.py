"""Tracks the files that this process has open through SQLite, so that they are not opened and closed otherwise.

When a process closes a file, POSIX drops all its locks on that file, including those of SQLite's connections. Another program
then took itself for the last user and deleted the journal of changes in which the window still wrote: later changes were
invisible to others, and lost in a crash. So a file is read directly only while no connection is open.
"""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

_looking = threading.Lock()  # no new connection begins while a file is read directly
_in_use: Counter[tuple[int, int]] = Counter()  # by device and inode


class OpenMark:
    """Marks a file as having open connections, until `end`."""

    def __init__(self, path: Path, make: Callable[[Path], None] | None) -> None:
        """`make` creates an empty file if it is missing; None: it is not created."""
        with _looking:
            if make is not None:
                make(path)
            self._file = _identity(path)
            if self._file is not None:
                _in_use[self._file] += 1

    def end(self) -> None:
        """Call after the last connection is closed. Idempotent."""
        with _looking:
            if self._file is not None:
                _in_use[self._file] -= 1
                self._file = None


@contextlib.contextmanager
def direct_access(path: Path) -> Iterator[bool]:
    """True inside the block if the file may be opened directly; False if a connection has it open."""
    with _looking:
        file = _identity(path)
        yield file is None or not _in_use[file]


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None  # opening the file reports the error
    return found.st_dev, found.st_ino
