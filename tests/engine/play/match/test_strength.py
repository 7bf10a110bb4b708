"""Elo, error bars, likelihood of superiority and the sequential test, against figures worked out by hand."""

import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ground.rating import expected_score
from engine.play.match.strength import ResultCounts, Sprt, elo_of, estimate, superiority


def test_elo_and_score_are_the_logistic_curve() -> None:
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))  # three points in four: the odds are 3 to 1
    assert expected_score(100) == pytest.approx(0.640065, abs=1e-6)  # 1 / (1 + 10 ** -0.25)
    assert elo_of(0.0) is None and elo_of(1.0) is None and elo_of(0.5) == pytest.approx(0)


@given(st.floats(-1500, 1500))
def test_elo_of_the_expected_score_is_the_elo(elo: float) -> None:
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-4)


def test_the_interval_ends_where_twice_the_log_ratio_is_the_square_of_1_96() -> None:
    # 60 wins, 40 losses: the likelihood of an expected score s is s ** 60 * (1 - s) ** 40, with no distribution to fit
    found = estimate(ResultCounts(60, 0, 40))
    assert found.elo == pytest.approx(elo_of(0.6))
    for end in (found.low, found.high):
        assert end is not None
        score = expected_score(end)
        assert 2 * (60 * math.log(0.6 / score) + 40 * math.log(0.4 / (1 - score))) == pytest.approx(
            1.959964**2, rel=1e-3
        )


def test_superiority_counts_only_decided_games() -> None:
    # (1 + erf(r / sqrt 2)) / 2 with r ** 2 = 2 * (60 log 1.2 + 40 log 0.8)
    found = superiority(ResultCounts(60, 0, 40))
    assert found == pytest.approx(0.977612, abs=1e-5)
    assert superiority(ResultCounts(60, 500, 40)) == pytest.approx(found, abs=1e-5)
    assert superiority(ResultCounts(0, 10, 0)) == 0.5 and superiority(ResultCounts()) == 0.5


def test_all_points_are_no_proof_of_infinite_strength() -> None:
    found = estimate(ResultCounts(20, 0, 0))
    assert found.elo is None and found.high is None and found.low is not None
    assert expected_score(found.low) == pytest.approx(math.exp(-(1.959964**2) / 40), abs=1e-3)  # s ** 20 = e ** -1.92


def test_pairs_that_cancel_out_measure_more_sharply_than_their_games() -> None:
    paired = estimate(ResultCounts(50, 0, 50, (0.5,) * 49 + (1.0, 0.0)[:1]))
    single = estimate(ResultCounts(50, 0, 50))
    assert paired.high is not None and single.high is not None and paired.high < single.high


def test_the_bounds_of_the_test_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))


def test_the_test_accepts_the_stronger_and_rejects_the_equal() -> None:
    test = Sprt(0, 20)
    assert test.verdict(ResultCounts(600, 800, 400)) == "accepted"
    assert test.verdict(ResultCounts(480, 900, 520)) == "rejected"
    assert test.verdict(ResultCounts(12, 10, 10)) == "" and test.verdict(ResultCounts(3, 0, 0)) == ""
    assert test.verdict(ResultCounts(100, 0, 0)) == "accepted"


def pairs_of(*counts: int) -> ResultCounts:
    """So many pairs of 0, 1/2, 1, 3/2 and 2 points."""
    scores = tuple(score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count))
    return ResultCounts(0, 0, 0, scores)


PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        # fishtest's exact ratio; by the variance of the sample the second, fourth, fifth and sixth were "accepted"
        (0, 100, (0, 0, 0, 1, 1), 0.49),
        (0, 10, (0, 0, 0, 0, 20), 0.57),
        (-1000, -500, (72, 10, 0, 0, 0), 12.65),
        (0, 50, (0, 0, 0, 1, 2), 0.40),
        (0, 10, (0, 0, 0, 1, 8), 0.26),
        (-50, 0, (1, 2, 0, 0, 0), -0.40),
        # fastchess: issue 783, and the logistic cases of its own tests
        (0, 2, (379, 10170, 21828, 10640, 343), 3.13),
        (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_the_ratio_of_pairs_is_the_exact_one_of_fishtest_and_fastchess(
    elo0: float, elo1: float, pairs: tuple[int, ...], ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(pairs_of(*pairs)) == pytest.approx(ratio, abs=0.02)


@pytest.mark.parametrize(
    ("elo0", "elo1", "games", "ratio"),
    [
        (0, 5, ResultCounts(880, 1863, 759), 2.95),  # cutechess, issue 543
        (0.5, 2.5, ResultCounts(21404, 40708, 21184), -1.57),  # fastchess, "logistic trinomial" 1 and 2
        (0, 2, ResultCounts(57433, 106593, 57030), -2.59),
    ],
)
def test_the_ratio_of_games_is_that_of_cutechess_and_fastchess(
    elo0: float, elo1: float, games: ResultCounts, ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(games) == pytest.approx(ratio, abs=0.02)


def test_more_points_prove_more() -> None:
    nine, twenty = pairs_of(0, 0, 0, 1, 8), pairs_of(0, 0, 0, 0, 20)
    assert Sprt(0, 10).ratio(nine) < Sprt(0, 10).ratio(twenty)


BOUNDS = [(0, 10), (0, 30), (0, 50), (0, 100), (0, 200), (-50, 0), (-100, 100)]
MOST_PAIRS = 60_000  # a test that has found nothing by then has made no error


@pytest.mark.long
@pytest.mark.parametrize("draws", [0.2, 0.8])
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("elo0", "elo1"), BOUNDS)
def test_at_most_six_in_a_hundred_tests_err(elo0: float, elo1: float, *, paired: bool, draws: float) -> None:
    matches = 40 if elo1 - elo0 < 30 else 300 if elo1 - elo0 < 50 else 1_000
    for true, wrong in ((elo0, "accepted"), (elo1, "rejected")):
        errors = verdicts(Sprt(elo0, elo1), true, draws, matches, paired=paired)[wrong]
        assert errors <= within(0.06, matches), f"{wrong}: {errors} of {matches}"


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 100), (-100, 100)])
def test_few_tests_err_with_wide_bounds(elo0: float, elo1: float) -> None:
    for true, wrong in ((elo0, "accepted"), (elo1, "rejected")):
        errors = verdicts(Sprt(elo0, elo1), true, 0.5, 200, paired=True)[wrong]
        assert errors <= within(0.06, 200), f"{wrong}: {errors} of 200"


