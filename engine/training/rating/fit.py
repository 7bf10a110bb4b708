"""Fits the table of rating estimates of a scale to analysed games, and measures it on players that it was not fitted to.

There are few analysed games of each scale. So the fit starts from the guesses of known weights (those that ship, which were once
fitted to 5,300 games of lichess and chess.com) and learns how this scale differs from them.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.ground.files import write_atomically
from engine.play.review.rating.estimate import INTERVAL, RatingEstimate, RatingModel
from engine.play.review.rating.features import TAGS, features
from engine.play.review.rating.scale import EloScale
from engine.training.rating.collect import AnalysedGame

RIDGE = 300.0  # penalty of the ridge regression, for standardised features
START_RIDGE = 1.0  # and for the guess that the fit starts from
CONSTANT = 1e-6  # a feature with a smaller spread says nothing
FIRST_ELO = 1500  # the first rating on lichess, which says nothing about strength
NAMELESS = "?"
FOLDS = 10
SEVERAL = 5  # games of a player, to see what they have in common
LEAST_STYLE = 160.0  # Elo; of 5,300 games. A small sample may show less by chance
PROLIFIC = 8  # games: with n times as many, a player counts only sqrt(n) times as much
BANDS = ((0, 1000), (1000, 1400), (1400, 1800), (1800, 2200), (2200, 4000))
END = 0.03  # the errors by rating: the share of players beyond its ends
KNOT, NEAR = 400, 250  # Elo: between its rows, and the spread of the players that count for a row
DRAWS = 20  # random groups of a player's games for the measurement


class SideFeatures(NamedTuple):
    """The features of one side of a game."""

    player: str
    elo: int
    features: list[float]


class EstimateErrors(NamedTuple):
    """The errors of estimates from `games` games of a player at a time, in Elo.

    `error`: mean absolute error. `constant`: the same of a constant guess. `bias`: mean of estimate - rating. `inside`: share of
    ratings inside the interval; `inside_estimated`: the same where the estimate is in the band.
    """

    games: int
    band: tuple[int, int] | None
    estimates: int
    error: float
    constant: float
    bias: float
    inside: float
    inside_estimated: float


def side_features(games: Iterable[AnalysedGame], scale: EloScale, with_opponent: bool) -> list[SideFeatures]:
    """Returns the sides of a scale's games, without unnamed players and first ratings."""
    found = []
    for game in games:
        if game.scale is not scale:
            continue
        for white, person in zip((True, False), game.players, strict=True):
            if (person.elo == FIRST_ELO and scale is EloScale.LICHESS) or person.name == NAMELESS:
                continue
            numbers = features(game.looks, white, game.clock, scale, with_opponent)
            if numbers is not None:
                found.append(SideFeatures(person.name.lower(), person.elo, numbers))
    return found


def fit(found: Sequence[SideFeatures], scale: EloScale, start: Sequence[float]) -> RatingModel:
    """Returns the table of a scale. Lean, noise and the errors by rating come from a cross-validation by players.
    `start`: the weights that the fit starts from, the constant first."""
    elos, numbers, usual, guesses = _cross_validated(found, start)
    weights = _weights(found)
    spread = float(np.sqrt(np.average((elos - usual) ** 2, weights=weights)))
    lean = float(np.average((guesses - usual) * (elos - usual), weights=weights)) / spread**2
    errors = usual + (guesses - usual) / lean - elos
    by_player: dict[str, list[float]] = defaultdict(list)
    for one, error in zip(found, errors, strict=True):
        by_player[one.player].append(float(error))
    several = [row for row in by_player.values() if len(row) > 1]
    noise2 = float(sum(np.var(row, ddof=1) * (len(row) - 1) for row in several) / sum(len(row) - 1 for row in several))
    total2 = float(np.average((errors - np.average(errors, weights=weights)) ** 2, weights=weights))
    common = [float(np.mean(row)) ** 2 - noise2 / len(row) for row in by_player.values() if len(row) >= SEVERAL]
    style2 = max(LEAST_STYLE**2, total2 - noise2, float(np.mean(common)) if common else 0.0)
    tags, table = _solved(numbers[:, :TAGS], elos, weights), _started(numbers, elos, weights, start)
    rows = _errors_by_rating(elos, errors, weights)
    tags, table = tuple(map(float, tags)), tuple(map(float, table))
    return RatingModel(scale, tags, table, spread, lean, noise2**0.5, style2**0.5, rows)


