"""Players below 800: more is overlooked, the weaker they are, and nothing changes where the predictor knows people."""

import pytest

from engine.game.limits import GamePosition
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.play.people.weak_players import LEAST_ELO, unseeing
from engine.rules.fen import START_FEN

CHANCES = {"safe": 0.6, "loses a knight": 0.3, "loses the queen": 0.1}
SCORES = {"safe": (0, 0), "loses a knight": (0, -300), "loses the queen": (0, -900)}


def test_the_weaker_the_player_the_likelier_is_a_loss() -> None:
    rows = [unseeing(CHANCES, SCORES, elo) for elo in (400, 500, 600, 700, LEAST_ELO)]
    for row in rows:
        assert sum(row.values()) == pytest.approx(1)
    safe = [row["safe"] for row in rows]
    assert safe == sorted(safe) and safe[0] < safe[-1]
    assert unseeing(CHANCES, SCORES, LEAST_ELO) == unseeing(CHANCES, SCORES, 1500) == CHANCES
    assert unseeing({}, {}, 400) == {}


def test_a_child_hangs_more_than_a_beginner() -> None:
    moves = [
        "e2e4",
        "e7e5",
        "g1f3",
        "b8c6",
        "f1c4",
        "g8f6",
        "d2d3",
        "f8c5",
        "c1g5",
        "h7h6",
    ]  # the bishop on g5 is attacked
    people, position = HumanMover(), GamePosition(START_FEN, tuple(moves), chess960=False)

    def lost(elo: int) -> float:
        found = people.chances(position, Character(elo))
        best = max(row[-1] for row in found.scores.values())
        return sum(chance for move, chance in found.of.items() if best - found.scores[move][-1] >= 200)

    assert lost(400) > lost(600) > lost(800)
