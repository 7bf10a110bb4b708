"""Tables with a value for each of some ratings."""

from collections.abc import Sequence
from itertools import pairwise


def at_rating(rows: Sequence[tuple[int, float]], elo: int) -> float:
    """Linear interpolation between the rows; constant outside them."""
    for (low, first), (high, last) in pairwise(rows):
        if elo <= high:
            return first + (last - first) * max(0.0, (elo - low) / (high - low))
    return rows[-1][1]
