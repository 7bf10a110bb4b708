"""A value in a file that several running programs change: window and console share the training data.

A change holds a lock and first reads what other programs have written, so that no change is lost.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

_LOOK_S, _LONGEST_S = 0.005, 60.0  # of a lock on Windows
_lock: Callable[[int], None] | None = None  # waits for the lock of an open file, or raises OSError
if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        until = time.monotonic() + _LONGEST_S
        while True:  # LK_LOCK looks once a second, and so hardly ever gets the lock of a busy file
            try:
                return msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(_LOOK_S)
else:
    with contextlib.suppress(ImportError):
        from fcntl import LOCK_EX, flock

        def _lock(descriptor: int) -> None:
            flock(descriptor, LOCK_EX)


T = TypeVar("T")
_Stamp = tuple[int, int, int]  # modification time in nanoseconds, size in bytes, inode


class SavedFile(Generic[T]):
    """For one thread. The file is read again after another program has replaced it."""

    def __init__(self, path: Path | None, read: Callable[[], T], write: Callable[[T], object]) -> None:
        """`read` returns the content, also for a missing file; `write` replaces it. `path` None: not shared, `read` is called
        once."""
        self._path, self._read, self._write = path, read, write
        self._known: tuple[_Stamp | None, T] | None = None

    def value(self) -> T:
        """The content of the file. Raises what `read` raises."""
        stamp = self._stamp()
        if self._known is None or self._known[0] != stamp:
            self._known = stamp, self._read()
        return self._known[1]

    def change(self, change: Callable[[T], T]) -> T:
        """Replaces the value by the result of `change`, and returns it. Raises what `read` and `write` raise; the file is then
        unchanged."""
        with locked(self._path):
            after = change(self.value())
            self._write(after)
            self._known = self._stamp(), after
        return after

    def _stamp(self) -> _Stamp | None:
        """The stamp of the file; None if it is missing or cannot be examined."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


@contextlib.contextmanager
def locked(path: Path | None) -> Iterator[None]:
    """Locks the file against other programs, if the file system has locks.

    The lock is a file beside it, because the file itself is replaced. It is never removed: that would let two programs lock two
    files.
    """
    if path is None or _lock is None:
        yield
        return
    descriptor = -1
    try:
        with contextlib.suppress(OSError):  # `write` meets the same error, or the file system has no locks
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
            descriptor = os.open(path.with_name(f".{path.name}.lock"), flags, 0o600)
            _lock(descriptor)
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)
