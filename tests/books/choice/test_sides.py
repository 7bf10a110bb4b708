"""A book of the user for one side: where the other is to move, its moves are replies."""

from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.choice.layers import is_reply
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.repertoire.shelf import describe
from books.store.book_file import BookFile
from tests.books.helpers import after


@pytest.mark.parametrize("side", [True, False, None])
def test_moves_of_the_other_side_are_replies(tmp_path: Path, side: bool | None) -> None:
    path = tmp_path / "mine.ratsubook"
    boards = (chess.Board(), after("1.e4"))
    with BookFile(path) as book:
        moves = [chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5")]
        book.put_rows(
            [
                MoveRow(position_key(board), encode(board, move), Flag.NORMAL, 1)
                for board, move in zip(boards, moves, strict=True)
            ]
        )
    describe(path, "mine", side)
    with closing(Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)) as library:
        library.list_book(path)
        for board in boards:
            (move,) = library.moves_at(position_key(board), board.turn)
            assert is_reply(move.rows) is (side is not None and side is not board.turn)
