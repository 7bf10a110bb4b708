"""Writes a book, or all books joined, as a file for other programs or other people."""

from collections.abc import Iterator
from pathlib import Path

from books.building import imports
from books.choice.library import Library
from books.entry import MoveRow
from books.errors import NotABookError
from books.formats import pgn_book, polyglot
from books.progress import Progress, report
from books.store.book_file import BookFile


def write_book(path: Path, book: BookFile | Library, progress: Progress) -> int:
    """Writes `book` as the end of the file's name says. Returns how many moves. The file is there when it is whole.

    :raises NotABookError: another end than .bin, .pgn or .ratsubook; BookDiskError, CancelledError.
    """
    kind = path.suffix.lower()
    if kind == ".bin":
        return polyglot.export_rows(_counted(book.all_rows(unsigned=True), progress), path)
    if kind == ".pgn":
        return pgn_book.write_book(book, path, progress=progress)
    if kind == ".ratsubook":
        with imports.new_book(path, path.stem) as copy:
            copy.put_rows(_plain(row) for row in _counted(book.all_rows(), progress))
            copy.put_comments(book.comments())
            return copy.count()
    raise NotABookError("%1: books are exported as .bin, .pgn or .ratsubook. Choose one of these ends.", path)


def _counted(rows: Iterator[MoveRow], progress: Progress) -> Iterator[MoveRow]:
    """The rows, with a word on how far we are now and then. Raises CancelledError."""
    for number, row in enumerate(rows):
        if number % 1000 == 0:
            report(progress, number, 0)
        yield row


def _plain(row: MoveRow) -> MoveRow:
    """A row without what belongs to this user's learning."""
    return row._replace(credit=0, locked=0)
