"""A move that another book values as losing names that book."""

from pathlib import Path

import chess

from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow
from books.key import encode, position_key
from books.store.book_file import BookFile
from engine.game.reason_words import english


def test_a_value_of_another_book_names_it(tmp_path: Path) -> None:
    """It read `book  as losing: …`."""
    board, other = chess.Board(), tmp_path / "from the club.ratsubook"
    move, after = chess.Move.from_uci("g2g4"), chess.Board()
    after.push(move)
    with BookFile(other) as book:
        book.put_rows([MoveRow(position_key(board), encode(board, move))])
        book.put_positions([PositionRow(position_key(after), value=310, depth=9)])
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.list_book(other)
    (row,) = library.look_up(board)
    assert row.flag is Flag.BAD and english(row.reason) == "book from the club as losing: -3.10 at depth 9"
    library.close()
