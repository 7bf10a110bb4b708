"""A lock file: held by one process at a time, which writes into it who it is."""

from pathlib import Path

from PySide6.QtCore import QLockFile

from engine.ground.values import dataclass


@dataclass(frozen=True)
class Owner:
    """Who holds the lock: his process (0: unknown), and the address of his socket (empty: not open yet, or unknown)."""

    process: int = 0
    address: str = ""


class QtLock:
    """Where there is no `flock`: Windows. The lock file cannot be read; the address follows from the name."""

    def __init__(self, path: Path) -> None:
        self._file = QLockFile(str(path))
        self._file.setStaleLockTime(0)  # stale when its process is gone, never by age

    def take(self) -> bool:
        """False only if another holds it."""
        return self._file.tryLock(0) or self._file.error() is not QLockFile.LockError.LockFailedError

    def owner(self) -> Owner:
        """His process."""
        return Owner(int(self._file.getLockInfo()[0]))

    def announce(self, owner: Owner) -> None:
        """Not needed."""

    def release(self) -> None:
        """Lets go of it."""
        self._file.unlock()
