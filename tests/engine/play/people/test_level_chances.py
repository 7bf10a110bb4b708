"""What a level draws its moves from: more or less care, and nothing that hardly anybody plays."""

import pytest

from engine.play.people.level_chances import TAIL, with_care, without_tail

CHANCES = {"good": 0.5, "bad": 0.4, "rare": TAIL / 2, "other": 0.1 - TAIL / 2}
SCORES = {"good": (0, 20), "bad": (50, -400), "rare": (0, 10), "other": (0, 0)}


def test_a_weak_level_loses_more_than_the_predictor_expects_and_a_strong_one_less() -> None:
    weak, strong = (with_care(CHANCES, SCORES, elo) for elo in (1200, 2200))
    assert weak["bad"] > CHANCES["bad"] > strong["bad"]
    assert sum(weak.values()) == pytest.approx(sum(strong.values())) == pytest.approx(1)
    assert weak["good"] / weak["rare"] == pytest.approx(CHANCES["good"] / CHANCES["rare"], rel=0.05), (
        "as good as each other"
    )


@pytest.mark.parametrize("elo", [400, 800, 1000])
def test_a_blunder_that_hardly_anybody_makes_does_not_become_likelier_for_the_weak(elo: int) -> None:
    scores = {**SCORES, "rare": (0, -900), "bad": (0, -900)}
    chances = with_care(CHANCES, scores, elo)
    assert chances["rare"] < TAIL and chances["bad"] > CHANCES["bad"]


def test_the_mistakes_of_children_are_usual_ones() -> None:
    chances = {"good": 0.3, "usual blunder": 0.3, "odd blunder": 0.03, "odd": 0.37}
    scores = {"good": (0,), "usual blunder": (-900,), "odd blunder": (-900,), "odd": (0,)}
    child, adult = (with_care(chances, scores, elo) for elo in (400, 1200))
    usual, odd = "usual blunder", "odd blunder"
    assert child[usual] > adult[usual] > chances[usual]
    assert child[usual] / child[odd] > 50 and adult[usual] / adult[odd] == pytest.approx(chances[usual] / chances[odd])


def test_mates_have_no_other_worth_than_a_queen_or_two() -> None:
    chances = with_care({"mates": 0.5, "wins": 0.5}, {"mates": (30_000,), "wins": (3_000,)}, 800)
    assert chances["mates"] == pytest.approx(0.5)


def test_the_tail_is_cut_unless_there_is_nothing_else() -> None:
    left = without_tail(CHANCES)
    assert left.keys() == CHANCES.keys() - {"rare"} and sum(left.values()) == pytest.approx(1)
    assert without_tail({"rare": TAIL / 2}) == {"rare": 1.0}
    assert without_tail({}) == {}
