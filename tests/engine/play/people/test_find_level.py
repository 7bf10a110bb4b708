"""Find my level: simulated players of known strength are found, and the numbers stay sane."""

import random
from statistics import mean, median

import pytest

from engine.play.people.find_level import (
    ABOVE,
    EASIEST,
    GAMES,
    HARDEST,
    POINTS,
    TRUST,
    Evidence,
    LevelSearch,
    RatingLikelihood,
    likelihood,
)

TRIALS = 200
MOVES_SAY = 96.0
"""Elo: the error of what the moves of ten games say, by the predictor's own information on 508 positions (docs/levels.md)."""


def found(true: int, dice: random.Random, moves: bool) -> LevelSearch:
    """Ten games of a player who scores as the ratings say."""
    search = LevelSearch()
    while not search.done:
        opponent = search.next_elo
        points = dice.choices(POINTS, [likelihood(true - opponent, points) for points in POINTS])[0]
        search = search.after(opponent, points, seen(true, dice) if moves else ())
    return search


def seen(true: int, dice: random.Random) -> Evidence:
    """What one game's moves say of such a player."""
    spread = MOVES_SAY * GAMES**0.5
    about = dice.gauss(true - ABOVE, spread)
    return tuple(RatingLikelihood(elo, -(((elo - about) / spread) ** 2) / 2 / TRUST) for elo in range(600, 2401, 300))


def test_players_of_known_strength_are_found_within_80_elo_in_ten_games() -> None:
    dice = random.Random(19)
    players = [dice.randint(800, 2200) for _ in range(TRIALS)]
    errors = [abs(found(true, dice, moves=True).estimate.elo - true) for true in players]
    assert mean(errors) <= 80 and median(errors) <= 80


def test_results_alone_find_them_nearly_as_well_as_ten_results_can() -> None:
    """The information of ten even games is worth a spread of 110 Elo (docs/levels.md): 88 on the mean."""
    dice = random.Random(19)
    players = [dice.randint(900, 1900) for _ in range(TRIALS)]
    assert mean(abs(found(true, dice, moves=False).estimate.elo - true) for true in players) <= 110


def test_the_interval_holds_nine_players_in_ten() -> None:
    dice = random.Random(7)
    inside = 0
    for _ in range(TRIALS):
        true = round(dice.gauss(1400, 350))
        estimate = found(true, dice, moves=False).estimate
        inside += estimate.low <= true <= estimate.high
    assert 0.84 <= inside / TRIALS <= 0.96


def test_ten_even_games_count_for_more_than_moves_that_look_weaker() -> None:
    """The moves of ten games of a person scatter by some 300 Elo (docs/levels.md)."""
    search = LevelSearch()
    for _ in range(GAMES):
        logs = [(elo, -(((elo - 900) / 250) ** 2)) for elo in range(600, 2401, 300)]
        search = search.after(1500, 0.5, tuple(RatingLikelihood(*log) for log in logs))
    assert 1320 <= search.estimate.elo < 1450


def test_a_win_raises_the_next_opponent_and_a_loss_lowers_it() -> None:
    begin = LevelSearch()
    assert begin.after(begin.next_elo, 1).next_elo > begin.next_elo > begin.after(begin.next_elo, 0).next_elo


def test_who_wins_or_loses_everything_still_meets_a_level_that_there_is() -> None:
    winner = loser = LevelSearch()
    for _ in range(60):
        winner, loser = winner.after(winner.next_elo, 1), loser.after(loser.next_elo, 0)
    assert winner.next_elo <= HARDEST and loser.next_elo >= EASIEST
    assert winner.estimate.high <= 2800 and loser.estimate.low >= 400


def test_the_next_opponent_is_the_person_nearest_to_even_chances() -> None:
    assert LevelSearch().nearest((800, 1350, 2000)) == 1350


def test_points_that_no_game_gives_are_refused() -> None:
    with pytest.raises(ValueError, match=r"0\.7"):
        LevelSearch().after(1500, 0.7)
