"""The lock file for systems with `flock`. Not imported on Windows."""

import fcntl
import json
import os
from contextlib import suppress
from pathlib import Path

from desktop.services.kit.lock_file import LockOwner

_LONGEST = 4096  # bytes of a lock file that are read; ours has about a hundred


class KernelLock:
    """A `flock`, which ends with its process, whatever happens to process numbers, containers and reboots."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1

    def take(self) -> bool:
        """Takes the lock. Returns False only if another process has it."""
        with suppress(OSError):
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        if self._file < 0:
            return True  # locking is impossible here
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        self.announce(LockOwner(os.getpid()))
        return True

    def owner(self) -> LockOwner:
        """The owner that the file names. Empty if the owner has not written yet, or the text is invalid."""
        with suppress(OSError, ValueError, RecursionError):
            found = json.loads(os.pread(self._file, _LONGEST, 0))
            if isinstance(found, dict):
                process, address = found.get("process"), found.get("socket")
                known = LockOwner(
                    process if isinstance(process, int) else 0, address if isinstance(address, str) else ""
                )
                self.release()
                return known
        self.release()
        return LockOwner()

    def announce(self, owner: LockOwner) -> None:
        """Writes the owner. A reader between the write and the truncation finds invalid text and tries again."""
        if self._file < 0:
            return
        content = json.dumps({"process": owner.process, "socket": owner.address}).encode() + b"\n"
        with suppress(OSError):
            os.pwrite(self._file, content, 0)
            os.ftruncate(self._file, len(content))

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
