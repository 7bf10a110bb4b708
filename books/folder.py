"""Where the user's books lie: the same folder for the window, the console and the protocols."""

from pathlib import Path

import platformdirs

SUFFIX = ".ratsubook"


def default_folder() -> Path:
    """The folder of the user's books; it need not exist yet."""
    return Path(platformdirs.user_data_dir("ratsu", appauthor=False)) / "books"


def book_file_name(name: str) -> str:
    """A file name for a book, without what some systems do not allow in one."""
    safe = "".join(letter if letter.isalnum() or letter in " -_.,()" else "-" for letter in name).strip(" .") or "book"
    return f"{safe[:80]}{SUFFIX}"


def free_book_path(folder: Path, name: str) -> Path:
    """A file for a new book that is not taken: `name`, else `name 2` …"""
    path, number = folder / book_file_name(name), 2
    stem = path.stem
    while path.exists():
        path, number = folder / f"{stem} {number}{SUFFIX}", number + 1
    return path
