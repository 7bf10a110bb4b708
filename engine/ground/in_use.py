"""Which files this process has open through SQLite: nobody else may open and close them here.

Where a process closes a file, POSIX takes all its locks of that file away, also those of SQLite's connections. Another program
that looked into the book and left then took itself for the last one, and deleted the journal of changes in which the window
still wrote: nobody else saw what was changed from then on, and a crash lost it. So a file is looked into by hand only while no
connection has it.
"""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

_looking = threading.Lock()  # while one looks into a file by hand, no connection to it begins
_in_use: Counter[tuple[int, int]] = Counter()  # by device and number


class Hold:
    """Says that connections to a file are open, or about to be opened, until `end`."""

    def __init__(self, path: Path, make: Callable[[Path], None] | None) -> None:
        """`make` makes an empty file if there is none; None: nobody does."""
        with _looking:
            if make is not None:
                make(path)
            self._file = _identity(path)
            if self._file is not None:
                _in_use[self._file] += 1

    def end(self) -> None:
        """After the last connection was closed. Idempotent."""
        with _looking:
            if self._file is not None:
                _in_use[self._file] -= 1
                self._file = None


@contextlib.contextmanager
def looking(path: Path) -> Iterator[bool]:
    """Inside it a file may be opened by hand, if it is true; if not, a connection has it open."""
    with _looking:
        file = _identity(path)
        yield file is None or not _in_use[file]


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None  # who opens it is told what is wrong
    return found.st_dev, found.st_ino
