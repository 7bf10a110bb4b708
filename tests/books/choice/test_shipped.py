"""The book that ships: every move that the player may choose from it was searched, and it is small and whole."""

import itertools
from collections.abc import Iterator

import chess
import pytest

from books.choice.layers import join
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Flag, Layer, MoveRow
from books.repertoire.doctor import walk
from books.store.book_file import BookFile
from books.store.connecting import Access


@pytest.fixture(scope="module")
def book() -> Iterator[BookFile]:
    with BookFile(SHIPPED_BOOK, Access.IMMUTABLE) as opened:
        yield opened


def recommended(rows: list[MoveRow]) -> list[MoveRow]:
    """The moves of one position that the player chooses among."""
    best = max((row.flag for row in rows), default=Flag.BAD)
    return [row for row in rows if row.flag is best and best.playable]


def test_every_move_that_may_be_played_was_searched(book: BookFile) -> None:
    checked = 0
    for _, rows in itertools.groupby(book.all_rows(), key=lambda row: row.key):
        for row in recommended(list(rows)):
            assert row.evaluation is not None, row
            assert row.engine is not None
            assert row.engine.startswith("Ratsu ")
            checked += 1
    assert checked > 5_000


def test_no_move_that_may_be_played_loses_or_is_half_a_pawn_worse_than_another(book: BookFile) -> None:
    for _, group in itertools.groupby(book.all_rows(), key=lambda row: row.key):
        rows = list(group)
        best = max((row.evaluation for row in rows if row.evaluation is not None), default=0)
        for row in recommended(rows):
            assert row.evaluation is not None
            assert row.evaluation > best - 50, row


def test_every_move_that_the_engine_found_bad_has_its_refutation_in_the_book(book: BookFile) -> None:
    answered = []
    for visit in itertools.islice(walk(lambda key: join([(Layer.SHIPPED, book.rows(key))])), 3_000):
        for move, entry in visit.moves:
            if entry.decision.flag is Flag.BAD and entry.rows[0][1].evaluation is not None:
                after = visit.board.copy(stack=False)
                after.push(move)
                answered.append(bool(recommended(book.rows(_key(after)))) or after.is_game_over())
    assert len(answered) > 5
    assert all(answered)


def test_the_first_moves_are_chosen_from_the_book() -> None:
    library = Library(None, None)
    choice = library.chooser().choose(chess.Board())
    library.close()
    assert choice is not None
    assert choice.move is not None


def test_it_is_small_and_whole() -> None:
    assert SHIPPED_BOOK.stat().st_size <= 5_000_000
    with BookFile(SHIPPED_BOOK, Access.IMMUTABLE) as opened:
        opened.check_integrity()
        assert "public domain" in (opened.meta("source") or "")
        assert "nodes each" in (opened.meta("checked") or "")


def _key(board: chess.Board) -> int:
    from books.key import position_key

    return position_key(board)
