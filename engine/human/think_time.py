"""Human thinking time: drawn from the times of people by speed of the game, phase, time left and difficulty.

    seconds(ply=24, base_s=300, increment_s=3, left_s=170.0, entropy=1.4, luck=0.5)    # 4.2

The rows come from `ratsu train human think`, in units that shrink when time gets short.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import NormalDist

from engine.game.time_control import SPEEDS_S

QUANTILES = (0.01, 0.02, 0.05, 0.08, 0.14, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97)

PHASES = (16, 50)  # plies: end of the opening, start of the endgame
MOVES_LEFT, INCREMENTS_LEFT = 40, 20  # the unit is about an even share of the whole time
SHORT, SHRINKING, LEAST = 0.3, 0.35, 0.02
"""Below this share of the whole time the unit shrinks by this power of what is left of it, of at least LEAST. In proportion to
the time left people would move too fast: with 2 to 5 % left of a blitz game they take 1.0 s, which was 0.6."""

ROWS: Mapping[tuple[int, int], tuple[float, ...]] = {
    (0, 0): (0.081, 0.096, 0.141, 0.184, 0.254, 0.32, 0.487, 0.597, 0.736, 0.967, 1.407, 2.198),  # 5543 moves
    (0, 1): (0.099, 0.135, 0.224, 0.304, 0.468, 0.532, 0.695, 0.916, 1.308, 1.795, 2.503, 3.863),  # 15095 moves
    (0, 2): (0.101, 0.126, 0.186, 0.239, 0.333, 0.433, 0.619, 0.792, 0.996, 1.366, 1.77, 2.577),  # 27658 moves
    (1, 0): (0.033, 0.046, 0.08, 0.104, 0.136, 0.164, 0.223, 0.298, 0.431, 0.654, 1.066, 2.059),  # 13450 moves
    (1, 1): (0.059, 0.09, 0.14, 0.172, 0.227, 0.276, 0.44, 0.632, 0.919, 1.433, 2.176, 3.659),  # 34007 moves
    (1, 2): (0.044, 0.064, 0.109, 0.14, 0.182, 0.221, 0.311, 0.43, 0.574, 0.857, 1.292, 2.233),  # 38376 moves
    (2, 0): (0.022, 0.033, 0.052, 0.063, 0.083, 0.116, 0.178, 0.281, 0.46, 0.805, 1.327, 2.383),  # 8596 moves
    (2, 1): (0.032, 0.049, 0.074, 0.108, 0.149, 0.2, 0.348, 0.55, 0.859, 1.385, 2.133, 3.576),  # 20122 moves
    (2, 2): (0.028, 0.042, 0.059, 0.072, 0.098, 0.134, 0.211, 0.334, 0.518, 0.844, 1.318, 2.354),  # 14875 moves
    (3, 0): (0.013, 0.023, 0.036, 0.043, 0.064, 0.075, 0.119, 0.188, 0.315, 0.564, 0.911, 1.656),  # 1075 moves
    (3, 1): (0.023, 0.031, 0.05, 0.066, 0.095, 0.127, 0.241, 0.391, 0.599, 0.982, 1.655, 2.992),  # 2523 moves
    (3, 2): (0.01, 0.017, 0.026, 0.032, 0.047, 0.066, 0.12, 0.211, 0.395, 0.664, 1.105, 2.237),  # 1737 moves
}
"""(speed, phase): the time of a move at QUANTILES, in units (`unit_s`), from 2,500 lichess games with clocks of the part "teach".
The clocks count whole seconds: see `engine.training.human.think_time_fit`."""

HARDNESS = ((1.59, 0.57), (1.64, 0.74), (1.56, 0.74))
"""Mean and standard deviation of `choice_entropy` by phase."""

NORMAL = NormalDist()

HARD_SHARE = 0.22
"""The rank correlation of time and hardness."""

HABIT_SHARE = 0.31
"""The correlation of a move's time with the player's habit in the game: the spread of the mean of 9,615 sides of 20 and more
moves is 0.34 to 0.37 of a move's, of which 0.13 is chance."""

HURRY_PLIES, HURRY = 4, 0.3
"""The first moves are made at once: the factor of their time. Hand-set."""

RESERVE_S, MOST_OF_LEFT = 0.3, 0.25
"""Seconds that always remain on the clock, and the largest share of it for one move: the player does not lose on time."""


