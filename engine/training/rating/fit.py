"""Fits the table of rating estimates to analysed games, and measures it on players that it was not fitted to."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.ground.files import write_atomically
from engine.play.review.rating.estimate import RatingModel
from engine.play.review.rating.features import TAGS, features
from engine.training.rating.collect import AnalysedGame

RIDGE = 300.0  # penalty of the ridge regression, for standardised features
FIRST_ELO = 1500  # the first rating on lichess, which says nothing about strength
NAMELESS = "?"
FOLDS = 5
PROLIFIC = 8  # games: with n times as many, a player counts only sqrt(n) times as much
BANDS = ((0, 1000), (1000, 1400), (1400, 1800), (1800, 2200), (2200, 4000))
DRAWS = 20  # random groups of a player's games for the measurement


class SideFeatures(NamedTuple):
    """The features of one side of a game."""

    player: str
    elo: int
    features: list[float]


class EstimateErrors(NamedTuple):
    """The errors of estimates from `games` games of a player at a time, in Elo.

    `error`: mean absolute error. `constant`: the same of a constant guess. `bias`: mean of estimate - rating. `inside`: share of
    ratings inside the interval.
    """

    games: int
    band: tuple[int, int] | None
    estimates: int
    error: float
    constant: float
    bias: float
    inside: float


def side_features(games: Iterable[AnalysedGame], with_opponent: bool, test: bool) -> list[SideFeatures]:
    """Returns the sides of games of the part "test", or of the other parts; without unnamed players and first ratings.

    A game belongs to the part "test" if one of its players does.
    """
    found = []
    for game in games:
        if (game.part == "test") is not test:
            continue
        for white, person in zip((True, False), game.players, strict=True):
            if person.elo == FIRST_ELO or person.name == NAMELESS:
                continue
            numbers = features(game.looks, white, game.clock, game.site, with_opponent)
            if numbers is not None:
                found.append(SideFeatures(person.name.lower(), person.elo, numbers))
    return found


def fit(found: Sequence[SideFeatures]) -> RatingModel:
    """Returns the table; its lean and noise come from a cross-validation by players."""
    elos = np.array([one.elo for one in found], dtype=float)
    numbers = np.array([one.features for one in found])
    weights = _weights(found)
    rng = random.Random(1)
    fold_of = {name: rng.randrange(FOLDS) for name in sorted({one.player for one in found})}
    folds = np.array([fold_of[one.player] for one in found])
    guesses, usual = np.zeros(len(found)), np.zeros(len(found))
    for fold in range(FOLDS):
        here = folds == fold
        solved = _solved(numbers[~here], elos[~here], weights[~here])
        guesses[here] = solved[0] + numbers[here] @ solved[1:]
        tags = _solved(numbers[~here, :TAGS], elos[~here], weights[~here])
        usual[here] = tags[0] + numbers[here, :TAGS] @ tags[1:]
    spread = float(np.sqrt(np.average((elos - usual) ** 2, weights=weights)))
    lean = float(np.average((guesses - usual) * (elos - usual), weights=weights)) / spread**2
    errors = usual + (guesses - usual) / lean - elos
    by_player: dict[str, list[float]] = defaultdict(list)
    for one, error in zip(found, errors, strict=True):
        by_player[one.player].append(float(error))
    several = [row for row in by_player.values() if len(row) > 1]
    noise2 = float(sum(np.var(row, ddof=1) * (len(row) - 1) for row in several) / sum(len(row) - 1 for row in several))
    total2 = float(np.average((errors - np.average(errors, weights=weights)) ** 2, weights=weights))
    style2 = max(0.0, total2 - noise2)
    tags, table = _solved(numbers[:, :TAGS], elos, weights), _solved(numbers, elos, weights)
    return RatingModel(tuple(map(float, tags)), tuple(map(float, table)), spread, lean, noise2**0.5, style2**0.5)


def _weights(found: Sequence[SideFeatures]) -> np.ndarray:
    counts: dict[str, int] = defaultdict(int)
    for one in found:
        counts[one.player] += 1
    return np.array([min(1.0, PROLIFIC / counts[one.player]) ** 0.5 for one in found])


def _solved(numbers: np.ndarray, elos: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Solves the ridge regression; returns the constant and the weights."""
    mean, scale = numbers.mean(0), numbers.std(0) + 1e-9
    standard = np.c_[np.ones(len(numbers)), (numbers - mean) / scale]
    weighted = standard * weights[:, None]
    penalty = np.eye(standard.shape[1]) * RIDGE
    penalty[0, 0] = 0
    solved = np.linalg.solve(weighted.T @ standard + penalty, weighted.T @ elos)
    slopes = solved[1:] / scale
    return np.r_[solved[0] - slopes @ mean, slopes]


def measure(table: RatingModel, found: Sequence[SideFeatures], games: int) -> list[EstimateErrors]:
    """Returns the errors of estimates from `games` games of a player at a time, for all ratings and by bands."""
    rng = random.Random(games)
    by_player: dict[str, list[SideFeatures]] = defaultdict(list)
    for one in found:
        by_player[one.player].append(one)
    rows = []
    for own in by_player.values():
        if games == 1:
            groups = [[one] for one in own]
        else:
            draws = DRAWS if len(own) > games else 1
            groups = [rng.sample(own, games) for _ in range(draws)] if len(own) >= games else []
        for group in groups:
            rating = table.rating([table.guess(one.features) for one in group])
            assert rating is not None, "there are games"
            truth = sum(one.elo for one in group) / games
            rows.append((truth, rating.elo - truth, rating.low <= truth <= rating.high, 1 / len(groups) ** 0.5))
    return [
        _measured(games, band, [row for row in rows if band is None or band[0] <= row[0] < band[1]], _median(found))
        for band in (None, *BANDS)
    ]


def _median(found: Sequence[SideFeatures]) -> float:
    return float(np.median([one.elo for one in found]))


def _measured(
    games: int, band: tuple[int, int] | None, rows: list[tuple[float, float, bool, float]], mean: float
) -> EstimateErrors:
    if not rows:
        return EstimateErrors(games, band, 0, 0.0, 0.0, 0.0, 0.0)
    truth, error, inside, weight = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    means = (np.average(values, weights=weight) for values in (abs(error), abs(truth - mean), error, inside))
    return EstimateErrors(games, band, len(rows), *map(float, means))


def write(path: Path, found: dict[bool, RatingModel]) -> None:
    """Writes the file that ships.

    :raises OSError: if it cannot be written.
    """
    rows = {
        str(int(key)): {
            name: [float(f"{value:.6g}") for value in row] if isinstance(row, tuple) else round(row, 4)
            for name, row in vars(table).items()
        }
        for key, table in found.items()
    }
    write_atomically(path, f"{json.dumps(rows, indent=1)}\n".encode())
