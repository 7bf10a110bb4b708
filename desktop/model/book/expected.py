"""Scores of players of a rating with the moves of the book and of the explorer, for the window."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from engine.ground.values import dataclass


@dataclass(frozen=True)
class ExpectedScores:
    """The score (0-1) of each move (coordinates) of a position, for the mover, between players of the rating, its 95 %
    interval, and the weight of the explorer's games in it (0: predicted). Empty if switched off or not yet known.
    """

    fen: str = ""
    elo: int = 0
    scores: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))
    games: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
