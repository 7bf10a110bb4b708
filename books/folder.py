"""Where the user's books lie: the same folder for the window, the console and the protocols."""

import re
from pathlib import Path

import platformdirs

SUFFIX = ".ratsubook"
USER_BOOK, LEARNED_BOOK = f"user{SUFFIX}", f"learned{SUFFIX}"
_OWN = re.compile(r"user|learned(-level\d+)?", re.IGNORECASE)  # small and capital letters are one on some systems


def default_folder() -> Path:
    """The folder of the user's books; it need not exist yet."""
    return Path(platformdirs.user_data_dir("ratsu", appauthor=False)) / "books"


def book_file_name(name: str) -> str:
    """A file name for a book, without what some systems do not allow in one. It is never that of a book which the program
    writes itself, such as `user`: that one is then `user 2`."""
    safe = "".join(letter if letter.isalnum() or letter in " -_.,()" else "-" for letter in name).strip(" .") or "book"
    return f"{safe[:80]}{' 2' if _OWN.fullmatch(safe) else ''}{SUFFIX}"


def free_book_path(folder: Path, name: str) -> Path:
    """A file for a new book that is not taken: `name`, else `name 2` …"""
    path, number = folder / book_file_name(name), 2
    stem = path.stem
    while path.exists():
        path, number = folder / f"{stem} {number}{SUFFIX}", number + 1
    return path
