"""Opening books: edits, learning, older formats, copies, exports, caches."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess

from books.analysis import Analysis
from books.building.imports import import_file
from books.building.searches import Search, SearchFile
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.evaluations.values import EngineIdentity
from books.formats import pgn_book, pgn_writer, polyglot
from books.key import encode, position_key
from books.learning.evaluations import StoredAnalyser
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from books.store import backup, journal, schema
from books.store.book_file import BookFile
from books.store.connecting import Access
from tests.books.store.test_upgrade import old_book
from tests.faults.full_disk.writing import LARGE, Writers

MANY = 1_000
DAY_S = 86_400
_REPLY = chess.Move.from_uci("e2e4")


def _rows(number: int) -> list[MoveRow]:
    """As many rows for each value, keys ascending."""
    board = chess.Board()
    first = [MoveRow(position_key(board), encode(board, _REPLY), Flag.NORMAL, 1, comment=LARGE * number)]
    more = range(1, MANY * number)
    return sorted([*first, *(MoveRow(key << 40, first[0].move, Flag.NORMAL, 1) for key in more)])


class _Book:
    """In place of a book with one move and its comment."""

    def __init__(self, number: int) -> None:
        self._row = next(row for row in _rows(number) if row.comment)

    def rows(self, key: int) -> list[MoveRow]:
        """Those at the start."""
        return [self._row] if key == self._row.key else []

    def all_rows(self) -> Iterator[MoveRow]:
        return iter([self._row])

    def comments(self) -> list[tuple[int, str]]:
        """None."""
        return []

    def chapters(self) -> list[str]:
        """None."""
        return []


def _edit(path: Path, number: int) -> None:
    with BookFile(path) as book, journal.edit(book, "user", "edit") as edit:
        for row in _rows(1)[: MANY // 2]:
            edit.put(row._replace(key=row.key + number, comment="edited by hand"))


def _edits_there(path: Path) -> int:
    with BookFile(path, Access.READ) as book:
        number, rest = divmod(book.count(), MANY // 2)
        edits = len(journal.history(book, 10))
    assert not rest and edits == number
    return number


def _undo(path: Path, number: int) -> None:
    with BookFile(path) as book:
        if number == 2:
            journal.undo(book)
            return
    for value in (1, 2):
        _edit(path, value)


def _undone_there(path: Path) -> int:
    with BookFile(path, Access.READ) as book:
        return 3 - book.count() // (MANY // 2)


def _learn(path: Path, number: int) -> None:
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4")
    library = Library(None, path)
    try:
        Learner(library).record(LearnedGame(moves, True, "1-0", opponent=LARGE, date=f"{number}", book_plies=3))
    finally:
        library.close()


def _learned_there(path: Path) -> int:
    with BookFile(path, Access.READ) as book:
        book.check_integrity()
        return int(book.query("SELECT count(*) FROM games")[0][0])


def _upgrade(path: Path, number: int) -> None:
    if number == 1:
        old_book(path.parent, "user").rename(path)
    else:
        BookFile(path).close()


def _version(path: Path) -> int:
    with BookFile(path, Access.READ) as book:
        assert book.count() > 0
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    assert version in (1, schema.VERSION)
    return 2 if version == schema.VERSION else 1


def _back_up(path: Path, number: int) -> None:
    """Each copy is of another day."""
    with BookFile(path) as book:
        if number == 1:
            book.put_rows(_rows(1))
        backup.back_up(book, number * DAY_S)


def _copies_there(path: Path) -> int:
    copies = list((path.parent / "backups").glob("*.ratsubook"))
    for copy in copies:
        with BookFile(copy, Access.READ) as book:
            book.check_integrity()
            assert book.count() == MANY
    return len(copies)


def _polyglot(path: Path, number: int) -> None:
    polyglot.export_rows(_rows(number), path)


def _entries_there(path: Path) -> int:
    number, rest = divmod(len(list(polyglot.read_entries(path))), MANY)
    assert not rest
    return number


def _pgn(path: Path, number: int) -> None:
    pgn_writer.write_book(_Book(number), path)


def _pgn_there(path: Path) -> int:
    (row,) = pgn_book.read_rows(path)
    return len(row.comment or "") // len(LARGE)


def _imported(path: Path, number: int) -> None:
    """The file that is imported is made first, with the first value."""
    for value in (1, 2) if number == 1 else ():
        polyglot.export_rows(_rows(value), path.with_name(f"{value}.bin"))
    import_file(path.with_name(f"{number}.bin"), path)


def _imports_there(path: Path) -> int:
    with BookFile(path, Access.READ) as book:
        return book.count() // MANY


def _evaluate(path: Path, number: int) -> None:
    """So many positions, each kept at once."""
    analyser = StoredAnalyser(
        path, EngineIdentity(LARGE), lambda board, moves=(), times=1: Analysis(_REPLY, 20, 10, number, "table"), 1
    )
    try:
        board = chess.Board()
        board.set_castling_fen("KQkq" if number == 1 else "KQ")
        analyser(board)
    finally:
        analyser.close()


def _evaluations_there(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM evaluations").fetchone()[0])


def _search(path: Path, number: int) -> None:
    file = SearchFile(path)
    try:
        file.keep(LARGE, number, Search(10, 5, ((1, 20),)))
    finally:
        file.close()


def _searches_there(path: Path) -> int:
    file = SearchFile(path)
    try:
        return len(file.deepest(LARGE))
    finally:
        file.close()


WRITERS: Writers = {
    "edited.ratsubook": (_edit, _edits_there),
    "undone.ratsubook": (_undo, _undone_there),
    "learned.ratsubook": (_learn, _learned_there),
    "old.ratsubook": (_upgrade, _version),
    "copied.ratsubook": (_back_up, _copies_there),
    "book.bin": (_polyglot, _entries_there),
    "book.pgn": (_pgn, _pgn_there),
    "imported.ratsubook": (_imported, _imports_there),
    "evaluations": (_evaluate, _evaluations_there),
    "searches": (_search, _searches_there),
}
