"""A value in a file that several running programs change: the window and the command line share what is trained.

Whoever changes it holds a lock meanwhile and reads what the others have written since: nothing is lost.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

_lock: Callable[[int], None] | None = None  # waits for the lock of an open file, or raises OSError
with contextlib.suppress(
    ImportError
):  # Windows: two programs that write within the same milliseconds are not kept apart
    from fcntl import LOCK_EX, flock

    def _lock(descriptor: int) -> None:
        flock(descriptor, LOCK_EX)


T = TypeVar("T")
_Stamp = tuple[int, int, int]  # when it was written in nanoseconds, bytes, number of the file


class SavedFile(Generic[T]):
    """Used by one thread only. The file is read again where another program has replaced it."""

    def __init__(self, path: Path | None, read: Callable[[], T], write: Callable[[T], object]) -> None:
        """`read` gives what the file holds now, also where there is none; `write` replaces it. `path` None: no other
        program has it, and `read` is called once."""
        self._path, self._read, self._write = path, read, write
        self._known: tuple[_Stamp | None, T] | None = None

    def value(self) -> T:
        """What the file holds. Raises what `read` raises."""
        stamp = self._stamp()
        if self._known is None or self._known[0] != stamp:
            self._known = stamp, self._read()
        return self._known[1]

    def change(self, change: Callable[[T], T]) -> T:
        """Replaces the value by what `change` makes of it, and returns that. Raises what `read` and `write` raise: the file
        is then as it was."""
        with held(self._path):
            after = change(self.value())
            self._write(after)
            self._known = self._stamp(), after
        return after

    def _stamp(self) -> _Stamp | None:
        """None where there is no file, or none that can be looked at."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


@contextlib.contextmanager
def held(path: Path | None) -> Iterator[None]:
    """No other program changes the file meanwhile, where the file system has locks. The lock is a file beside it, for the
    file itself is replaced; it stays, for removing it would let two programs lock two files."""
    if path is None or _lock is None:
        yield
        return
    descriptor = -1
    try:
        with contextlib.suppress(OSError):  # the same obstacle keeps `write` from its work, or no lock is to be had
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            descriptor = os.open(path.with_name(f".{path.name}.lock"), flags, 0o600)
            _lock(descriptor)
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)
