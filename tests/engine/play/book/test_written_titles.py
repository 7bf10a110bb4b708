"""A book that is written as a file of Ratsu is called as it was."""

from pathlib import Path

import chess

from books.building import imports
from books.choice.library import Library
from books.entry import SIDE
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.play.book.book_export import write_book
from tests.books.helpers import line


def test_a_book_written_by_itself_takes_its_title_and_side_along(tmp_path: Path) -> None:
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3"))
    named = tmp_path / "first.ratsubook"
    with imports.new_book(named, "Student rep") as book:
        book.put_meta(SIDE, "white")
    with BookFile(named, Access.READ) as book:
        write_book(tmp_path / "rep.ratsubook", book, lambda _done, _total: True, library)
    with BookFile(tmp_path / "rep.ratsubook", Access.READ) as book:
        assert (book.meta("title"), book.meta(SIDE)) == ("Student rep", "white")
    write_book(tmp_path / "all.ratsubook", library, lambda _done, _total: True)
    with BookFile(tmp_path / "all.ratsubook", Access.READ) as book:
        assert book.meta("title") == "all"
    library.close()
