"""The gap of a repertoire is closed in the book that the repertoire is made of."""

from collections.abc import Callable
from pathlib import Path

import chess

from books.choice.edit_place import edits_into
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.repertoire.trainer_values import Repertoire
from books.store.book_file import BookFile
from engine.drill.sources.openings import Openings


def test_a_gap_of_a_repertoire_of_another_book_is_closed_there(
    empty: Library, make_trainer: Callable[[Library], Openings], tmp_path: Path
) -> None:
    """The answer went to the book that takes the edits, which the repertoire does not have, and the gap stayed."""
    path, board = tmp_path / "Italian.ratsubook", chess.Board()
    with BookFile(path) as book:
        for san, games in (("e4", 9), ("e5", 9), ("Nf3", 9), ("Nc6", 5), ("Bc4", 5)):
            move = board.push_san(san)
            board.pop()
            book.put_rows([MoveRow(position_key(board), encode(board, move), Flag.NORMAL, games)])
            board.push(move)
        board.pop(), board.pop()
        move = board.parse_san("d6")
        book.put_rows([MoveRow(position_key(board), encode(board, move), Flag.NORMAL, 4)])
    empty.list_book(path)
    course = make_trainer(empty)
    row = course.save(Repertoire(0, "Italian", True, books=(str(path),)))
    assert row.gap is not None and row.gap.moves[-1] == "d7d6"
    assert course.store.book_of(row) == path and course.store.book_of(Repertoire(0, "White", True)) is None
    before = empty.version()
    with edits_into(empty, path):
        empty.add_line(*course.answer_to_gap(row, "d2d4"))
    assert empty.version() != before and empty.edited is None
    assert course.counted(row).gap is None
    with edits_into(empty, path):
        assert empty.undo() is not None
    assert course.counted(row).gap == row.gap
