"""The themes of a line: those that lichess gives to puzzles of its database (CC0), and the command that names them."""

import json
from pathlib import Path

import pytest

from engine.coach.line import MotifLine
from engine.coach.puzzles import Puzzle, agreement, read_puzzles
from engine.coach.themes.tagger import KNOWN, themes
from engine.command_line import main
from engine.ground.errors import MoveError, RatsuError

PUZZLES = Path(__file__).parents[2] / "data" / "coach" / "puzzles.csv"
SELDOM = {"underPromotion"}  # no puzzle of the development part has it


@pytest.mark.parametrize("puzzle", [*read_puzzles(PUZZLES)], ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_the_themes_that_lichess_gives_it(puzzle: Puzzle) -> None:
    assert set(puzzle.found()) == puzzle.themes


def test_every_theme_is_shown_by_a_puzzle() -> None:
    shown = set().union(*(puzzle.themes for puzzle in read_puzzles(PUZZLES)))
    assert shown == set(KNOWN) - SELDOM


def test_a_knight_that_mates_by_promotion_is_an_under_promotion() -> None:
    line = MotifLine.of("8/5P1k/8/5KR1/8/8/8/8 b - - 0 1", ["h7h6", "f7f8n"], chess960=False)
    assert "underPromotion" in themes(line)
    assert "underPromotion" not in themes(
        MotifLine.of("8/5P1k/8/5KR1/8/8/8/8 b - - 0 1", ["h7h6", "f7f8q"], chess960=False)
    )


def test_a_move_that_is_not_legal_is_told_with_its_position() -> None:
    with pytest.raises(MoveError, match="e2e5 is not legal in rnbqkbnr"):
        MotifLine.of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["e2e5"], chess960=False)


def test_the_command_prints_one_object_of_all_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "--puzzles", str(PUZZLES), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {name: set(told) for name, told in found.items()} == {
        puzzle.name: puzzle.themes for puzzle in read_puzzles(PUZZLES)
    }


ZUGZWANG = """PuzzleId,FEN,Moves,Themes
both lose who move,8/8/8/8/5p2/5b2/5P2/4KBk1 w - - 20 86,f1e2 f3e2 e1e2 g1g2,zugzwang
kept in any case,8/8/8/8/3p4/3P1k2/8/4K3 w - - 0 1,e1f1 f3e3,
many pieces,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4 e7e5,
"""


def test_a_zugzwang_is_found_by_a_search_where_the_duty_to_move_alone_loses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(ZUGZWANG)
    assert main(["coach", "--puzzles", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [name for name, told in found.items() if "zugzwang" in told] == ["both lose who move"]
    assert main(["coach", "--check", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["zugzwang"] == {"precision": 1, "recall": 1, "f1": 1, "count": 1}
    assert not any("zugzwang" in puzzle.found() for puzzle in read_puzzles(path)), "not without a search"


def test_agreement_counts_what_is_told_wrongly_and_what_is_left_out() -> None:
    puzzle = next(read_puzzles(PUZZLES))
    other = Puzzle(
        puzzle.name, puzzle.fen, puzzle.moves, (puzzle.themes - {"short", "long"}) | {"zugzwang", "castling"}
    )
    table, whole = agreement(iter([puzzle, other]))
    assert (whole.wrong, whole.left_out) == (len(puzzle.themes & {"short", "long"}), 1)
    assert table["castling"].recall == 0
    assert whole.f1 == pytest.approx(2 * whole.right / (2 * whole.right + whole.wrong + 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PuzzleId,FEN\n", "lacks the column Moves"),
        ("PuzzleId,FEN,Moves\nx,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5\n", "puzzle x: e2e4 is not legal"),
        ("PuzzleId,FEN,Moves\nx,nonsense,e2e4 e7e5\n", "puzzle x: "),
        (
            "PuzzleId,FEN,Moves\nx,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4\n",
            "puzzle x: two moves",
        ),
        ("PuzzleId,FEN,Moves\nx\n", "puzzle x: two moves"),
    ],
)
def test_a_file_that_is_no_puzzle_file_is_told(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(text)
    with pytest.raises(RatsuError, match=said):
        agreement(read_puzzles(path))


def test_a_missing_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "--puzzles", str(tmp_path / "none.csv")]) == 1
    assert "none.csv" in capsys.readouterr().err
