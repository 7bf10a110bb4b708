"""A lock file: held by one process at a time, which identifies itself in it."""

import os
from pathlib import Path

from PySide6.QtCore import QLockFile

from engine.ground.values import dataclass


@dataclass(frozen=True)
class LockOwner:
    """The owner of a lock: its process (0: unknown), and the address of its socket (empty: not open yet, or unknown)."""

    process: int = 0
    address: str = ""


def taken(file: QLockFile) -> bool:
    """Takes a lock if it is free. A lock that names this process was left by a dead one of the same number; if this process
    holds it by another object, the file cannot be removed."""
    if file.tryLock(0):
        return True
    return bool(file.getLockInfo()[0] == os.getpid() and file.removeStaleLockFile() and file.tryLock(0))


class QtLock:
    """The lock file for Windows, which lacks `flock`. It cannot be read while locked; the address follows from the name."""

    def __init__(self, path: Path) -> None:
        self._file = QLockFile(str(path))
        self._file.setStaleLockTime(0)  # stale when its process is gone, never by age

    def take(self) -> bool:
        """Takes the lock. Returns False only if another process has it."""
        return taken(self._file) or self._file.error() is not QLockFile.LockError.LockFailedError

    def owner(self) -> LockOwner:
        return LockOwner(int(self._file.getLockInfo()[0]))

    def announce(self, owner: LockOwner) -> None:
        """Does nothing: the address follows from the name."""

    def release(self) -> None:
        self._file.unlock()
