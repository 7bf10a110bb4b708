"""The lock that allows one window for the user's data; the kernel releases it when its owner dies.

It has a file in the runtime folder, which works even if the home folder is not writable, and one in the state folder,
which works between programs with different runtime folders (su, cron, a container, another machine on the same home). A
lock file names its owner's process and address.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.services.kit.lock_file import LockOwner, QtLock
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from desktop.services.kit.kernel_lock import KernelLock

STATE_LOCK = "window.lock"


@dataclass(frozen=True)
class LockFolders:
    """The folders of the lock and the socket. `name` distinguishes windows with different data folders."""

    name: str
    runtime: Path | None
    state: Path | None

    @property
    def locks(self) -> tuple[Path, ...]:
        """The lock files, in the order in which every process takes them."""
        found = [self.runtime / f"{self.name}.lock"] if self.runtime is not None else []
        return (*found, self.state / STATE_LOCK) if self.state is not None else tuple(found)


def lock_folders(data: Path, state: Path | None, runtime: Path | None) -> LockFolders:
    """`data`: the user's data folder, under any of its names. `state`: None if it is not writable."""
    number = zlib.crc32(os.fsencode(os.path.realpath(data)))  # not secret: the folders are the user's alone
    return LockFolders(f"ratsu-{number:08x}", runtime, state)


class InstanceLock:
    """Held from before the first read until the last write."""

    def __init__(self, places: LockFolders) -> None:
        self._paths = places.locks
        self._held: list[KernelLock | QtLock] = []
        self.owner = LockOwner()  # who held it when it was last found held

    @property
    def held(self) -> bool:
        """Whether this process holds the lock; also True if no lock file can be made."""
        return len(self._held) == len(self._paths)

    def take(self) -> bool:
        """Takes the lock.

        Returns False if another process has it, named by `owner`. A folder in which no lock can be made does not
        prevent the start, as nothing is written there.
        """
        for path in self._paths[len(self._held) :]:
            lock = _made_lock(path)
            if not lock.take():
                self.release()
                self.owner = lock.owner()
                return False
            self._held.append(lock)
        return True

    def announce(self, address: str) -> None:
        """Writes the owner's address for processes that find the lock taken."""
        for lock in self._held:
            lock.announce(LockOwner(os.getpid(), address))

    def release(self) -> None:
        """Releases the lock. The files remain, as a removed one could be locked twice."""
        for lock in reversed(self._held):
            lock.release()
        self._held.clear()


def _made_lock(path: Path) -> KernelLock | QtLock:
    try:
        from desktop.services.kit.kernel_lock import KernelLock
    except ImportError:
        return QtLock(path)
    return KernelLock(path)
