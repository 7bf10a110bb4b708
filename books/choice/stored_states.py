"""The state of a library as plain values, so that a later start knows what was changed since."""

import hashlib
import json
from contextlib import suppress
from typing import Any

from books.choice.library import EditStates, Library
from books.entry import SIDE
from books.store.book_file import BookFile
from engine.ground.version import VERSION

StoredStates = dict[str, list[Any]]
"""By the path of a book: the sum of the times of its edits, and their numbers and states in pairs."""


def identity(library: Library) -> str:
    """Returns a text that differs, also from one start of the program to the next, if other books are read. Of a book that
    changes, its edits are not part of it.
    :raises BookError: a book cannot be read."""
    changing, titles = library.edit_states()[1], library.titles()
    parts = [
        (
            str(file.path),
            titles.get(str(file.path)),
            file.meta(SIDE),
            (0, 0) if file in changing else _size_and_time(file),
        )
        for file in library.files()
    ]
    return hashlib.sha256(json.dumps([VERSION, parts]).encode()).hexdigest()


def stored_states(library: Library) -> StoredStates:
    """Returns the states of all edits, to be stored for `states_from`. :raises BookError: a book cannot be read."""
    return {
        str(file.path): [_times(file, max(states, default=0)), [list(pair) for pair in states.items()]]
        for file, states in library.edit_states()[1].items()
    }


def states_from(library: Library, stored: StoredStates) -> EditStates | None:
    """Returns the states that an earlier run has stored; None if other books are read now, or one was replaced.
    :raises BookError: a book cannot be read."""
    layers, now = library.edit_states()
    files, found = {str(file.path): file for file in now}, dict[BookFile, dict[int, int]]()
    if files.keys() != stored.keys():
        return None
    for path, (times, states) in stored.items():
        found[files[path]] = dict(states)
        if _times(files[path], max(found[files[path]], default=0)) != times:
            return None
    return layers, found


def _size_and_time(file: BookFile) -> tuple[int, int]:
    with suppress(OSError):
        found = file.path.stat()
        return found.st_size, found.st_mtime_ns
    return 0, 0


def _times(file: BookFile, last: int) -> float:
    """Returns the sum of the times of all edits up to a number: equal numbers in a replaced book differ in it."""
    return float(file.query("SELECT total(time) FROM edits WHERE id <= ?", (last,))[0][0])