def with_errors_of(table: RatingModel, found: Sequence[SideFeatures]) -> RatingModel:
    """Returns the table with intervals for players whom it was not fitted to."""
    elos, _, usual, guesses = _guessed(table, found)
    return replace(
        table, errors=_errors_by_rating(elos, usual + (guesses - usual) / table.lean - elos, _weights(found))
    )


def _guessed(
    table: RatingModel, found: Sequence[SideFeatures]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The same as `_cross_validated`, with the guesses of a table."""
    guesses = [table.guess(one.features) for one in found]
    elos, numbers = np.array([one.elo for one in found], dtype=float), np.array([one.features for one in found])
    return elos, numbers, np.array([one.usual for one in guesses]), np.array([one.best for one in guesses])


def _errors_by_rating(
    elos: np.ndarray, errors: np.ndarray, weights: np.ndarray
) -> tuple[tuple[int, float, float], ...]:
    """The errors that leave out as many players below as above, around ratings from the lowest to the highest."""
    ends = (_quantile(elos, weights, END), _quantile(elos, weights, 1 - END))
    rows: list[tuple[int, float, float]] = []
    for elo in np.linspace(*ends, num=max(2, round((ends[1] - ends[0]) / KNOT))):
        near = weights * np.exp(-(((elos - elo) / NEAR) ** 2) / 2)
        low, high = (_quantile(errors, near, share) for share in ((1 - INTERVAL) / 2, (1 + INTERVAL) / 2))
        if rows:  # a higher rating must not have lower guesses
            low, high = (
                max(one, last + rows[-1][0] - elo + 1) for one, last in zip((low, high), rows[-1][1:], strict=True)
            )
        rows.append((round(elo), round(low, 1), round(high, 1)))
    return tuple(rows)


def _cross_validated(
    found: Sequence[SideFeatures], start: Sequence[float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Ratings, features, usual ratings and guesses; the last two by fits to other players."""
    elos = np.array([one.elo for one in found], dtype=float)
    numbers = np.array([one.features for one in found])
    weights = _weights(found)
    fold_of = _folds(found)
    folds = np.array([fold_of[one.player] for one in found])
    guesses, usual = np.zeros(len(found)), np.zeros(len(found))
    for fold in range(FOLDS):
        here = folds == fold
        solved = _started(numbers[~here], elos[~here], weights[~here], start)
        guesses[here] = solved[0] + numbers[here] @ solved[1:]
        tags = _solved(numbers[~here, :TAGS], elos[~here], weights[~here])
        usual[here] = tags[0] + numbers[here, :TAGS] @ tags[1:]
    return elos, numbers, usual, guesses


def _folds(found: Sequence[SideFeatures]) -> dict[str, int]:
    rng = random.Random(1)
    return {name: rng.randrange(FOLDS) for name in sorted({one.player for one in found})}


def _started(numbers: np.ndarray, elos: np.ndarray, weights: np.ndarray, start: Sequence[float]) -> np.ndarray:
    """The constant and the weights, as a correction of a multiple of `start`."""
    first = np.array(start)
    guess = first[0] + numbers @ first[1:]
    solved = _solved(np.c_[numbers, guess], elos, weights, last=START_RIDGE)
    constant, own, share = solved[0], solved[1:-1], solved[-1]
    return np.r_[constant + share * first[0], own + share * first[1:]]


def _quantile(values: np.ndarray, weights: np.ndarray, share: float) -> float:
    order = np.argsort(values)
    below = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][np.searchsorted(below, share)])


def _weights(found: Sequence[SideFeatures]) -> np.ndarray:
    counts: dict[str, int] = defaultdict(int)
    for one in found:
        counts[one.player] += 1
    return np.array([min(1.0, PROLIFIC / counts[one.player]) ** 0.5 for one in found])


