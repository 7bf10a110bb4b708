"""Opens the library of a folder, whether or not it can be written to."""

import os
from pathlib import Path

from books.choice.library import SHIPPED_BOOK, Library
from books.errors import ReadOnlyBookError
from books.folder import LEARNED_BOOK, USER_BOOK


def library_in(folder: Path, told: bool = False) -> Library:
    """Returns the library of a folder, which is made if missing. If it cannot be made or written, the books are opened
    for reading, with one problem that says why changes are not saved (`told`: the user knows already, without it).
    Never raises."""
    user, learned = folder / USER_BOOK, folder / LEARNED_BOOK
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        read_only_reason = (
            None if _is_writable(folder) else ReadOnlyBookError("the folder %1 cannot be written to", folder)
        )
    except OSError as error:
        read_only_reason = ReadOnlyBookError("the folder %1 cannot be created (%2)", folder, error)
    if read_only_reason is None:
        return Library(user, learned)
    there = Library(
        user if _is_there(user) else None, learned if _is_there(learned) else None, SHIPPED_BOOK, str(read_only_reason)
    )
    if told:
        there.problems = there.problems[1:]
    return there


def _is_writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # no permission to look into its folder
        return False