def within(rate: float, count: int) -> float:
    """The most errors of so many that a true rate still explains (two standard deviations)."""
    return rate * count + 2 * math.sqrt(rate * (1 - rate) * count)


def verdicts(test: Sprt, elo: float, draws: float, matches: int, *, paired: bool) -> Counter[str]:
    """How so many simulated matches end between engines so far apart, if they are tested after every pair or game."""
    random, score, found = Random(5), expected_score(elo), Counter[str]()
    drawn = min(draws, 2 * min(score, 1 - score) * 0.95)
    weights = (1 - score - drawn / 2, drawn, score - drawn / 2)
    counted: dict[tuple[int, ...], str] = {}  # most counts come again
    for _ in range(matches):
        counts, verdict = [0] * (5 if paired else 3), ""
        while not verdict and sum(counts) < MOST_PAIRS:
            counts[sum(random.choices((0, 1, 2), weights, k=2 if paired else 1))] += 1
            key = tuple(counts)
            if key not in counted:
                losses, level, wins = (0, 0, 0) if paired else key
                counted[key] = test.verdict(pairs_of(*key) if paired else ResultCounts(wins, level, losses))
            verdict = counted[key]
        found[verdict] += 1
    return found


@pytest.mark.long
@pytest.mark.parametrize("elo", [0, 100, 300])
@pytest.mark.parametrize("pairs", [10, 50, 500])
def test_the_interval_holds_the_truth_in_more_than_nine_matches_of_ten(elo: float, pairs: int) -> None:
    random, score = Random(7), expected_score(elo)
    weights = (1 - score - 0.1, 0.2, score - 0.1)
    held = 0
    for _ in range(1_000):
        scores = tuple(sum(random.choices((0, 1, 2), weights, k=2)) / 4 for _ in range(pairs))
        found = estimate(ResultCounts(pairs, 0, pairs, scores))
        held += (found.low is None or found.low <= elo) and (found.high is None or elo <= found.high)
    assert held >= 900


def test_a_pair_that_is_not_complete_does_not_change_the_measure() -> None:
    pairs = (0.5,) * 60 + (0.75,) * 30 + (0.25,) * 10
    test, whole, under_way = Sprt(0, 20), ResultCounts(80, 60, 60, pairs), ResultCounts(81, 60, 60, pairs)
    assert test.ratio(under_way) == test.ratio(whole) != test.ratio(ResultCounts(80, 60, 60))
    assert test.ratio(ResultCounts(2, 1, 0, (0.75,))) == test.ratio(
        ResultCounts(1, 1, 0, (0.75,))
    )  # from the first pair on
    assert estimate(under_way).elo == estimate(whole).elo


def test_an_estimate_counts_single_games_if_many_have_no_pair() -> None:
    assert estimate(ResultCounts(80, 60, 60, (0.5,) * 80)) == estimate(ResultCounts(80, 60, 60))


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400))
def test_the_interval_holds_the_estimate(wins: int, draws: int, losses: int) -> None:
    found = estimate(ResultCounts(wins, draws, losses))
    if found.elo is not None:
        assert (found.low is None or found.low <= found.elo + 1e-9) and (
            found.high is None or found.high >= found.elo - 1e-9
        )
    assert 0 <= superiority(ResultCounts(wins, draws, losses)) <= 1


def test_one_more_win_never_makes_the_estimate_worse() -> None:
    lows = [estimate(ResultCounts(wins=games, pairs=(1.0,) * (games // 2))).low for games in range(1, 60)]
    known = [low for low in lows if low is not None]
    assert known == sorted(known) and len(known) == len(lows)
    assert all(low > 0 for low in known[2:])
