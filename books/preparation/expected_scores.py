"""The expected score of a move among players of a rating: from games between such players, smoothed by a prediction
that is handed in."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import chess

from books.key import encode

SPREAD = 200.0
"""Elo scale of the weights: a game whose average rating differs by this much weighs 0.6; by twice this much, 0.14."""

PRIOR = 12.0
"""The weight of the prediction, in games."""

LEAST_WEIGHT = 0.01
"""Games below this weight are left out."""


class RatedMove(NamedTuple):
    """A game that reached a position: the code of the move played there (books.key), the mover's half points (0, 1, 2),
    and the average rating of its two players."""

    move: int
    half_points: int
    rating: int


class ExpectedScore(NamedTuple):
    """A move's expected score (0-1) for the side that plays it, between players of the rating. `games`: the total
    weight of the games used; `predicted`: a prediction contributes."""

    score: float
    games: float
    predicted: bool


Prediction = Callable[[chess.Board, chess.Move], float]
"""Returns the expected score (0-1) of a move between two players of the rating."""


def weight(rating: int, asked: int) -> float:
    """Returns the weight of a game for a rating: 1 at that rating, a Gaussian beside it."""
    return math.exp(-(((rating - asked) / SPREAD) ** 2) / 2)


def expected_scores(
    board: chess.Board,
    moves: Sequence[chess.Move],
    rating: int,
    games: Sequence[RatedMove],
    predict: Prediction | None = None,
) -> dict[chess.Move, ExpectedScore]:
    """Returns the expected score of each move among players of a rating. Without a prediction the prior is the mean
    score of all the moves; a move without games is then left out."""
    sums: dict[int, list[float]] = {}
    for game in games:
        weighed = weight(game.rating, rating)
        if weighed >= LEAST_WEIGHT:
            found = sums.setdefault(game.move, [0.0, 0.0])
            found[0] += weighed
            found[1] += weighed * game.half_points / 2
    total = sum(found[0] for found in sums.values())
    mean = sum(found[1] for found in sums.values()) / total if total else 0.5
    scores = {}
    for move in moves:
        count, points = sums.get(encode(board, move), (0.0, 0.0))
        if predict is None and not count:
            continue
        prior = mean if predict is None else predict(board, move)
        scores[move] = ExpectedScore((points + PRIOR * prior) / (count + PRIOR), count, predict is not None)
    return scores