def speed_of(base_s: int, increment_s: int) -> int:
    """The speed class: 0 bullet, 1 blitz, 2 rapid, 3 slower."""
    expected = base_s + 40 * increment_s
    return sum(expected >= bound for bound in SPEEDS_S[:3])


def phase_of(ply: int) -> int:
    """The phase by plies played: 0 opening, 1 middlegame, 2 late."""
    return sum(ply >= bound for bound in PHASES)


def unit_s(left_s: float, base_s: int, increment_s: float) -> float:
    """About an even share of the whole time, in seconds, above 0; less when time is short."""
    more = INCREMENTS_LEFT * increment_s
    whole = max(1.0, base_s + more)
    short = min(1.0, max(LEAST, (left_s + more) / (SHORT * whole)))
    return whole / MOVES_LEFT * math.pow(short, SHRINKING)


def choice_entropy(chances: Iterable[float]) -> float:
    """The difficulty of a choice: the entropy of the move probabilities, in nats. `chances` sum to 1."""
    return -sum(chance * math.log(chance) for chance in chances if chance > 0)


def seconds(
    ply: int,
    base_s: int,
    increment_s: float,
    left_s: float,
    entropy: float | None,
    luck: float,
    pace: float = 1.0,
    habit: float | None = None,
) -> float:
    """The thinking time for the move after `ply` plies, in seconds; short enough not to lose on time.

    `left_s`: on the own clock. `entropy`: see `choice_entropy`, None if unknown. `luck`: uniform from 0 to 1. `pace`: a factor,
    1 for the speed of people. `habit`: a normal deviate of the player in this game, None for people in general.
    """
    phase = phase_of(ply)
    mean, spread = HARDNESS[phase]
    level = 0.0 if entropy is None else (entropy - mean) / spread
    share = 0.0 if entropy is None else HARD_SHARE
    lasting = 0.0 if habit is None else HABIT_SHARE
    chance = NORMAL.inv_cdf(min(max(luck, 0.001), 0.999)) * math.sqrt(1 - share * share - lasting * lasting)
    drawn = chance + share * level + lasting * (habit or 0.0)
    row = ROWS[speed_of(base_s, round(increment_s)), phase]
    pace *= HURRY if ply < HURRY_PLIES else 1.0
    wanted = pace * _at(row, NORMAL.cdf(drawn)) * unit_s(left_s, base_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def quicker_share(
    ply: int, base_s: int, increment_s: float, left_s: float, entropy: float | None, took_s: float
) -> float:
    """The share (0 to 1) of people who think shorter than `took_s` about the move after `ply` plies: the inverse of `seconds`
    without pace and habit."""
    phase = phase_of(ply)
    row = ROWS[speed_of(base_s, round(increment_s)), phase]
    units = took_s / unit_s(left_s, base_s, increment_s) / (HURRY if ply < HURRY_PLIES else 1.0)
    part = _part(row, units)
    if entropy is None:
        return part
    mean, spread = HARDNESS[phase]
    level = (entropy - mean) / spread
    return NORMAL.cdf((NORMAL.inv_cdf(part) - HARD_SHARE * level) / math.sqrt(1 - HARD_SHARE * HARD_SHARE))


def _part(row: tuple[float, ...], units: float) -> float:
    """The quantile of a value in a row, inside (0, 1)."""
    points = list(zip(QUANTILES, row, strict=True))
    if units <= row[0]:
        return QUANTILES[0] / 2
    for (low, less), (high, more) in pairwise(points):
        if units <= more and more > less:
            share = math.log(units / less) / math.log(more / less) if less else (units - less) / (more - less)
            return low + (high - low) * share
    return (1 + QUANTILES[-1]) / 2


def _at(row: tuple[float, ...], part: float) -> float:
    """The value of a row at quantile `part`, constant outside QUANTILES. Interpolates geometrically between values above 0:
    linear interpolation gave a 90th percentile 5 % too long for rapid games."""
    points = list(zip(QUANTILES, row, strict=True))
    for (low, less), (high, more) in pairwise(points):
        if part <= high:
            share = max(0.0, (part - low) / (high - low))
            return less * (more / less) ** share if less and more else less + (more - less) * share
    return row[-1]
