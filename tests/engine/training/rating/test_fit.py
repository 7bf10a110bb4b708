"""The fit of the estimate, on players whose strength is known because it was made up."""

import random

import pytest

np = pytest.importorskip("numpy")

from engine.play.review.rating.scale import EloScale  # noqa: E402
from engine.training.rating.fit import SideFeatures, fit, measure  # noqa: E402


def _players(seed: int, count: int) -> list[SideFeatures]:
    """Twenty games each; the numbers are tags (six, all alike) and two noisy views of the rating."""
    rng, found = random.Random(seed), []
    for number in range(count):
        elo = round(rng.gauss(1500, 300))
        for _ in range(20):
            views = [elo / 400 + rng.gauss(0, 1), elo / 400 + rng.gauss(0, 1)]
            found.append(SideFeatures(f"player {seed} {number}", elo, [1.0, 0.0, 6.0, 0.0, 4.0, 1.0, *views]))
    return found


def test_more_games_err_less_and_the_interval_holds_what_it_promises() -> None:
    start = [1500.0, *[0.0] * 6, 10.0, 0.0]  # almost nothing is known before
    players = _players(1, 80)
    table = fit(players, EloScale.FIDE, start)
    rows = {games: measure(table, players, start, games) for games in (1, 5, 20)}
    one, five, twenty = (rows[games][0] for games in (1, 5, 20))
    assert one.error > five.error > twenty.error
    assert twenty.error < 100 < one.constant
    for row in (one, five, twenty):
        assert 0.85 < row.inside <= 1
    assert all(row.inside > 0.8 for row in rows[1] if row.estimates >= 100), "the weak and the strong too"
