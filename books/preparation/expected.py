"""What people of a rating score with a move: from games between such players, smoothed; where games run out, from a prediction
that is handed in."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import chess

from books.key import encode

SPREAD = 200.0
"""Elo: a game whose players are so far from the rating on average weighs 0.6, twice as far 0.14."""

PRIOR = 12.0
"""Games' worth of the prediction."""

LEAST_WEIGHT = 0.01
"""A game that weighs less is left out."""


class RatedGame(NamedTuple):
    """A game that reached a position: the code of the move played there (books.key), the mover's half points (0, 1, 2), and
    the average rating of its two players."""

    move: int
    half_points: int
    rating: int


class Expected(NamedTuple):
    """A move's expected score (0-1) for the side that plays it, between players of the rating. `games`: how many games it
    rests on, each as much as it weighs; `predicted`: a prediction has its part in it."""

    score: float
    games: float
    predicted: bool


Prediction = Callable[[chess.Board, chess.Move], float]
"""The score (0-1) that a person of the rating is expected to make with a move, against another one."""


def weight(rating: int, asked: int) -> float:
    """What a game says of players of the rating that is asked for: 1 at that rating."""
    return math.exp(-(((rating - asked) / SPREAD) ** 2) / 2)


def expected_scores(
    board: chess.Board,
    moves: Sequence[chess.Move],
    rating: int,
    games: Sequence[RatedGame],
    predict: Prediction | None = None,
) -> dict[chess.Move, Expected]:
    """What people of a rating score with each of the moves. Without a prediction the doubt is filled with the score of all
    the moves together; a move that then has no game is left out."""
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
        scores[move] = Expected((points + PRIOR * prior) / (count + PRIOR), count, predict is not None)
    return scores
