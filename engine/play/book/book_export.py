"""Exports a book, or all books joined, as a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from books.building import imports
from books.choice.judging import merged
from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow
from books.errors import NotABookError
from books.formats import pgn_writer, polyglot
from books.progress import Progress, report
from books.repertoire import book_check as doctor
from books.store.book_file import BookFile
from engine.ground.text import Text


class _MergedLibrary:
    """All books joined, with the flags that Ratsu plays by: a move to a position known as lost is `?`, by any order of moves.
    Only lines from the start position are considered."""

    def __init__(self, library: Library, progress: Progress) -> None:
        self._library = library
        self._bad: set[tuple[int, int]] = set()
        visits = doctor.walk(library.moves_on) if library.lost_positions() else ()
        for number, visit in enumerate(visits):
            if number % 100 == 0:
                report(progress, number, 0)
            self._bad |= {(visit.key, entry.code) for _, entry in visit.moves if entry.flag is Flag.BAD}

    def rows(self, key: int) -> list[MoveRow]:
        return [self._judged(row) for row in self._library.rows(key)]

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """The joined rows of all positions, by key."""
        return map(self._judged, self._library.all_rows(unsigned))

    def comments(self) -> list[tuple[int, str]]:
        return self._library.comments()

    def chapters(self) -> list[str]:
        return self._library.chapters()

    def _judged(self, row: MoveRow) -> MoveRow:
        return row._replace(flag=Flag.BAD) if (row.key, row.move) in self._bad else row


class ExportCounts(NamedTuple):
    """The numbers of exported moves and of flagged moves left out, because no line from the start position leads to them (a PGN
    consists of lines)."""

    moves: int
    unreached: int = 0

    @property
    def text(self) -> Text:
        if not self.unreached:
            return Text("%1 {move|moves} written.", self.moves)
        return Text(
            "%1 {move|moves} written; %2 {is|are} left out, because no line of the book leads there from the start position.",
            self.moves,
            self.unreached,
        )


def write_book(path: Path, source: BookFile | Library, progress: Progress) -> ExportCounts:
    """Writes a book, or all joined, in the format of the file's extension. The file appears when it is complete.

    :raises NotABookError: the extension is not .bin, .pgn or .ratsubook; NothingToWriteError, BookDiskError, CancelledError.
    """
    kind = path.suffix.lower()
    book = _MergedLibrary(source, progress) if isinstance(source, Library) else source
    if kind == ".bin":
        return ExportCounts(polyglot.export_rows(_counted(book.all_rows(unsigned=True), progress), path))
    if kind == ".pgn":
        moves, flagged = pgn_writer.write_book(book, path, progress=progress, apart=isinstance(source, Library))
        return ExportCounts(moves, max(0, flagged - moves))
    if kind == ".ratsubook":
        with imports.new_book(path, path.stem) as copy:
            copy.put_rows(_plain(row) for row in _counted(book.all_rows(), progress))
            copy.put_positions(row._replace(forced=0) for row in _positions(source))
            imports.describe(copy, source.chapters())
            return ExportCounts(copy.count())
    raise NotABookError("%1: books are exported as .bin, .pgn or .ratsubook. Choose one of these extensions.", path)


def _positions(source: BookFile | Library) -> Iterator[PositionRow]:
    if isinstance(source, BookFile):
        return source.all_positions()
    return (merged(rows, rows[0][1].key) for rows in source.all_positions())


def _counted(rows: Iterator[MoveRow], progress: Progress) -> Iterator[MoveRow]:
    """The rows, with a progress report for every 1,000. :raises CancelledError: the export was stopped."""
    for number, row in enumerate(rows):
        if number % 1000 == 0:
            report(progress, number, 0)
        yield row


def _plain(row: MoveRow) -> MoveRow:
    """The row without the user's learning data."""
    return row._replace(credit=0, locked=0)
