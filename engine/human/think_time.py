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

ROWS: Mapping[tuple[int, bool, int], tuple[float, ...]] = {
    (0, False, 0): (0.078, 0.093, 0.137, 0.179, 0.257, 0.334, 0.504, 0.607, 0.754, 0.966, 1.382, 2.099),  # 13931 moves
    (0, False, 1): (0.1, 0.136, 0.227, 0.314, 0.473, 0.538, 0.705, 0.926, 1.305, 1.657, 2.303, 3.564),  # 37983 moves
    (0, False, 2): (0.104, 0.128, 0.19, 0.244, 0.347, 0.451, 0.628, 0.807, 1.016, 1.381, 1.776, 2.582),  # 75408 moves
    (0, True, 0): (0.048, 0.071, 0.117, 0.169, 0.224, 0.257, 0.351, 0.522, 0.672, 1.072, 1.539, 2.862),  # 1608 moves
    (0, True, 1): (0.096, 0.154, 0.227, 0.257, 0.34, 0.426, 0.645, 0.922, 1.283, 2.003, 2.829, 4.639),  # 4146 moves
    (0, True, 2): (0.054, 0.071, 0.121, 0.183, 0.241, 0.274, 0.378, 0.531, 0.689, 0.967, 1.435, 2.371),  # 4071 moves
    (1, False, 0): (0.031, 0.041, 0.073, 0.098, 0.13, 0.161, 0.211, 0.277, 0.388, 0.545, 0.856, 1.584),  # 27027 moves
    (1, False, 1): (0.055, 0.086, 0.137, 0.17, 0.221, 0.268, 0.425, 0.574, 0.85, 1.31, 1.943, 3.199),  # 70486 moves
    (1, False, 2): (0.044, 0.061, 0.104, 0.137, 0.184, 0.22, 0.308, 0.426, 0.561, 0.837, 1.23, 2.121),  # 90407 moves
    (1, True, 0): (0.036, 0.056, 0.093, 0.119, 0.152, 0.18, 0.259, 0.387, 0.565, 0.929, 1.567, 2.898),  # 11308 moves
    (1, True, 1): (0.065, 0.094, 0.147, 0.188, 0.255, 0.347, 0.543, 0.79, 1.176, 1.854, 2.755, 4.566),  # 27071 moves
    (1, True, 2): (0.046, 0.08, 0.119, 0.146, 0.181, 0.221, 0.343, 0.447, 0.616, 0.941, 1.449, 2.565),  # 20254 moves
    (2, False, 0): (0.02, 0.033, 0.052, 0.062, 0.084, 0.119, 0.167, 0.279, 0.463, 0.793, 1.294, 2.285),  # 15252 moves
    (2, False, 1): (0.034, 0.051, 0.077, 0.117, 0.152, 0.204, 0.353, 0.553, 0.832, 1.333, 1.991, 3.222),  # 34792 moves
    (2, False, 2): (0.026, 0.043, 0.059, 0.07, 0.095, 0.129, 0.2, 0.301, 0.471, 0.757, 1.189, 2.075),  # 24684 moves
    (2, True, 0): (0.026, 0.033, 0.053, 0.069, 0.084, 0.107, 0.176, 0.271, 0.446, 0.783, 1.306, 2.558),  # 5975 moves
    (2, True, 1): (0.031, 0.043, 0.073, 0.09, 0.142, 0.19, 0.342, 0.574, 0.912, 1.56, 2.436, 4.319),  # 14804 moves
    (2, True, 2): (0.027, 0.035, 0.053, 0.07, 0.098, 0.133, 0.237, 0.387, 0.594, 0.949, 1.526, 2.816),  # 11388 moves
    (3, False, 0): (0.012, 0.017, 0.023, 0.029, 0.046, 0.055, 0.101, 0.165, 0.269, 0.488, 0.808, 1.437),  # 881 moves
    (3, False, 1): (0.016, 0.021, 0.038, 0.049, 0.069, 0.095, 0.188, 0.315, 0.492, 0.807, 1.357, 3.091),  # 1996 moves
    (3, False, 2): (0.011, 0.016, 0.021, 0.026, 0.043, 0.053, 0.094, 0.158, 0.255, 0.467, 0.779, 1.463),  # 2075 moves
    (3, True, 0): (0.023, 0.028, 0.041, 0.056, 0.067, 0.079, 0.128, 0.199, 0.316, 0.562, 0.907, 1.802),  # 1895 moves
    (3, True, 1): (0.024, 0.032, 0.06, 0.074, 0.107, 0.145, 0.272, 0.436, 0.681, 1.148, 1.906, 3.484),  # 4695 moves
    (3, True, 2): (0.016, 0.024, 0.033, 0.041, 0.065, 0.082, 0.163, 0.278, 0.475, 0.803, 1.408, 2.716),  # 3604 moves
}
"""(speed, whether moves add time, phase): the time of a move at QUANTILES, in units (`unit_s`), from 6,800 lichess games of the
part "teach" with clocks. Without an increment people save time for the end: in slow games they play its moves in 6.5 s, not 10.3.
The clocks count whole seconds: see `engine.training.human.think_time_fit`."""

HARDNESS = ((1.41, 0.57), (1.48, 0.68), (1.33, 0.68))
"""Mean and standard deviation of `choice_entropy` by phase."""

NORMAL = NormalDist()

HARD_SHARE = 0.28
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


def class_of(ply: int, base_s: int, increment_s: float) -> tuple[int, bool, int]:
    """The key of ROWS for the move after `ply` plies."""
    return speed_of(base_s, round(increment_s)), increment_s > 0, phase_of(ply)


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
    row = ROWS[class_of(ply, base_s, increment_s)]
    pace *= HURRY if ply < HURRY_PLIES else 1.0
    wanted = pace * _at(row, NORMAL.cdf(drawn)) * unit_s(left_s, base_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def quicker_share(
    ply: int, base_s: int, increment_s: float, left_s: float, entropy: float | None, took_s: float
) -> float:
    """The share (0 to 1) of people who think shorter than `took_s` about the move after `ply` plies: the inverse of `seconds`
    without pace and habit."""
    phase = phase_of(ply)
    row = ROWS[class_of(ply, base_s, increment_s)]
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
