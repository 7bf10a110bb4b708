"""The user's own puzzles: CSV, PGN and EPD, asked like those of the program, and what is wrong with a file."""

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.drill.deck import Deck
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection, progress_of
from engine.ground.errors import RatsuError
from engine.play.tactics.attempt import Attempt
from engine.play.tactics.puzzle_files import add_file, added_puzzles, files_in, puzzles_of, remove_file

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
CSV = (
    "PuzzleId,FEN,Moves,Rating,Themes\n"
    "abcde,6k1/5ppp/8/8/8/8/3p1PPP/3R2K1 b - - 0 1,g8f8 d1d2 f8e7,900,hangingPiece\n"
    "wrong,not a position,e2e4 e7e5,900,\n"
)
PGN = f"""[Event "Mates"]
[SetUp "1"]
[FEN "{BACK_RANK}"]

1. Rd8# 1-0

[Event "A whole game"]

1. e4 e5 1-0
"""
EPD = f'{" ".join(BACK_RANK.split()[:4])} bm Rd8#; id "one";\n8/8/8/4k3/8/8/PP6/K7 w - - bm a4 b4; id "two";\n'


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_a_csv_of_lichess_begins_with_the_move_of_the_opponent_and_leaves_out_what_is_damaged(tmp_path: Path) -> None:
    (puzzle,) = puzzles_of(written(tmp_path, "own.csv", CSV))
    assert (puzzle.name, puzzle.rating, puzzle.themes) == ("own.csv abcde", 900, frozenset(("hangingPiece",)))
    attempt = Attempt.begun(puzzle)
    assert attempt.played == ("g8f8",) and attempt.board.turn


def test_games_with_a_position_are_puzzles_whose_first_move_is_the_answer(tmp_path: Path) -> None:
    (puzzle,) = puzzles_of(written(tmp_path, "mates.pgn", PGN))
    attempt = Attempt.begun(puzzle)
    assert attempt.first and attempt.played == () and "backRankMate" in puzzle.themes
    solved = attempt.after("d1d8")
    assert solved is not None and not solved.rest
    assert attempt.after("d1d7") is None


def test_each_best_move_of_an_epd_line_is_right(tmp_path: Path) -> None:
    first, second = puzzles_of(written(tmp_path, "tests.epd", EPD))
    assert (first.name, second.name) == ("tests.epd 1 one", "tests.epd 2 two")
    asked = Attempt.begun(second)
    for answer in ("a2a4", "b2b4"):
        solved = asked.after(answer)
        assert solved is not None and not solved.rest
    assert asked.after("a1b1") is None


def test_a_bad_line_does_not_refuse_the_puzzles_of_the_others(tmp_path: Path) -> None:
    wrong = "8/8/8/8/8/4k3/8/4K3 x - - bm Kd1;"
    (first, second) = puzzles_of(written(tmp_path, "tests.epd", f"{wrong}\n{EPD}"))
    assert (first.name, second.name) == ("tests.epd 2 one", "tests.epd 3 two")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("games.txt", "", "games.txt: puzzles are in files that end in .csv, .pgn, .epd"),
        ("games.pgn", "1. e4 e5 *", "games.pgn has no puzzle: a position with its solution"),
        ("bad.epd", "8/8 w - - bm a4;", "bad.epd, line 1: "),
        ("bad.csv", "PuzzleId,FEN,Moves\nx,8/8/8/8/8/8/8/8 w - - 0 1,e2e4\n", "puzzle x: two moves are needed"),
    ],
)
def test_a_file_without_a_puzzle_says_what_is_wrong(tmp_path: Path, name: str, text: str, told: str) -> None:
    with pytest.raises(RatsuError, match=re.escape(told)):
        puzzles_of(written(tmp_path, name, text))


def test_an_added_file_is_listed_read_and_removed(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    assert files_in(folder) == () and added_puzzles(folder) == ()
    assert add_file(folder, written(tmp_path, "tests.epd", EPD)) == 2
    assert files_in(folder) == ("tests.epd",) and len(added_puzzles(folder, "tests.epd")) == 2
    remove_file(folder, "tests.epd")
    assert files_in(folder) == ()


def test_puzzles_without_a_rating_are_asked_on_wish_and_change_no_rating(tmp_path: Path) -> None:
    puzzles = puzzles_of(written(tmp_path, "tests.epd", EPD))
    now, chance = datetime(2026, 11, 30, tzinfo=UTC), random.Random(1)
    own = PuzzleSelection(PuzzleMode.RATED, "", "tests.epd")
    assert PuzzleSelection().next(puzzles, Deck(), now, chance) is None
    asked = own.next(puzzles, Deck(), now, chance)
    assert asked is not None
    after = progress_of(own.answered(Deck(), asked, False, now))
    assert (after.glicko, after.failed) == (progress_of(Deck()).glicko, 1)
