"""How long a person thinks about a move: drawn from how long people did, by speed of the game, phase, time left and choice.

    seconds(ply=24, base_s=300, increment_s=3, left_s=170.0, hard=1.4, luck=0.5)    # 4.2

The rows are `ratsu train human think`: times of people in units of the time left, so that who is short of time hurries.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import NormalDist

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.9, 0.97)

SPEEDS_S = (180, 480, 1500)  # expected seconds of a game, base and forty increments: bullet, blitz, rapid, slower
PHASES = (16, 50)  # plies: the opening ends, the endgame begins
MOVES_LEFT, INCREMENTS_LEFT = 40, 20  # so that the unit is about an even share of what is left

ROWS: Mapping[tuple[int, int], tuple[float, ...]] = {
    (0, 0): (0.0, 0.0, 0.29, 0.69, 1.38, 2.22),  # 3396 moves
    (0, 1): (0.0, 0.66, 1.08, 2.22, 4.0, 7.27),  # 9235 moves
    (0, 2): (0.0, 0.0, 0.0, 3.08, 6.67, 13.33),  # 16501 moves
    (1, 0): (0.0, 0.18, 0.27, 0.55, 1.12, 2.19),  # 8084 moves
    (1, 1): (0.12, 0.41, 0.82, 1.78, 3.4, 6.2),  # 20672 moves
    (1, 2): (0.0, 0.51, 1.25, 2.61, 4.97, 9.9),  # 24087 moves
    (2, 0): (0.04, 0.13, 0.27, 0.71, 1.41, 2.56),  # 5528 moves
    (2, 1): (0.08, 0.29, 0.74, 1.69, 3.33, 6.16),  # 13149 moves
    (2, 2): (0.07, 0.29, 0.75, 1.89, 4.0, 8.58),  # 9180 moves
    (3, 0): (0.03, 0.09, 0.17, 0.41, 0.97, 1.74),  # 620 moves
    (3, 1): (0.05, 0.15, 0.38, 0.92, 2.07, 4.13),  # 1393 moves
    (3, 2): (0.02, 0.08, 0.26, 0.88, 2.49, 5.22),  # 952 moves
}
"""(speed, phase): the time of a move at QUANTILES, in units (`unit_s`); of 1,500 games of the part "teach"."""

HARDNESS = ((1.59, 0.57), (1.64, 0.74), (1.56, 0.74))
"""Mean and spread of `hardness` by phase."""

HARD_SHARE = 0.22
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


def seconds(
    ply: int, base_s: int, increment_s: float, left_s: float, hard: float | None, luck: float, pace: float = 1.0
) -> float:
    """How long the move after `ply` plies takes. `left_s`: on the own clock; `hard`: see `hardness`, None if not known;
    `luck`: a number drawn evenly from 0 to 1; `pace`: how many times as long as people. Never so long that the clock runs
    out."""
    phase = phase_of(ply)
    mean, spread = HARDNESS[phase]
    level = 0.0 if hard is None else (hard - mean) / spread
    share = 0.0 if hard is None else HARD_SHARE
    normal = NormalDist()
    drawn = normal.inv_cdf(min(max(luck, 0.001), 0.999)) * math.sqrt(1 - share * share) + share * level
    row = ROWS[speed_of(base_s, round(increment_s)), phase]
    wanted = pace * _at(row, normal.cdf(drawn)) * unit_s(left_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def _at(row: tuple[float, ...], part: float) -> float:
    """The value of a row at a part of 1, straight between QUANTILES, as at the ends beyond them."""
    points = list(zip(QUANTILES, row, strict=True))
    for (low, less), (high, more) in pairwise(points):
        if part <= high:
            return less + (more - less) * max(0.0, (part - low) / (high - low))
    return row[-1]
