"""The user's Elo from rated games: what the model says of results whose meaning is known."""

import math
import random

import pytest

from desktop.model.rating import RatedResult, dump_game, load_games, rated


def game(elo: int, score: float) -> RatedResult:
    return RatedResult("2026-01-01 12:00", f"level {elo}", elo, score, True)


def test_the_bars_hold_the_truth_in_nineteen_of_twenty_players() -> None:
    """Players of known strength, results drawn by the Elo formula; the bars must be neither too short nor much too long."""
    rng = random.Random(1)
    held = 0
    players = 150
    for _ in range(players):
        truth = rng.gauss(1500, 300)
        games = []
        for _ in range(20):
            elo = rng.choice((1000, 1200, 1400, 1600, 1800))
            games.append(game(elo, float(rng.random() < 1 / (1 + 10 ** ((elo - truth) / 400)))))
        now = rated(games).now
        assert now is not None
        held += now.low <= truth <= now.high
    assert held / players > 0.9


def test_an_even_score_means_the_opponents_strength() -> None:
    now = rated([game(1200, score) for score in (1, 0) * 30]).now
    assert now is not None and abs(now.elo - 1200) < 25
    drawn = rated([game(1200, 0.5)] * 60).now
    assert drawn is not None and abs(drawn.elo - 1200) < 25


@pytest.mark.parametrize(("share", "difference"), [(0.75, 191), (0.25, -191)])  # 400 * log10(3), the Elo formula
def test_three_quarters_mean_191_elo(share: float, difference: int) -> None:
    usual = float(share > 0.5)
    scores = [usual, usual, 1 - usual, usual] * 20
    now = rated([game(1600, score) for score in scores]).now
    assert now is not None and now.low < 1600 + difference < now.high
    assert math.isclose(now.elo, 1600 + difference, abs_tol=40)


def test_every_game_makes_it_surer_and_a_win_never_lowers_it() -> None:
    history = rated([game(1400, 1), *[game(1500, 0), game(1400, 1)] * 10]).history
    assert history[-1].high - history[-1].low < history[0].high - history[0].low
    for before, after, score in zip(history[:-1], history[1:], (0, 1) * 10, strict=True):
        assert (after.elo > before.elo) == (score == 1)


def test_only_wins_have_no_end_of_the_scale_as_estimate() -> None:
    now = rated([game(1200, 1)] * 5).now
    assert now is not None and 1200 < now.elo < 2400 and now.high > 1700


def test_games_are_read_as_they_were_written_and_damage_is_counted() -> None:
    games = (game(1200, 1), game(1400, 0.5))
    content = b"".join(dump_game(one) for one in games)
    assert load_games(content) == (games, 0)
    assert load_games(content + b"not json\n\n{}\n" + dump_game(game(1200, 7))) == (games, 3)
