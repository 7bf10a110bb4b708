"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): a rating with its uncertainty.

One puzzle is one rating period with one game; puzzles have a fixed rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated

from engine.ground.codec import Within
from engine.ground.values import dataclass

SCALE = 173.7178  # rating points per unit of the formulas
TAU = 0.5  # tau, the limit on changes of the volatility: the middle of Glickman's recommended range
PUZZLE_DEVIATION = 75.0  # of a puzzle with thousands of attempts
LOWEST, HIGHEST = 0.0, 5_000.0  # range of stored ratings
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
_PRECISION = 1e-6


@dataclass(frozen=True)
class Glicko:
    """A rating in points, its standard deviation, and its volatility."""

    rating: Annotated[float, Within(LOWEST, HIGHEST)] = 1500.0
    deviation: Annotated[float, Within(1, 500)] = 350.0
    volatility: Annotated[float, Within(0.001, 1)] = 0.06

    def after(self, results: Sequence[tuple[float, float, float]]) -> Glicko:
        """The rating after a period of games: each the rating and the deviation of the opponent, and the score (0 to 1)."""
        mean, spread = (self.rating - 1500) / SCALE, self.deviation / SCALE
        others = [((rating - 1500) / SCALE, deviation / SCALE, score) for rating, deviation, score in results]
        known = sum(
            _weight(other) ** 2 * _share(mean, at, other) * (1 - _share(mean, at, other)) for at, other, _ in others
        )
        gain = sum(_weight(other) * (score - _share(mean, at, other)) for at, other, score in others)
        volatility = self._volatility(spread, 1 / known, gain / known)
        wider = math.sqrt(spread**2 + volatility**2)
        fresh = 1 / math.sqrt(1 / wider**2 + known)
        return Glicko(
            min(HIGHEST, max(LOWEST, 1500 + SCALE * (mean + fresh**2 * gain))),
            min(MOST_DEVIATION, max(LEAST_DEVIATION, SCALE * fresh)),
            volatility,
        )

    def _volatility(self, spread: float, variance: float, change: float) -> float:
        """Step 5: the root of Glickman's function by the Illinois method."""
        start = math.log(self.volatility**2)

        def at(x: float) -> float:
            power = math.exp(x)
            below = spread**2 + variance + power
            return power * (change**2 - below) / (2 * below**2) - (x - start) / TAU**2

        low, high = start, math.log(max(change**2 - spread**2 - variance, _PRECISION))
        if change**2 <= spread**2 + variance:
            high = start - TAU
            while at(high) < 0:
                high -= TAU
        value_low, value_high = at(low), at(high)
        while abs(high - low) > _PRECISION:
            middle = low + (low - high) * value_low / (value_high - value_low)
            value = at(middle)
            if value * value_high <= 0:
                low, value_low = high, value_high
            else:
                value_low /= 2
            high, value_high = middle, value
        return math.exp(low / 2)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _share(mean: float, other: float, deviation: float) -> float:
    return 1 / (1 + math.exp(-_weight(deviation) * (mean - other)))
