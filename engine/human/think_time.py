"""How long a person thinks about a move: drawn from how long people did, by speed of the game, phase, time left and choice.

    seconds(ply=24, base_s=300, increment_s=3, left_s=170.0, hard=1.4, luck=0.5)    # 4.2

The rows are `ratsu train human think`: times of people in units of the time left, so that who is short of time hurries.
"""

import math
from collections.abc import Iterable
from itertools import pairwise
from statistics import NormalDist

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.9, 0.97)

SPEEDS_S = (180, 480, 1500)  # expected seconds of a game, base and forty increments: bullet, blitz, rapid, slower
PHASES = (16, 50)  # plies: the opening ends, the endgame begins
MOVES_LEFT, INCREMENTS_LEFT = 40, 20  # so that the unit is about an even share of what is left

ROWS: dict[tuple[int, int], tuple[float, ...]] = {}
"""(speed, phase): the time of a move at QUANTILES, in units (`unit_s`)."""

HARDNESS = ((1.2, 0.6), (1.6, 0.7), (1.5, 0.7))
"""Mean and spread of `hardness` by phase."""

HARD_SHARE = 0.3
"""How much of the time hardness explains: a correlation of ranks."""

RESERVE_S, MOST_OF_LEFT = 0.3, 0.25
"""Nobody here loses on time: so much stays on the clock, and a move takes no larger share of what is there."""


def speed_of(base_s: int, increment_s: int) -> int:
    """0 bullet, 1 blitz, 2 rapid, 3 slower."""
    expected = base_s + 40 * increment_s
    return sum(expected >= bound for bound in SPEEDS_S)


def phase_of(ply: int) -> int:
    """0 opening, 1 middlegame, 2 late, by plies played."""
    return sum(ply >= bound for bound in PHASES)


def unit_s(left_s: float, increment_s: float) -> float:
    """About an even share of what is left, in seconds, above 0."""
    return max(0.05, (left_s + INCREMENTS_LEFT * increment_s) / MOVES_LEFT)


def hardness(chances: Iterable[float]) -> float:
    """How hard a choice is: the entropy of what people play, in nats. `chances` sum to 1."""
    return -sum(chance * math.log(chance) for chance in chances if chance > 0)


def seconds(ply: int, base_s: int, increment_s: float, left_s: float, hard: float | None, luck: float) -> float:
    """How long the move after `ply` plies takes. `left_s`: on the own clock; `hard`: see `hardness`, None if not known;
    `luck`: a number drawn evenly from 0 to 1. Never so long that the clock runs out."""
    phase = phase_of(ply)
    mean, spread = HARDNESS[phase]
    level = 0.0 if hard is None else (hard - mean) / spread
    share = 0.0 if hard is None else HARD_SHARE
    normal = NormalDist()
    drawn = normal.inv_cdf(min(max(luck, 0.001), 0.999)) * math.sqrt(1 - share * share) + share * level
    row = ROWS[speed_of(base_s, round(increment_s)), phase]
    wanted = _at(row, normal.cdf(drawn)) * unit_s(left_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def _at(row: tuple[float, ...], part: float) -> float:
    """The value of a row at a part of 1, straight between QUANTILES, as at the ends beyond them."""
    points = list(zip(QUANTILES, row, strict=True))
    for (low, less), (high, more) in pairwise(points):
        if part <= high:
            return less + (more - less) * max(0.0, (part - low) / (high - low))
    return row[-1]
