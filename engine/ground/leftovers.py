"""What a killed run leaves behind: temporary files that never took the place of the file they were written for.

A temporary file is claimed while it is written, by a lock that dies with its process. So an unclaimed one that is no longer
young has no owner. On Windows nothing is claimed: there an open file cannot be removed anyway.
"""

import contextlib
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

_lock: Callable[[int], None] | None = None  # takes the lock of an open file, or raises OSError
with contextlib.suppress(ImportError):  # Windows
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(descriptor: int) -> None:
        flock(descriptor, LOCK_EX | LOCK_NB)


OLD_S = 60  # a younger file may belong to a program that has not claimed it yet
_LONGEST_START = 80  # bytes of a name that the temporary file beside it begins with: a name has 255 at most
_OWNER = "owner"  # the file in a temporary folder that is claimed as long as the folder is in use
_NAME = re.compile(r"\..+\.[a-z0-9_]{8}\.part")  # as `made_beside` names them: `.game.pgn.k3x_90ab.part`


def claim(descriptor: int) -> bool:
    """Says that a file is in use for as long as it stays open. False where another program has said so, and only then: where
    the file system has no locks, nothing of ours is ever removed."""
    if _lock is not None:
        try:
            _lock(descriptor)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def made_beside(target: Path, companions: Sequence[str] = ()) -> tuple[int, Path]:
    """A new temporary file in the folder of `target`, which it may replace: open, empty, the user's alone. What killed runs
    left there for the same file goes first, and with each of them the files named like it with an end of `companions`.

    :raises OSError: it cannot be made.
    """
    prefix = f".{start_of_name(target)}."
    for left in clear_leftovers(target.parent, prefix):
        for end in companions:
            left.with_name(left.name + end).unlink(missing_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)
    return descriptor, Path(name)


def start_of_name(path: Path) -> str:
    """As much of a file's name as fits into the name of a file beside it."""
    return os.fsencode(path.name)[:_LONGEST_START].decode(errors="ignore")


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


@contextlib.contextmanager
def owned_folder(prefix: str) -> Iterator[Path]:
    """A temporary folder, removed at the end. Those that killed runs of this user have left under `prefix` are removed first.

    :raises OSError: it cannot be made.
    """
    _clear_folders(Path(tempfile.gettempdir()), prefix)
    with (
        tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as name,
        Path(name, _OWNER).open("wb") as owner,
    ):
        claim(owner.fileno())
        yield Path(name)


def _clear_folders(parent: Path, prefix: str) -> None:
    with contextlib.suppress(OSError):
        for folder in parent.glob(f"{prefix}*") if _lock is not None else ():
            with contextlib.suppress(OSError):
                found = folder.lstat()
                if stat.S_ISDIR(found.st_mode) and is_ours(found) and time.time() - found.st_mtime >= OLD_S:
                    descriptor = os.open(folder / _OWNER, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                    try:
                        if _is_dead(descriptor):
                            shutil.rmtree(folder, ignore_errors=True)
                    finally:
                        os.close(descriptor)


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
