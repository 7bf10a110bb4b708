"""Exports a book, or all books joined, as a file."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from books.building import imports
from books.choice.judging import merged
from books.choice.library import Library
from books.entry import SIDE, Flag, MoveRow, PositionRow
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


class _AsShown:
    """One book with the flags that the list of moves shows: a move without a chosen flag in this book has the flag that the
    joined books give it. Other formats do not know that a flag is inherited; its own value would be read as chosen."""

    def __init__(self, book: BookFile, library: Library) -> None:
        self._book, self._library = book, library
        self.comments, self.chapters = book.comments, book.chapters

    def rows(self, key: int) -> list[MoveRow]:
        return self._shown(self._book.rows(key))

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """The rows of all positions, by key."""
        for _, rows in groupby(self._book.all_rows(unsigned), key=attrgetter("key")):
            yield from self._shown(list(rows))

    def _shown(self, rows: list[MoveRow]) -> list[MoveRow]:
        if not any(row.inherits for row in rows):
            return rows
        joined = {move.code: move.flag for move in self._library.moves_at(rows[0].key)}
        return [
            row._replace(flag=joined[row.move])
            if row.inherits
            and row.flag is not Flag.UNCHECKED
            and joined.get(row.move, Flag.UNCHECKED) is not Flag.UNCHECKED
            else row
            for row in rows
        ]


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


def write_book(
    path: Path, source: BookFile | Library, progress: Progress, library: Library | None = None
) -> ExportCounts:
    """Writes a book, or all joined, in the format of the file's extension. The file appears when it is complete.

    `library`: the user's books, from which a single book written as .bin or .pgn takes the flags that it inherits.
    :raises NotABookError: the extension is not .bin, .pgn or .ratsubook; NothingToWriteError, BookDiskError, CancelledError.
    """
    kind = path.suffix.lower()
    book = _MergedLibrary(source, progress) if isinstance(source, Library) else source
    shown = _AsShown(source, library) if isinstance(source, BookFile) and library is not None else book
    if kind == ".bin":
        return ExportCounts(polyglot.export_rows(_counted(shown.all_rows(unsigned=True), progress), path))
    if kind == ".pgn":
        moves, flagged = pgn_writer.write_book(shown, path, progress=progress, apart=isinstance(source, Library))
        return ExportCounts(moves, max(0, flagged - moves))
    if kind == ".ratsubook":
        with imports.new_book(path, (isinstance(source, BookFile) and source.meta("title")) or path.stem) as copy:
            copy.put_rows(_plain(row) for row in _counted(book.all_rows(), progress))
            copy.put_positions(row._replace(forced=0) for row in _positions(source))
            imports.describe(copy, source.chapters())
            if isinstance(source, BookFile) and (side := source.meta(SIDE)):
                copy.put_meta(SIDE, side)
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
