"""Losses, signs and accuracy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.info import PovScore, Score
from engine.play.review import judging
from engine.play.review.values import MoveJudgement


@pytest.mark.parametrize(
    ("loss", "sign"),
    [
        (5.0, None),
        (5.1, MoveJudgement.INACCURACY),
        (10.1, MoveJudgement.MISTAKE),
        (20.1, MoveJudgement.BLUNDER),
        (0.0, None),
    ],
)
def test_signs_begin_above_5_10_and_20_points(loss: float, sign: MoveJudgement | None) -> None:
    assert judging.judgement_of(loss) is sign  # the thresholds


def test_an_even_position_is_half_a_point_and_a_mate_a_whole_one() -> None:
    assert judging.white_share(PovScore(Score(centipawns=0), True)) == 0.5
    assert judging.white_share(PovScore(Score(mate=3), True)) == 1.0
    assert judging.white_share(PovScore(Score(mate=-1), True)) == 0.0


@given(st.integers(-3000, 3000))
def test_a_share_is_the_complement_of_the_other_sides(centipawns: int) -> None:
    mine, theirs = (judging.white_share(PovScore(Score(centipawns=value), True)) for value in (centipawns, -centipawns))
    assert mine + theirs == pytest.approx(1.0, abs=0.002)


def test_a_loss_is_the_movers_and_a_gain_is_none() -> None:
    assert judging.loss_points(0.7, 0.4, white=True) == pytest.approx(30)
    assert judging.loss_points(0.7, 0.4, white=False) == 0
    assert (
        judging.loss_centipawns(PovScore(Score(centipawns=50), True), PovScore(Score(centipawns=-30), True), white=True)
        == 80
    )
    mating, mated = (PovScore(Score(mate=moves), True) for moves in (2, -2))
    assert judging.loss_centipawns(mating, mated, white=True) == judging.MOST_LOSS_CP


def test_move_accuracy_is_lichess_published_curve() -> None:
    # lichess.org/page/accuracy: 103.1668 * exp(-0.04354 * loss) - 3.1669
    assert judging.move_accuracy(0) == pytest.approx(100, abs=0.01)
    assert judging.move_accuracy(10) == pytest.approx(63.58, abs=0.01)
    assert judging.move_accuracy(100) == 0


@given(st.lists(st.floats(0, 100), min_size=1, max_size=60), st.data())
def test_a_games_accuracy_lies_between_its_worst_and_best_move(values: list[float], data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.floats(0.5, 12), min_size=len(values), max_size=len(values)))
    found = judging.game_accuracy(values, weights)
    assert found is not None
    assert min(values) - 1e-6 <= found <= max(max(values), 1) + 1e-6


def test_nobody_who_made_no_move_has_an_accuracy() -> None:
    assert judging.game_accuracy([], []) is None


def test_moves_of_an_unsettled_stretch_weigh_more() -> None:
    calm, wild = [0.5] * 12, [0.2, 0.8, 0.1, 0.9]
    weights = judging.unsettledness([*calm, *wild])
    assert len(weights) == len(calm) + len(wild) - 1
    assert weights[2] == 0.5 and weights[-2] > 10
