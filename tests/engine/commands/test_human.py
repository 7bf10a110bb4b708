"""`ratsu human`: likely moves for a person, one line for one line for a program."""

import io
import json

import chess
import pytest

from engine.commands.human import answer_lines
from engine.console.position_argument import position_of
from engine.human.predictor import Predictor
from tests.helpers.program import ratsu_here

START = {"fen": chess.STARTING_FEN, "moves": "e2e4 e7e5 g1f3", "elo": 1500, "opponent": 1400, "time_control": "300+3"}


def answers(*questions: object) -> list[dict[str, float]]:
    lines = "\n".join(text if isinstance(text, str) else json.dumps(text) for text in questions)
    out = io.StringIO()
    assert answer_lines(Predictor(), io.StringIO(lines), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_question_gets_a_line_with_every_legal_move() -> None:
    board = chess.Board()
    for move in START["moves"].split():  # type: ignore[attr-defined]
        board.push_uci(move)
    first, second = answers(START, {"fen": "startpos", "elo": 900})
    assert set(first) == {move.uci() for move in board.legal_moves}
    assert len(second) == 20
    assert sum(first.values()) == pytest.approx(1) and sum(second.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("nonsense", "line 1, column 1"),
        ({"elo": 1500}, "fen is missing"),
        ({"fen": chess.STARTING_FEN}, "elo is missing"),
        ({"fen": chess.STARTING_FEN, "elo": "strong"}, "elo must be a whole number"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "elo": 1500}, "the board is empty"),
        ({"fen": chess.STARTING_FEN, "moves": "e2e5", "elo": 1500}, "e2e5"),
        ({"fen": chess.STARTING_FEN, "elo": 1500, "site": "elsewhere"}, "site must be one of"),
    ],
)
def test_a_bad_question_is_answered_with_its_fault_and_the_next_one_as_usual(question: object, words: str) -> None:
    bad, good = answers(question, START)
    assert words in str(bad["error"])
    assert sum(good.values()) == pytest.approx(1)


MENDED = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e5 x 0", "en passant"),
    ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "Castling Q was left out"),
    ("rkrbnnbq/pppppppp/8/8/8/8/PPPPPPPP/RKRBNNBQ w KQkq - 0 1", "Castling is as in Chess960"),
)


@pytest.mark.parametrize(("fen", "note"), MENDED)
def test_a_wrong_field_is_mended_as_at_the_other_doors(fen: str, note: str, capsys: pytest.CaptureFixture[str]) -> None:
    position = position_of(fen, chess960=False)
    said = capsys.readouterr().err
    (answer,) = answers({"fen": fen, "elo": 1500})
    assert "error" not in answer
    assert set(answer) == set(position.board().legal_uci_moves())
    assert note in said and capsys.readouterr().err == said


@pytest.mark.parametrize(("control", "site"), [("600+0", "lichess"), ("600", "chess.com"), ("300+3", "unknown")])
def test_the_spelling_of_a_time_control_tells_the_site_unless_it_is_said(control: str, site: str) -> None:
    asked = {**START, "time_control": control}
    told, said, other = answers(asked, {**asked, "site": site}, {**asked, "site": "other"})
    assert told == said != other


def test_a_person_reads_moves_with_percentages() -> None:
    done = ratsu_here("human", "startpos", "--moves", "e2e4 e7e5 g1f3", "--elo", "1500", "--lines", "3")
    moves = [line.split()[0] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(moves) == 3 and moves[0] == "Nc6"
    assert all(line.endswith(" %") for line in done.stdout.splitlines())


def test_json_holds_every_legal_move_and_the_search_changes_it() -> None:
    plain, searched = (
        json.loads(ratsu_here("human", "startpos", "--json", *more).stdout) for more in (("--no-search",), ())
    )
    assert len(plain) == len(searched) == 20 and plain != searched


OVER = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"  # mate


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 1), (("startpos", "--stdin"), 1), (("startpos", "--elo", "9"), 2), (("nonsense",), 1), ((OVER,), 1)],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], code: int) -> None:
    done = ratsu_here("human", *arguments)
    assert done.returncode == code and "Traceback" not in done.stderr
    assert code == 2 or len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("--elo", "strong"), "a number from 400 to 2800"),
        (("--time-control", "blitz"), "seconds and increment, as in 300+3"),
    ],
)
def test_a_value_that_cannot_be_read_is_answered_with_what_to_write(option: tuple[str, str], words: str) -> None:
    assert words in ratsu_here("human", "startpos", *option).stderr
