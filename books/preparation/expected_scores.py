"""The expected score of a move among players of a rating: from the explorer's results by rating, smoothed by a
prediction that is handed in."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import chess

from books.explorer.counted import STEP_ELO, MoveStatistics, ResultTally
from books.preparation.opponent import wilson

SPREAD = 200.0
"""Elo scale of the weights: a game whose average rating differs by this much weighs 0.6; by twice this much, 0.14."""

PRIOR = 12.0
"""The weight of the prediction, in games."""

LEAST_WEIGHT = 0.01
"""Games below this weight are left out."""


class ExpectedScore(NamedTuple):
    """A move's expected score (0-1) for the side that plays it, between players of the rating. `games`: the total
    weight of the games used; `predicted`: a prediction contributes."""

    score: float
    games: float
    predicted: bool

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score, in which the prior counts as games."""
        return wilson(self.score, self.games + PRIOR)


ByRating = Mapping[int, ResultTally]
"""Results by the average rating of the players, rounded down to 50; 0: unrated, which do not count."""

Prediction = Callable[[chess.Board, chess.Move], float]
"""Returns the expected score (0-1) of a move between two players of the rating."""


def weight(rating: int, asked: int) -> float:
    """Returns the weight of a game for a rating: 1 at that rating, a Gaussian beside it."""
    return math.exp(-(((rating - asked) / SPREAD) ** 2) / 2)


def by_move(rows: Iterable[MoveStatistics], uci: Callable[[int], str]) -> dict[chess.Move, ByRating]:
    """Returns the results of the explorer's moves; `uci` writes a core move."""
    return {chess.Move.from_uci(uci(row.move)): row.by_rating for row in rows if row.move}


def expected_scores(
    board: chess.Board,
    moves: Sequence[chess.Move],
    rating: int,
    games: Mapping[chess.Move, ByRating],
    predict: Prediction | None = None,
) -> dict[chess.Move, ExpectedScore]:
    """Returns the expected score of each move among players of a rating. Without a prediction the prior is the mean
    score of all the moves; a move without games is then left out."""
    sums = {move: _weighed(found, rating, bool(board.turn)) for move, found in games.items()}
    total = sum(count for count, _ in sums.values())
    mean = sum(points for _, points in sums.values()) / total if total else 0.5
    scores = {}
    for move in moves:
        count, points = sums.get(move, (0.0, 0.0))
        if predict is None and not count:
            continue
        prior = mean if predict is None else predict(board, move)
        scores[move] = ExpectedScore((points + PRIOR * prior) / (count + PRIOR), count, predict is not None)
    return scores


def _weighed(found: ByRating, rating: int, white: bool) -> tuple[float, float]:
    """Returns the weight of the games, and the weighed points of the side to move."""
    count = points = 0.0
    for elo, results in found.items():
        weighed = weight(elo + STEP_ELO // 2, rating)
        if elo and weighed >= LEAST_WEIGHT:
            count += weighed * results.games
            mine = results.white_wins if white else results.black_wins
            points += weighed * (mine + results.draws / 2)
    return count, points
