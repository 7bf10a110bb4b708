"""Ratings: Elo with a confidence interval, and the expected score of a rating difference."""

from typing import Generic, NamedTuple, TypeVar

Elo = TypeVar("Elo")  # int, float, or float | None: None is unbounded


class Rating(NamedTuple, Generic[Elo]):
    """A rating or rating difference in Elo with its confidence interval. `games`: the number of games it is based on."""

    elo: Elo
    low: Elo
    high: Elo
    games: int


def expected_score(elo: float) -> float:
    """The expected score (0-1) of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))
