"""Human thinking time: drawn from the times of people by speed of the game, phase, time left and difficulty.

    seconds(ply=24, base_s=300, increment_s=3, left_s=170.0, entropy=1.4, luck=0.5)    # 4.2

The rows come from `ratsu train human think`, in units of the time left, so that a player short of time moves faster.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import NormalDist

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.9, 0.97)

SPEEDS_S = (
    180,
    480,
    1500,
)  # expected seconds of a game, base plus forty increments: upper bounds of bullet, blitz, rapid
SHORT = (0.5, 0.2)  # of the base time
PHASES = (16, 50)  # plies: end of the opening, start of the endgame
MOVES_LEFT, INCREMENTS_LEFT = 40, 20  # the unit is then about an even share of the time left

ROWS: Mapping[tuple[int, int, int], tuple[float, ...]] = {
    (0, 0, 0): (0.0, 0.0, 0.29, 0.7, 1.38, 2.26),  # 5507 moves
    (0, 1, 0): (0.0, 0.59, 0.95, 1.9, 3.24, 5.05),  # 13192 moves
    (0, 1, 1): (0.0, 1.43, 2.76, 4.57, 7.5, 13.33),  # 1713 moves
    (0, 2, 0): (0.0, 0.38, 1.21, 2.35, 3.37, 5.0),  # 2844 moves
    (0, 2, 1): (0.0, 0.0, 1.78, 3.08, 5.0, 7.27),  # 10483 moves
    (0, 2, 2): (0.0, 0.0, 0.0, 4.0, 10.0, 20.0),  # 14330 moves
    (1, 0, 0): (0.0, 0.18, 0.27, 0.54, 1.11, 2.18),  # 12922 moves
    (1, 0, 1): (0.0, 0.27, 0.46, 0.92, 1.3, 1.84),  # 576 moves
    (1, 1, 0): (0.12, 0.35, 0.73, 1.49, 2.77, 4.78),  # 29467 moves
    (1, 1, 1): (0.0, 0.87, 1.65, 3.22, 5.71, 9.62),  # 4134 moves
    (1, 1, 2): (0.53, 1.48, 2.86, 5.37, 9.41, 16.55),  # 542 moves
    (1, 2, 0): (0.0, 0.37, 0.73, 1.37, 2.55, 4.36),  # 8943 moves
    (1, 2, 1): (0.0, 0.65, 1.18, 2.24, 4.0, 7.11),  # 14676 moves
    (1, 2, 2): (0.0, 0.0, 1.82, 3.77, 7.27, 13.71),  # 14986 moves
    (2, 0, 0): (0.06, 0.13, 0.28, 0.7, 1.37, 2.43),  # 5162 moves
    (2, 1, 0): (0.08, 0.28, 0.65, 1.4, 2.6, 4.53),  # 11225 moves
    (2, 1, 1): (0.15, 0.84, 1.81, 3.8, 6.58, 11.25),  # 982 moves
    (2, 2, 0): (0.07, 0.2, 0.45, 1.04, 2.07, 3.93),  # 3799 moves
    (2, 2, 1): (0.14, 0.43, 0.94, 2.04, 3.86, 7.62),  # 2762 moves
    (2, 2, 2): (0.2, 0.83, 1.87, 4.06, 8.81, 16.45),  # 1703 moves
    (3, 0, 0): (0.03, 0.09, 0.18, 0.45, 0.91, 1.67),  # 1087 moves
    (3, 1, 0): (0.05, 0.16, 0.39, 0.87, 1.82, 3.6),  # 2461 moves
    (3, 2, 0): (0.02, 0.06, 0.17, 0.49, 1.07, 2.36),  # 1153 moves
    (3, 2, 1): (0.1, 0.34, 0.85, 1.7, 3.61, 6.06),  # 359 moves
    (3, 2, 2): (0.12, 0.62, 1.6, 3.27, 5.38, 7.06),  # 255 moves
}
"""(speed, phase, shortage): the time of a move at QUANTILES, in units (`unit_s`), from 2,500 games of the part "teach". Speed 2
is from 2,500 other games, without over-the-board games whose `90+30` means minutes."""

HARDNESS = ((1.59, 0.57), (1.64, 0.74), (1.56, 0.74))
"""Mean and standard deviation of `choice_entropy` by phase."""

HARD_SHARE = 0.22
"""The rank correlation of time and hardness."""

HURRY_PLIES, HURRY = 4, 0.3
"""The first moves are made at once: the factor of their time. Hand-set."""

RESERVE_S, MOST_OF_LEFT = 0.3, 0.25
"""Seconds that always remain on the clock, and the largest share of it for one move: the player does not lose on time."""


def speed_of(base_s: int, increment_s: int) -> int:
    """The speed class: 0 bullet, 1 blitz, 2 rapid, 3 slower."""
    expected = base_s + 40 * increment_s
    return sum(expected >= bound for bound in SPEEDS_S)


def phase_of(ply: int) -> int:
    """The phase by plies played: 0 opening, 1 middlegame, 2 late."""
    return sum(ply >= bound for bound in PHASES)


def shortage_of(left_s: float, base_s: int) -> int:
    """The shortage of time: 0 at least half of the base time is left, 1 a fifth, 2 less."""
    return sum(left_s < part * base_s for part in SHORT)


def unit_s(left_s: float, increment_s: float) -> float:
    """About an even share of the time left, in seconds, above 0."""
    return max(0.05, (left_s + INCREMENTS_LEFT * increment_s) / MOVES_LEFT)


def choice_entropy(chances: Iterable[float]) -> float:
    """The difficulty of a choice: the entropy of the move probabilities, in nats. `chances` sum to 1."""
    return -sum(chance * math.log(chance) for chance in chances if chance > 0)


def seconds(
    ply: int, base_s: int, increment_s: float, left_s: float, entropy: float | None, luck: float, pace: float = 1.0
) -> float:
    """The thinking time for the move after `ply` plies, in seconds; short enough not to lose on time.

    `left_s`: on the own clock. `entropy`: see `choice_entropy`, None if unknown. `luck`: uniform from 0 to 1. `pace`: a factor,
    1 for the speed of people.
    """
    phase = phase_of(ply)
    mean, spread = HARDNESS[phase]
    level = 0.0 if entropy is None else (entropy - mean) / spread
    share = 0.0 if entropy is None else HARD_SHARE
    normal = NormalDist()
    drawn = normal.inv_cdf(min(max(luck, 0.001), 0.999)) * math.sqrt(1 - share * share) + share * level
    row = _row(speed_of(base_s, round(increment_s)), phase, shortage_of(left_s, base_s))
    pace *= HURRY if ply < HURRY_PLIES else 1.0
    wanted = pace * _at(row, normal.cdf(drawn)) * unit_s(left_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def _row(speed: int, phase: int, short: int) -> tuple[float, ...]:
    """The row of the class, or of the nearest class with more time if people were too rare in it."""
    return next(ROWS[speed, phase, known] for known in range(short, -1, -1) if (speed, phase, known) in ROWS)


def _at(row: tuple[float, ...], part: float) -> float:
    """The value of a row at quantile `part`, constant outside QUANTILES. Interpolates geometrically between values above 0:
    linear interpolation gave a 90th percentile 5 % too long for rapid games."""
    points = list(zip(QUANTILES, row, strict=True))
    for (low, less), (high, more) in pairwise(points):
        if part <= high:
            share = max(0.0, (part - low) / (high - low))
            return less * (more / less) ** share if less and more else less + (more - less) * share
    return row[-1]
