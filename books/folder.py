"""The folder of the user's books: the same for the window, the console and the protocols."""

import re
from pathlib import Path

from engine.ground.user_files import data_folder

SUFFIX = ".ratsubook"
BOOKS = "books"  # in the user's data folder
USER_BOOK, LEARNED_BOOK = f"user{SUFFIX}", f"learned{SUFFIX}"
_OWN = re.compile(r"user|learned(-level\d+)?", re.IGNORECASE)  # some systems ignore the case of file names


def default_folder() -> Path:
    """Returns the folder of the user's books; it need not exist yet."""
    return data_folder() / BOOKS


def book_file_name(name: str) -> str:
    """Returns a file name for a book, without characters that some systems forbid. Never the name of a book that the
    program writes itself: `user` becomes `user 2`."""
    safe = "".join(letter if letter.isalnum() or letter in " -_.,()" else "-" for letter in name).strip(" .") or "book"
    return f"{safe[:80]}{' 2' if _OWN.fullmatch(safe) else ''}{SUFFIX}"


def free_book_path(folder: Path, name: str) -> Path:
    """Returns an unused path for a new book: `name`, otherwise `name 2`, `name 3` …"""
    path, number = folder / book_file_name(name), 2
    stem = path.stem
    while path.exists():
        path, number = folder / f"{stem} {number}{SUFFIX}", number + 1
    return path
