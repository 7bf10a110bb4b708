"""Ratings: Elo with the interval that it lies in, and what a difference of ratings promises."""

from typing import Generic, NamedTuple, TypeVar

Elo = TypeVar("Elo")  # int, float, or float | None: None is unbounded


class Rating(NamedTuple, Generic[Elo]):
    """A rating, or a difference of ratings, in Elo, and the interval that it lies in. `games` is how many say so."""

    elo: Elo
    low: Elo
    high: Elo
    games: int


def expected_score(elo: float) -> float:
    """The expected score of who is so many Elo better."""
    return 1 / (1 + 10 ** (-elo / 400))
