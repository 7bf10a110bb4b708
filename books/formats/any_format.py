"""Reads a book file of any supported program as book rows."""

from collections.abc import Callable, Iterator
from pathlib import Path

from books.entry import MoveRow, PositionRow
from books.errors import NotABookError
from books.formats import abk, ctg, pgn_book, polyglot
from books.progress import Progress, silent
from books.store.book_file import BookFile
from books.store.connecting import Access

_Reader = Callable[[Path, Progress], Iterator[MoveRow]]


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields the rows of a book file; the file name's suffix selects the reader.
    :raises NotABookError: unknown suffix. Also as raised by the reader."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(sorted(READERS))
        raise NotABookError("%1 has an unknown format. Books that can be imported end in %2.", path, known)
    return reader(path, progress)


def read_positions(path: Path, progress: Progress = silent) -> Iterator[PositionRow]:
    """Yields what a book knows about positions: comments from a flagged PGN; from a Ratsu book also evaluations,
    without its forced lines."""
    kind = path.suffix.lower()
    if kind == ".pgn":
        yield from (PositionRow(key, comment) for key, comment in pgn_book.read_comments(path, progress))
    if kind == ".ratsubook":
        with BookFile(path, Access.READ) as book:
            yield from (row._replace(forced=0) for row in book.all_positions())


def read_chapters(path: Path, progress: Progress = silent) -> pgn_book.Chapters:
    """Returns the chapters of a study, from PGN or a Ratsu book; books of other programs have none."""
    kind = path.suffix.lower()
    if kind == ".pgn":
        return pgn_book.read_chapters(path, progress)
    if kind == ".ratsubook":
        with BookFile(path, Access.READ) as book:
            return pgn_book.Chapters(tuple(book.chapters()))
    return pgn_book.Chapters()


def _own(path: Path, progress: Progress) -> Iterator[MoveRow]:
    with BookFile(path, Access.READ) as book:
        book.check_integrity()
        yield from book.all_rows()


READERS: dict[str, _Reader] = {
    ".abk": abk.read_rows,
    ".bin": polyglot.read_rows,
    ".ctg": ctg.read_rows,
    ".pgn": pgn_book.read_rows,
    ".ratsubook": _own,
}
