"""One window for the user's data: a lock that the kernel lets go of when its owner dies.

The lock lies in the runtime folder, and in the state folder too. The first holds where the home cannot be written. The second
holds between programs that see different runtime folders (su, cron, a container, another machine on the same home).
Whoever finds a lock held reads in it who holds it, and where he answers.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.services.kit.lock_file import Owner, QtLock
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from desktop.services.kit.kernel_lock import KernelLock

STATE_LOCK = "window.lock"


@dataclass(frozen=True)
class Places:
    """Where the lock and the socket may lie. `name` distinguishes windows with different data folders."""

    name: str
    runtime: Path | None
    state: Path | None

    @property
    def locks(self) -> tuple[Path, ...]:
        """The lock files, in the order in which everybody takes them."""
        found = [self.runtime / f"{self.name}.lock"] if self.runtime is not None else []
        return (*found, self.state / STATE_LOCK) if self.state is not None else tuple(found)


def places_for(data: Path, state: Path | None, runtime: Path | None) -> Places:
    """`data`: the user's data folder, by whatever name it is reached. `state`: None where it cannot be written."""
    number = zlib.crc32(os.fsencode(os.path.realpath(data)))  # not secret: the folders are the user's alone
    return Places(f"ratsu-{number:08x}", runtime, state)


class InstanceLock:
    """Held from before anything is read until everything is written."""

    def __init__(self, places: Places) -> None:
        self._paths = places.locks
        self._held: list[KernelLock | QtLock] = []
        self.owner = Owner()  # who held it when it was last found held

    @property
    def held(self) -> bool:
        """Whether it is ours; also where no lock file can be made."""
        return len(self._held) == len(self._paths)

    def take(self) -> bool:
        """Takes the lock. False if another holds it: `owner` says who.

        A place where no lock can be made does not keep the program from starting: there is nothing to be written there.
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
        """Writes down where the owner answers, for those who find the lock held."""
        for lock in self._held:
            lock.announce(Owner(os.getpid(), address))

    def release(self) -> None:
        """Lets go of it. The files stay: one that was removed could be locked by two."""
        for lock in reversed(self._held):
            lock.release()
        self._held.clear()


def _made_lock(path: Path) -> KernelLock | QtLock:
    try:
        from desktop.services.kit.kernel_lock import KernelLock
    except ImportError:
        return QtLock(path)
    return KernelLock(path)
