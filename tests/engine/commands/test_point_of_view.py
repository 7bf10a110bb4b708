"""Scores are White's on every screen of the console; programs that read JSON get the side to move's, as --help says."""

import json

import chess
import pytest

from engine.command_line import main
from engine.commands.analyse import line_text
from engine.game.info import Info, Score

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "score", "shown"),
    [
        (chess.STARTING_FEN, Score(centipawns=31), "+0.31"),
        (AFTER_E4, Score(centipawns=31), "-0.31"),
        (chess.STARTING_FEN, Score(mate=-3), "#-3"),
        (AFTER_E4, Score(mate=-3), "#3"),
    ],
)
def test_a_line_of_analysis_shows_whites_score(fen: str, score: Score, shown: str) -> None:
    assert f" {shown} " in line_text(chess.Board(fen), Info(8, 9, 1, score, 1000, 10, ()))


def test_the_best_move_is_told_with_the_same_sign_as_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Black is a queen up: White's score is far below 0."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1"
    assert main(["analyse", fen, "--depth", "4"]) == 0
    *_, line, _, best = capsys.readouterr().out.strip().splitlines()
    score = line.split()[1]
    assert float(score) < -3 and f"search: {score}, depth 4" in best
    assert main(["analyse", fen, "--depth", "4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["lines"][0]["centipawns"] > 300 and data["reason"].startswith(score)
