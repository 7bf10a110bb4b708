"""Removes the temporary files of a killed run at the next start, once their owner is certainly dead."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile

from desktop.services.kit.lock_file import taken
from engine.ground.leftovers import OLD_S, clear_leftovers, is_ours

LOCK = "owner.lock"
OLD_COPY_S = 3_600  # a copy of a book is made in seconds
_COPIES = ("*.ratsubook.part", "*.ratsubook.part-journal")  # as `books.store.upgrade` names a copy that it is making
_DEEPEST = 3  # folders within each other that the program makes


class OwnedFolder:
    """A temporary folder with a lock that ends with its process. Creating one removes those of dead runs."""

    def __init__(self, prefix: str) -> None:
        """Creates the folder. :raises OSError: it cannot be made."""
        import tempfile  # not at the start

        parent = Path(tempfile.gettempdir())
        clear_owned(parent, prefix)
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        self._lock = _lock_of(self.path)
        taken(self._lock)

    def remove(self) -> None:
        self._lock.unlock()
        shutil.rmtree(self.path, ignore_errors=True)


def clear_owned(parent: Path, prefix: str) -> tuple[Path, ...]:
    """Removes the `OwnedFolder`s of dead runs of this user. Returns their paths. Never raises."""
    removed = []
    with suppress(OSError):
        for folder in parent.glob(f"{prefix}*"):
            with suppress(OSError):
                if _is_old_and_ours(folder, OLD_S) and folder.is_dir() and taken(_lock_of(folder)):
                    shutil.rmtree(folder, ignore_errors=True)
                    removed.append(folder)
    return tuple(removed)


def clear_in_background(own: Iterable[Path], others: Iterable[Path]) -> threading.Thread:
    """Clears the program's `own` folders completely, and temporary files in the `others`, the folders of the user's files."""
    folders, visited = tuple(own), tuple(others)
    thread = threading.Thread(target=lambda: clear(folders, visited), name="ratsu-leftovers", daemon=True)
    thread.start()
    return thread


def clear(own: Iterable[Path], others: Iterable[Path]) -> None:
    """Removes temporary files of dead runs. Never raises."""
    for folder in own:
        for inside in _folders_in(folder, _DEEPEST):
            clear_leftovers(inside)
            _clear_copies(inside)
    for folder in dict.fromkeys(others):
        clear_leftovers(folder)


def _folders_in(folder: Path, depth: int) -> Iterable[Path]:
    yield folder
    with suppress(OSError):
        for entry in os.scandir(folder) if depth else ():
            if entry.is_dir(follow_symlinks=False):
                yield from _folders_in(Path(entry.path), depth - 1)


def _clear_copies(folder: Path) -> None:
    with suppress(OSError):
        for pattern in _COPIES:
            for path in folder.glob(pattern):
                with suppress(OSError):
                    if _is_old_and_ours(path, OLD_COPY_S):
                        path.unlink()


def _lock_of(folder: Path) -> QLockFile:
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)  # stale only when its process is gone, never by age
    return lock


def _is_old_and_ours(path: Path, age_s: float) -> bool:
    """Whether a path is old enough and belongs to this user. :raises OSError: it cannot be examined."""
    found = path.lstat()
    return is_ours(found) and time.time() - found.st_mtime >= age_s
