"""Exercises from reviewed games: only own mistakes, only with one good move, saved in the deck that the window asks."""

from __future__ import annotations

import json
from pathlib import Path

import chess
import pytest

from books.folder import default_folder
from engine import command_line
from engine.console.deck import deck_at
from engine.drill.sources.mistakes import saved
from engine.game.info import PovScore, Score
from engine.game.limits import Limits
from engine.ground.user_files import TRAINING
from engine.play.review.exercises import MistakeExercise, has_one_answer
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.review.values import EvaluationSource, PositionEvaluation

PGN = """[White "Anna Virtanen"]
[Black "Ben"]
[Result "0-1"]

1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. a3 Nxh5 0-1
"""


def exercise(fen: str, better: str) -> MistakeExercise:
    board = chess.Board(fen)
    return MistakeExercise(fen, (), False, fen, board.turn, "a2a3", "1.a3??", (better,), better, 0.9, "A – B")


@pytest.mark.parametrize(
    ("fen", "better", "one"),
    [
        ("3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", True),  # every other move loses
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", False),  # a rook ahead, other moves win as well
        ("3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1c1", False),  # a deeper look wants another move
        ("7k/8/8/8/8/8/5q2/7K w - - 0 1", "h1h2", False),
    ],
)
def test_an_exercise_has_one_answer_only_if_every_other_move_is_clearly_worse(fen: str, better: str, one: bool) -> None:
    assert has_one_answer(exercise(fen, better), own_judge(Limits(nodes=3_000), None)) is one


class Hasty(PositionJudge):
    """Sees the other moves' value only at its second look."""

    def __init__(self, rivals: tuple[float, ...]) -> None:
        self.rivals = rivals

    def deeper(self) -> Hasty:
        """The second look."""
        return Hasty(self.rivals[1:])

    def worth(self, *_: object) -> PositionEvaluation:
        """White's best move."""
        return PositionEvaluation(PovScore(Score(0), True), 0.9, 1, ("d1d8",), EvaluationSource.SEARCH)

    def rival(self, *_: object) -> PositionEvaluation:
        """The best other move."""
        return PositionEvaluation(PovScore(Score(0), True), self.rivals[0], 1, ("a2a3",), EvaluationSource.SEARCH)


@pytest.mark.parametrize(("rivals", "one"), [((0.6, 0.6), True), ((0.6, 0.75), False), ((0.75, 0.6), False)])
def test_a_second_look_must_agree(rivals: tuple[float, ...], one: bool) -> None:
    given = exercise("3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8")
    assert has_one_answer(given, Hasty(rivals)) is one


def test_the_second_look_is_longer() -> None:
    assert own_judge(Limits(nodes=1_000), None).deeper().effort.endswith("4000 nodes")
    assert "depth 8" in own_judge(Limits(depth=6), None).deeper().effort


def test_the_command_saves_the_players_own_mistakes_and_nobody_elses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "mine.pgn"
    source.write_text(PGN)
    arguments = ["mistakes", str(source), "--nodes", "4000", "--no-book", "--no-tables", "--json"]
    assert command_line.main([*arguments, "--player", "virtanen"]) == 0
    printed = capsys.readouterr()
    rows = [json.loads(line) for line in printed.out.splitlines()]
    table = [line.split()[:1] for line in printed.err.splitlines()]
    assert ["Middlegame"] in table, "where"
    assert table[table.index(["missed"]) + 1] == ["Mates"], "by which motif"
    assert rows and all(row["fen"].split()[1] == "w" and row["why"] for row in rows)
    deck = deck_at(default_folder().parent / TRAINING).value()
    assert {asked.fen for asked in saved(deck)} == {row["fen"] for row in rows}
    for asked in saved(deck):
        line = [chess.Move.from_uci(move) for move in asked.better[:4]]
        assert asked.better_text == chess.Board(asked.fen).variation_san(line), "each move of White has its number"
    assert command_line.main([*arguments, "--player", "Nobody"]) == 0
    assert "0 games" in capsys.readouterr().err


def test_an_exercise_has_the_name_of_its_position() -> None:
    start = chess.STARTING_FEN
    assert exercise(start, "e2e4").id == exercise(start, "d2d4").id == "05bd4852088c5cfd"