def _solved(numbers: np.ndarray, elos: np.ndarray, weights: np.ndarray, last: float = RIDGE) -> np.ndarray:
    """Solves the ridge regression; returns the constant and the weights. `last`: the penalty of the last feature."""
    mean, scale = numbers.mean(0), numbers.std(0) + 1e-9
    standard = np.c_[np.ones(len(numbers)), (numbers - mean) / scale]
    weighted = standard * weights[:, None]
    penalty = np.eye(standard.shape[1]) * RIDGE
    penalty[0, 0], penalty[-1, -1] = 0, last
    solved = np.linalg.solve(weighted.T @ standard + penalty, weighted.T @ elos)
    slopes = np.where(scale > CONSTANT, solved[1:] / scale, 0.0)
    return np.r_[solved[0] - slopes @ mean, slopes]


def measure(
    table: RatingModel, found: Sequence[SideFeatures], start: Sequence[float] | None, games: int
) -> list[EstimateErrors]:
    """Returns the errors of estimates from `games` games of a player at a time, for all ratings and by bands. Each player is
    estimated by fits to the others, without `start` by the table; the errors that intervals follow from are those of others."""
    elos, _, usual, guesses = _guessed(table, found) if start is None else _cross_validated(found, start)
    errors, weights = usual + (guesses - usual) / table.lean - elos, _weights(found)
    fold_of = _folds(found)
    folds = np.array([fold_of[one.player] for one in found])
    kept = [folds != fold for fold in range(FOLDS)]
    without = [replace(table, errors=_errors_by_rating(elos[own], errors[own], weights[own])) for own in kept]
    rng = random.Random(games)
    by_player: dict[str, list[tuple[int, RatingEstimate]]] = defaultdict(list)
    for one, own_usual, guess in zip(found, usual, guesses, strict=True):
        by_player[one.player].append((one.elo, RatingEstimate(table.scale, float(own_usual), float(guess))))
    rows = []
    for player, own in by_player.items():
        if games == 1:
            groups = [[one] for one in own]
        else:
            draws = DRAWS if len(own) > games else 1
            groups = [rng.sample(own, games) for _ in range(draws)] if len(own) >= games else []
        for group in groups:
            rating = without[fold_of[player]].rating([guess for _, guess in group])
            assert rating is not None, "there are games"
            truth = sum(elo for elo, _ in group) / games
            rows.append((truth, rating.elo - truth, rating.low <= truth <= rating.high, 1 / len(groups) ** 0.5))
    middle = _median(found)
    return [_measured(games, band, rows, middle) for band in (None, *BANDS)]


def _median(found: Sequence[SideFeatures]) -> float:
    return float(np.median([one.elo for one in found]))


def _measured(
    games: int, band: tuple[int, int] | None, rows: list[tuple[float, float, bool, float]], mean: float
) -> EstimateErrors:
    low, high = band or (0, 10_000)
    here = [row for row in rows if low <= row[0] < high]
    guessed = [(row[2], row[3]) for row in rows if low <= row[0] + row[1] < high]
    if not here:
        return EstimateErrors(games, band, 0, 0.0, 0.0, 0.0, 0.0, 0.0)
    truth, error, inside, weight = (np.array(column, dtype=float) for column in zip(*here, strict=True))
    mae, constant, bias, held_here = (
        float(np.average(values, weights=weight)) for values in (abs(error), abs(truth - mean), error, inside)
    )
    held, weights = zip(*guessed, strict=True) if guessed else ((0.0,), (1.0,))
    estimated = float(np.average(np.array(held, dtype=float), weights=np.array(weights)))
    return EstimateErrors(games, band, len(here), mae, constant, bias, held_here, estimated)


def write(path: Path, found: Mapping[EloScale, Mapping[bool, RatingModel]]) -> None:
    """Writes the file that ships.

    :raises OSError: if it cannot be written.
    """
    rows = {scale.value: {str(int(key)): _row(table) for key, table in own.items()} for scale, own in found.items()}
    write_atomically(path, f"{json.dumps(rows, indent=1)}\n".encode())


def _row(table: RatingModel) -> dict[str, object]:
    row: dict[str, object] = {name: value for name, value in vars(table).items() if name != "scale"}
    for name in ("usual", "weights"):
        row[name] = [float(f"{value:.6g}") for value in getattr(table, name)]
    for name in ("spread", "lean", "noise", "style"):
        row[name] = round(getattr(table, name), 4)
    return row
