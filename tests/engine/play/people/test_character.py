"""Who plays: attackers attack, liked openings are played, and neither makes anybody blunder more."""

import math

import chess
import pytest

from engine.game.limits import GamePosition
from engine.play.people.character import NEARER, Character, of_character
from engine.play.people.human_mover import SOUND_CP, HumanMover
from engine.rules.board import CoreBoard

# After 1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.Ng5 d5 5.exd5 Nxd5: 6.Nxf7 is the Fried Liver.
FRIED_LIVER = GamePosition(
    chess.STARTING_FEN, ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "f3g5", "d7d5", "e4d5", "f6d5"), chess960=False
)
STYLES = ("aggressive", "normal", "solid", "defensive")  # most attack first


@pytest.fixture(scope="module")
def people() -> HumanMover:
    return HumanMover()


def test_an_attacker_keeps_the_queens_that_a_defender_exchanges(people: HumanMover) -> None:
    exchange = GamePosition(chess.STARTING_FEN, ("e2e4", "d7d6", "d2d4", "e7e5", "d4e5", "d6e5"), chess960=False)
    shares = [people.chances(exchange, Character(1500, style)).of["d1d8"] for style in STYLES]
    assert shares == sorted(shares) and shares[0] < shares[-1]


def test_an_attacker_gives_the_check_that_a_defender_does_without(people: HumanMover) -> None:
    # After 1.e4 c6 2.d4 d5 3.e5 Bf5 4.Bd3 Bxd3 5.Qxd3 e6: 6...Qa5+ follows most quiet moves of White.
    line = "e2e4 c7c6 d2d4 d7d5 e4e5 c8f5 f1d3 f5d3 d1d3 e7e6 g1f3"
    check = GamePosition(chess.STARTING_FEN, tuple(line.split()), chess960=False)
    shares = [people.chances(check, Character(1500, style)).of["d8a5"] for style in STYLES]
    assert shares == sorted(shares, reverse=True) and shares[0] > shares[-1]


@pytest.mark.parametrize("style", ["aggressive", "solid", "defensive"])
def test_a_style_blunders_as_often_as_others_of_the_rating(people: HumanMover, style: str) -> None:
    def unsound(character: Character) -> float:
        found = people.chances(FRIED_LIVER, character)
        best = max(row[-1] for row in found.scores.values())
        return sum(chance for move, chance in found.of.items() if best - found.scores[move][-1] >= SOUND_CP)

    assert unsound(Character(1500, style)) == pytest.approx(unsound(Character(1500)))
    assert sum(people.chances(FRIED_LIVER, Character(1500, style)).of.values()) == pytest.approx(1)


def test_an_attacker_retreats_more_seldom_than_a_defender() -> None:
    board = CoreBoard.from_fen("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", False)
    moves = {"d5b4": 0.5, "d5b6": 0.5}  # back, and on
    attacker, defender = (of_character(moves, board, Character(1500, style=style)) for style in ("aggressive", "solid"))
    assert attacker["d5b4"] < 0.5 < defender["d5b4"] and sum(attacker.values()) == pytest.approx(1)


def test_a_piece_that_comes_near_the_king_draws_an_attacker_and_one_far_from_it_does_not() -> None:
    board = CoreBoard.from_fen("4k3/8/8/2N5/8/8/8/4K3 w - - 0 1", False)
    moves = dict.fromkeys(("c5e6", "c5d7", "c5a6", "c5b7"), 0.25)  # distances of the king 2, 1, 4, 3, and before 3
    attacker = of_character(moves, board, Character(1500, style="aggressive"))
    factors = {move: attacker[move] / attacker["c5a6"] for move in moves}
    assert factors == pytest.approx({"c5e6": math.exp(NEARER), "c5d7": math.exp(NEARER), "c5a6": 1, "c5b7": 1})
    board = CoreBoard.from_fen("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", False)
    far = of_character({"a1b3": 0.5, "a1c2": 0.5}, board, Character(1500, style="aggressive"))
    assert far["a1b3"] == pytest.approx(far["a1c2"]), "nearer, but still far away"
