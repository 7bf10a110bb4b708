"""What people of a rating score with the book's moves, as the window shows it."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from engine.ground.values import dataclass


@dataclass(frozen=True)
class ExpectedScores:
    """For a position: the score (0-1) of each book move (coordinates) for the side that plays it, between players of the
    rating. Empty where it is not asked for, or not known yet."""

    fen: str = ""
    elo: int = 0
    scores: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
