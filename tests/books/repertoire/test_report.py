"""The report of a game against the book, coverage and gaps."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag, PositionRow, PositionVerdict
from books.formats.games import read_lines
from books.key import position_key
from books.repertoire.coverage import coverage, gaps
from books.repertoire.report import missing_moves, report_game
from engine.game.reason_words import english
from tests.books.helpers import after, line

PGN = """[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "A"]
[Black "C"]
[Result "0-1"]

1. e4 c5 2. Nf3 d6 0-1

[White "D"]
[Black "A"]
[Result "1/2-1/2"]

1. e4 c5 2. Nc3 1/2-1/2
"""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6 3.Bb5"))
    opened.add_line(chess.Board(), line("1.Nf3"))
    yield opened
    opened.close()


def test_the_first_departure_of_each_side_is_named_with_the_books_moves(library: Library) -> None:
    report = report_game(library, line("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5"), own_white=True)
    assert report.book_plies == 4
    assert report.first_own is not None
    assert english(report.first_own.reason) == "3.Bc4: you left the book; the book plays Bb5"
    assert report.first_opponent is None
    assert report.opening == "C50 Italian Game: Giuoco Piano"
    assert [entry.move for entry in missing_moves(report)] == [line("1.e4 e5 2.Nf3 Nc6 3.Bc4")[-1]]


def test_a_transposition_back_into_the_book_is_seen(library: Library) -> None:
    report = report_game(library, line("1.Nf3 Nc6 2.e4 e5 3.Bb5"), own_white=True)
    assert report.ended_at == 1
    assert report.returns == (4,)


def test_a_move_flagged_bad_is_told_with_its_flag(library: Library) -> None:
    board = after("1.e4 e5 2.Nf3")
    library.set_flag(board, board.parse_san("f6"), Flag.BAD)
    report = report_game(library, line("1.e4 e5 2.Nf3 f6"), own_white=True)
    assert report.first_opponent is not None
    assert "the flag ?" in english(report.first_opponent.reason)
    assert missing_moves(report) == ()


def test_coverage_and_gaps_judge_a_move_by_the_position_that_it_reaches(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(20 * "1. e4 e5 2. Nf3 *\n\n")
    lines = list(read_lines(path, 20))
    assert library.learned is not None
    assert coverage(lines, library.moves_on).agreement == 1.0
    lost = PositionRow(position_key(after("1.e4 e5 2.Nf3")), verdict=PositionVerdict.CONFIRMED, lost=1, game=3)
    library.learned.put_positions([lost])
    assert coverage(lines, library.moves_on).agreement == 2 / 3
    assert [str(gap) for gap in gaps(lines, library.moves_on, own_white=True)] == [
        "no answer to 1...e5, met in 100% of the games"
    ]


def test_coverage_and_gaps_count_by_position(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    lines = list(read_lines(path, 20))
    measured = coverage(lines, library.moves_on, (1, 4))
    assert measured.games == 3
    assert measured.known == {1: 1.0, 4: (3 + 1 + 1 + 1) / 11}  # e4 three times; e5, Nf3, Nc6 once
    assert measured.whole[4] == 0.5  # two games have four plies
    assert measured.agreement is None  # no position was met twenty times
    found = gaps(lines, library.moves_on, own_white=True)
    assert [str(gap) for gap in found] == ["no answer to 1...c5, met in 67% of the games"]


def test_a_game_that_returns_to_the_book_is_not_whole_in_it(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. Nf3 Nc6 2. e4 e5 3. Bb5 *\n")
    measured = coverage(list(read_lines(path, 20)), library.moves_on, (1, 5))
    assert measured.whole == {1: 1.0, 5: 0.0} and measured.known[5] > 1 / 5
