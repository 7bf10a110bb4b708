"""Elo, error bars, likelihood of superiority and the sequential test, against figures worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.match.strength import Sprt, Tally, elo_of, estimate, expected_score


def test_elo_and_score_are_the_logistic_curve() -> None:
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))  # three points in four: the odds are 3 to 1
    assert expected_score(100) == pytest.approx(0.640065, abs=1e-6)  # 1 / (1 + 10 ** -0.25)
    assert elo_of(0.0) is None and elo_of(1.0) is None and elo_of(0.5) == pytest.approx(0)


@given(st.floats(-1500, 1500))
def test_elo_of_the_expected_score_is_the_elo(elo: float) -> None:
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-4)


def test_the_error_bar_is_1_96_standard_errors_of_the_score() -> None:
    # 60 wins, 40 losses: mean 0.6, variance 0.24, standard error sqrt(0.24 / 99)
    found = estimate(Tally(60, 0, 40))
    half = 1.959964 * math.sqrt(0.24 / 99)
    assert found.elo == pytest.approx(elo_of(0.6)) and found.low == pytest.approx(elo_of(0.6 - half))
    assert found.high == pytest.approx(elo_of(0.6 + half))


def test_superiority_counts_only_decided_games() -> None:
    # (1 + erf(20 / sqrt(200))) / 2 with 60 wins and 40 losses
    assert estimate(Tally(60, 0, 40)).superiority == pytest.approx(0.9772499, abs=1e-6)
    assert estimate(Tally(60, 500, 40)).superiority == pytest.approx(0.9772499, abs=1e-6)
    assert estimate(Tally(0, 10, 0)).superiority == 0.5 and estimate(Tally()).superiority == 0.5


def test_all_points_are_no_proof_of_infinite_strength() -> None:
    found = estimate(Tally(20, 0, 0))
    assert found.elo is None and found.high is None and found.low is not None
    assert found.low == pytest.approx(elo_of(20 / (20 + 1.959964**2)))  # Wilson's lower bound of 20 in 20


def test_pairs_that_cancel_out_measure_more_sharply_than_their_games() -> None:
    paired = estimate(Tally(50, 0, 50, (0.5,) * 49 + (1.0, 0.0)[:1]))
    single = estimate(Tally(50, 0, 50))
    assert paired.high is not None and single.high is not None and paired.high < single.high


def test_the_bounds_of_the_test_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))


def test_the_test_accepts_the_stronger_and_rejects_the_equal() -> None:
    test = Sprt(0, 20)
    assert test.verdict(Tally(600, 800, 400)) == "accepted"
    assert test.verdict(Tally(480, 900, 520)) == "rejected"
    assert test.verdict(Tally(12, 10, 10)) == "" and test.verdict(Tally(3, 0, 0)) == ""
    assert test.verdict(Tally(100, 0, 0)) == "accepted"


def test_a_pair_that_is_still_under_way_does_not_change_the_measure() -> None:
    pairs = (0.5,) * 60 + (0.75,) * 30 + (0.25,) * 10
    test, whole, under_way = Sprt(0, 20), Tally(80, 60, 60, pairs), Tally(81, 60, 60, pairs)
    assert test.ratio(under_way) == test.ratio(whole) != test.ratio(Tally(80, 60, 60))
    assert estimate(under_way).elo == estimate(whole).elo


def test_games_without_their_pairs_count_one_by_one() -> None:
    alone = Tally(80, 60, 60)
    assert Sprt(0, 20).ratio(Tally(80, 60, 60, (0.5,) * 80)) == Sprt(0, 20).ratio(alone)


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400))
def test_the_interval_holds_the_estimate(wins: int, draws: int, losses: int) -> None:
    found = estimate(Tally(wins, draws, losses))
    if found.elo is not None:
        assert (found.low is None or found.low <= found.elo + 1e-9) and (
            found.high is None or found.high >= found.elo - 1e-9
        )
    assert 0 <= found.superiority <= 1
