"""What a killed run leaves behind: temporary files that never took the place of the file they were written for.

A temporary file is claimed while it is written, by a lock that dies with its process. So an unclaimed one that is no longer
young has no owner. On Windows nothing is claimed: there an open file cannot be removed anyway.
"""

import contextlib
import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path

_lock: Callable[[int], None] | None = None  # takes the lock of an open file, or raises OSError
with contextlib.suppress(ImportError):  # Windows
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(descriptor: int) -> None:
        flock(descriptor, LOCK_EX | LOCK_NB)


OLD_S = 60  # a younger file may belong to a program that has not claimed it yet
_NAME = re.compile(r"\..+\.[a-z0-9_]{8}\.part")  # as `engine.files` names them: `.game.pgn.k3x_90ab.part`


def claim(descriptor: int) -> None:
    """Says that the file is being written. Where the file system has no locks, nothing of ours is ever removed."""
    if _lock is not None:
        with contextlib.suppress(OSError):
            _lock(descriptor)


def is_ours(found: os.stat_result) -> bool:
    """Whether a file belongs to this user; Windows does not say, there every file is taken for one of his."""
    user = getattr(os, "geteuid", None)
    return user is None or bool(found.st_uid == user())


def clear_leftovers(folder: Path, prefix: str = ".") -> tuple[Path, ...]:
    """Removes the temporary files of dead programs of this user from a folder: those whose names begin with `prefix`.
    Returns what was removed. Never raises: what cannot be looked at or removed stays.
    """
    removed = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _NAME.fullmatch(entry.name) and _removed(Path(entry.path)):
                removed.append(Path(entry.path))
    return tuple(removed)


def _removed(path: Path) -> bool:
    """Whether a file had no owner and is gone now."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
        try:
            if not _is_dead(descriptor):
                return False
            if _lock is not None:  # on Windows the file must be closed first
                path.unlink()
        finally:
            os.close(descriptor)
        if _lock is None:
            path.unlink()
    except OSError:
        return False
    return True


def _is_dead(descriptor: int) -> bool:
    """Whether it is an old file of this user that nobody has claimed. :raises OSError: somebody has."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or time.time() - found.st_mtime < OLD_S:
        return False
    if not is_ours(found):
        return False
    if _lock is not None:
        _lock(descriptor)
    return True
