"""What depends on rating: rows of ratings with a value each."""

from collections.abc import Sequence
from itertools import pairwise


def at_rating(rows: Sequence[tuple[int, float]], elo: int) -> float:
    """Straight between the rows, as at the ends beyond them."""
    for (low, first), (high, last) in pairwise(rows):
        if elo <= high:
            return first + (last - first) * max(0.0, (elo - low) / (high - low))
    return rows[-1][1]
