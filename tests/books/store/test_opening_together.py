"""Several programs make or open one book at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from books.store.book_file import BookFile

PROGRAMS, ROUNDS = 4, 25


def test_programs_that_make_one_book_at_once_all_get_it(tmp_path: Path) -> None:
    """SQLite waits for nobody where two connections turn a new file to WAL: one of them was told that the book is in use."""
    at_once = Barrier(PROGRAMS)

    def opened(path: Path) -> None:
        at_once.wait()
        BookFile(path).close()

    with ThreadPoolExecutor(PROGRAMS) as programs:
        for number in range(ROUNDS):
            list(programs.map(opened, [tmp_path / f"{number}.ratsubook"] * PROGRAMS))
