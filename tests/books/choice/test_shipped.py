"""The book that ships: each move that may be played was searched, none is condemned by one judge alone, and it is small."""

from collections.abc import Iterator, Sequence
from itertools import islice

import chess
import pytest

from books.choice.judging import moves_by_rows
from books.choice.layers import join
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Layer, PositionRow
from books.formats.games import read_lines
from books.key import position_key
from books.repertoire.book_check import Visit, walk
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.training.book.theory_lines import GAMBITS
from engine.training.book.theory_lines import THEORY as THEORY_LINES
from engine.training.book.traps import TRAPS
from tests.bench.shipped_audit import THEORY, condemned_words, main_lines, theory, unanswered
from tests.helpers.shared import shared_file

LEAST_NODES = 15_000
LARGEST_MARGIN_CP = 33  # 32, and a mate is a move nearer


@pytest.fixture(scope="module")
def book() -> Iterator[BookFile]:
    with BookFile(SHIPPED_BOOK, Access.IMMUTABLE) as opened:
        yield opened


@pytest.fixture(scope="module")
def visits(book: BookFile) -> Sequence[Visit]:
    """The 3,000 positions that people reach most."""
    return list(walk(moves_by_rows(lambda key: join([(Layer.SHIPPED, book.rows(key))])), most=3_000))


def trap_key(line: str) -> int:
    """The position before the last move of a trap."""
    board = chess.Board()
    for san in line.split()[:-1]:
        board.push_san(san)
    return position_key(board)


def after(visit: Visit, move: chess.Move) -> chess.Board:
    board = visit.board.copy(stack=False)
    board.push(move)
    return board


@pytest.mark.parametrize("most", [1_000, pytest.param(None, marks=pytest.mark.long)])
def test_every_position_was_searched_and_has_a_move_to_play(book: BookFile, most: int | None) -> None:
    positions = list(islice(book.all_positions(), most))
    assert len(positions) == most or len(positions) > 20_000
    for position in positions:
        assert any(row.flag.playable for row in book.rows(position.key))
        assert position.worth is not None
        assert position.engine is not None
        assert (position.nodes or 0) >= LEAST_NODES or position.second is not None, position


def test_no_move_that_may_be_played_is_much_worse_than_the_best(book: BookFile, visits: Sequence[Visit]) -> None:
    compared = 0
    for visit in visits:
        reached = {move: book.position(position_key(after(visit, move))) for move, _ in visit.moves}
        worth = {move: -position.worth for move, position in reached.items() if position and position.worth is not None}
        own = _known(book, visit.board).worth
        assert own is not None
        best = min(own, max(worth.values(), default=own))  # a short search behind a move does not outbid a deep one
        for move, entry in visit.moves:
            if entry.flag.playable and move in worth:
                compared += 1
                assert best - worth[move] <= LARGEST_MARGIN_CP, (visit.board.fen(), move)
    assert compared > 3_000


def test_a_condemned_move_was_searched_by_both_judges_and_is_answered(book: BookFile, visits: Sequence[Visit]) -> None:
    found = condemned_words(visits)
    assert len(found) > 10
    traps = {
        trap_key(line) for line in TRAPS
    }  # both judges condemned them; only the other one's values are in the book
    for word in found:
        if position_key(word.board) in traps:
            continue
        board = word.board.copy(stack=False)
        board.push(word.move)
        for position in (_known(book, word.board), _known(book, board)):
            assert position.second is not None, word
            assert position.second_engine is not None
            assert position.second_engine.startswith("Ratsu")
        assert any(row.flag.playable for row in book.rows(position_key(board))), word


def test_theory_is_playable(book: BookFile) -> None:
    assert theory(book) == {}
    assert len(THEORY) == 6


def test_gambits_and_traps_are_answered_eight_half_moves_deep(book: BookFile) -> None:
    assert unanswered(book) == {}
    assert len(GAMBITS) >= 31


def test_main_lines_are_known_and_the_moves_that_are_not_played_are_few() -> None:
    found = main_lines(SHIPPED_BOOK)
    assert found.half_moves == 16 * len(THEORY_LINES) >= 16 * 44
    assert all(value is not None for value in found.not_playable.values())  # all are in the book, with a value
    assert len(found.not_playable) <= 12
    for line in ("1. c4", "1. e4 c5 2. c3", "1. e4 e5 2. Nf3 Nc6 3. d4"):
        assert line not in {**found.not_playable, **found.never_drawn}


def test_most_positions_of_strong_players_have_a_move_to_play(book: BookFile) -> None:
    keys = [key for game in read_lines(shared_file("data/games/sample_2000.pgn"), 16) for key in game.keys]
    answered = {key for key in set(keys) if any(row.flag.playable for row in book.rows(key))}
    assert sum(key in answered for key in keys) / len(keys) > 0.75


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
        assert "nodes" in (opened.meta("checked") or "")


def _known(book: BookFile, board: chess.Board) -> PositionRow:
    position = book.position(position_key(board))
    assert position is not None, board.fen()
    return position
