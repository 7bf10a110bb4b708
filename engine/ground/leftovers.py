"""Temporary files that replace their target; leftovers of killed runs, which never replaced it, are removed.

A temporary file is claimed by a lock that ends with its process, so an unclaimed one that is older than OLD_S has no owner.
Windows needs no claims to remove them: an open file stays there. A claim keeps a second program away there too.
"""

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

_lock: Callable[[int], None] | None = None  # locks an open file, or raises OSError
with contextlib.suppress(ImportError):  # Windows
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(descriptor: int) -> None:
        flock(descriptor, LOCK_EX | LOCK_NB)


SHARING_VIOLATION = (32, 33)  # Windows: another program has opened the file or locked a part of it
_ACCESS_DENIED = 5  # Windows: also if the file to be replaced is open
_SHARED_S = (0.02, 0.05, 0.1, 0.2, 0.4)  # waits for virus scanners and indexers, which open new files for a moment
_FAR = 1 << 40  # bytes; far past the end of any file of ours
OLD_S = 60  # a younger file may not have been claimed yet
_LONGEST_START = 80  # bytes of the target's name at the start of the temporary name: a name has at most 255
_OWNER = "owner"  # the file in a temporary folder that is claimed while the folder is in use
_NAME = re.compile(r"\..+\.[a-z0-9_]{8}\.part")  # as `made_beside` names them: `.game.pgn.k3x_90ab.part`


def claim(descriptor: int) -> bool:
    """Marks a file as in use while it stays open. Returns False only if it is claimed already. On a file system without locks
    leftovers are never removed."""
    if sys.platform == "win32":
        return _claimed_there(descriptor)
    if _lock is not None:
        try:
            _lock(descriptor)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


if sys.platform == "win32":
    import msvcrt

    def _claimed_there(descriptor: int) -> bool:
        """Locks one byte far past the end: Windows lets no other handle read or write what is locked."""
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # another number: no locks there; wine gives none
            return error.errno not in (errno.EACCES, errno.EDEADLK, 0)
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True


def made_beside(target: Path, companions: Sequence[str] = ()) -> tuple[int, Path]:
    """Creates a temporary file in the folder of `target`, open, empty and private. Leftovers for the same target are removed
    first, with their files that end in one of `companions`.

    :raises OSError: it cannot be created.
    """
    prefix = f".{start_of_name(target)}."
    for left in clear_leftovers(target.parent, prefix):
        for end in companions:
            left.with_name(left.name + end).unlink(missing_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)
    return descriptor, Path(name)


def replace(made: Path, path: Path) -> None:
    """Renames a file, on Windows also if another program has one of the two open for less than a second.

    :raises OSError: it failed."""
    for wait_s in _SHARED_S:
        try:
            made.replace(path)
        except OSError as error:
            if getattr(error, "winerror", None) not in (_ACCESS_DENIED, *SHARING_VIOLATION):
                raise
            time.sleep(wait_s)
        else:
            return
    made.replace(path)


def flush_folder(folder: Path) -> None:
    """Syncs the directory, so that a rename is durable (not possible on Windows)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def start_of_name(path: Path) -> str:
    """The part of a file's name that fits into the name of its temporary file."""
    return os.fsencode(path.name)[:_LONGEST_START].decode(errors="ignore")


def is_ours(found: os.stat_result) -> bool:
    """True if a file belongs to this user. Windows does not say: there it is always true."""
    user = getattr(os, "geteuid", None)
    return user is None or bool(found.st_uid == user())


def clear_leftovers(folder: Path, prefix: str = ".") -> tuple[Path, ...]:
    """Removes temporary files of dead programs of this user whose names begin with `prefix`. Returns the removed ones. Never
    raises: files that cannot be examined or removed stay."""
    removed = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and _NAME.fullmatch(entry.name) and _removed(Path(entry.path)):
                removed.append(Path(entry.path))
    return tuple(removed)


@contextlib.contextmanager
def owned_folder(prefix: str) -> Iterator[Path]:
    """Yields a temporary folder, which is removed at the end. Leftover folders with the same `prefix` are removed first.

    :raises OSError: it cannot be created.
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
    """Removes a file that has no owner. Returns whether it is gone."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if not _is_old(path.lstat()):  # Windows could not rename it while it is open here
            return False
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
    """True for an old, unclaimed file of this user. :raises OSError: another program has claimed it."""
    found = os.fstat(descriptor)
    if not _is_old(found):
        return False
    if _lock is not None:
        _lock(descriptor)
    return True


def _is_old(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime >= OLD_S and is_ours(found)
