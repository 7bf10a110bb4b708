"""A teacher is any program that answers lines; one that fails is named."""

import sys
from array import array
from pathlib import Path

import pytest

from engine.errors import RatsuError
from engine.training.human.fit import record_taught
from engine.training.human.games import extract
from engine.training.human.learner import Learner, offsets
from engine.training.human.teach import teach
from tests.engine.training.human.made_games import made_pgn

# Likes the last of the legal moves, whatever is asked.
STUBBORN = """
import chess, json, sys
for line in sys.stdin:
    asked = json.loads(line)
    board = chess.Board(asked["fen"])
    for move in asked["moves"].split():
        board.push_uci(move)
    moves = sorted(move.uci() for move in board.legal_moves)
    print(json.dumps({move: 1.0 if move == moves[-1] else 0.0 for move in moves}), flush=True)
"""


def command(folder: Path, text: str) -> str:
    path = folder / "teacher.py"
    path.write_text(text)
    return f"{sys.executable} {path}"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games.pgn").write_text(made_pgn(12, seed=2))
    extract([tmp_path / "games.pgn"], tmp_path)
    return tmp_path / "teach.games"


def test_what_the_teacher_likes_is_learned_instead_of_what_was_played(games: Path, tmp_path: Path) -> None:
    said: list[str] = []
    for _ in range(2):  # the second time everything is there
        teach(games, tmp_path / "teach", command(tmp_path, STUBBORN), 3, 100, said.append)
    assert len(said) == 1
    record_taught(games, tmp_path / "teach", said.append)
    record_taught(games, tmp_path / "teach", said.append)
    assert len(said) == 2
    records = (tmp_path / "teach" / "taught-000.records").read_bytes()
    order = offsets(records)
    assert 20 <= len(order) <= 36

    def loss(teacher: float) -> float:
        return Learner().learn(records, array("q", order), 1e-3, 0.0, teacher, 0.0)

    assert loss(1.0) != pytest.approx(loss(0.0), abs=1e-3)


@pytest.mark.parametrize(
    "text", ["", "print('{}', flush=True); input()", "print('{\"e2e4\": 7}', flush=True); input()"]
)
def test_a_teacher_that_ends_or_talks_nonsense_is_named(games: Path, tmp_path: Path, text: str) -> None:
    with pytest.raises(RatsuError, match=r"teacher|empty|number"):
        teach(games, tmp_path / "teach", command(tmp_path, text), 3, 100, lambda said: None)


def test_a_teacher_that_is_not_there_is_named(games: Path, tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match="cannot be started"):
        teach(games, tmp_path / "teach", str(tmp_path / "nobody"), 3, 100, lambda said: None)
