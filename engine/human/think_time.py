"""Human thinking time: drawn from the times of people by speed of the game, phase, time left and difficulty.

    seconds(ply=24, base_s=300, increment_s=3, left_s=170.0, entropy=1.4, luck=0.5)    # 4.2

The rows come from `ratsu train human think`, in units of the time left, so that a player short of time moves faster.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import NormalDist

from engine.game.time_control import SPEEDS_S

QUANTILES = (0.02, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97)

SHORT = (0.5, 0.2)  # of the base time
PHASES = (16, 50)  # plies: end of the opening, start of the endgame
MOVES_LEFT, INCREMENTS_LEFT = 40, 20  # the unit is then about an even share of the time left

ROWS: Mapping[tuple[int, int, int], tuple[float, ...]] = {
    (0, 0, 0): (0.07, 0.14, 0.28, 0.45, 0.6, 0.78, 1.07, 1.56, 2.66),  # 30898 moves
    (0, 1, 0): (0.11, 0.35, 0.64, 0.91, 1.25, 1.73, 2.49, 3.54, 5.64),  # 74178 moves
    (0, 1, 1): (0.23, 0.82, 1.46, 2.08, 2.89, 3.88, 5.45, 7.62, 12.35),  # 8842 moves
    (0, 1, 2): (0.46, 1.46, 2.78, 4.11, 5.8, 8.02, 12.93, 17.83, 27.53),  # 1234 moves
    (0, 2, 0): (0.12, 0.37, 0.68, 0.99, 1.3, 1.76, 2.54, 3.49, 5.38),  # 9702 moves
    (0, 2, 1): (0.22, 0.56, 1.13, 1.68, 2.24, 2.93, 4.03, 5.5, 8.24),  # 58142 moves
    (0, 2, 2): (0.4, 0.93, 1.82, 2.93, 4.38, 6.39, 9.85, 14.41, 19.99),  # 62570 moves
    (1, 0, 0): (0.02, 0.11, 0.17, 0.24, 0.33, 0.48, 0.76, 1.24, 2.33),  # 63250 moves
    (1, 0, 1): (0.06, 0.16, 0.3, 0.4, 0.52, 0.66, 0.96, 1.21, 1.88),  # 1669 moves
    (1, 1, 0): (0.09, 0.21, 0.36, 0.56, 0.83, 1.25, 1.99, 3.01, 5.08),  # 137490 moves
    (1, 1, 1): (0.17, 0.47, 0.83, 1.3, 1.93, 2.81, 4.35, 6.45, 10.56),  # 18098 moves
    (1, 1, 2): (0.28, 0.91, 1.55, 2.46, 3.41, 4.71, 7.17, 10.69, 17.98),  # 1982 moves
    (1, 2, 0): (0.07, 0.21, 0.35, 0.53, 0.76, 1.09, 1.7, 2.6, 4.46),  # 22326 moves
    (1, 2, 1): (0.1, 0.37, 0.63, 0.93, 1.3, 1.83, 2.8, 4.24, 7.32),  # 59190 moves
    (1, 2, 2): (0.22, 0.61, 1.19, 1.87, 2.66, 3.87, 6.13, 9.71, 17.6),  # 45978 moves
    (2, 0, 0): (0.03, 0.07, 0.12, 0.18, 0.28, 0.46, 0.77, 1.25, 2.27),  # 27010 moves
    (2, 1, 0): (0.06, 0.13, 0.23, 0.41, 0.65, 1.0, 1.63, 2.49, 4.28),  # 57528 moves
    (2, 1, 1): (0.1, 0.3, 0.65, 1.14, 1.73, 2.73, 4.62, 6.79, 11.03),  # 3042 moves
    (2, 1, 2): (0.21, 0.5, 1.11, 2.13, 3.25, 4.97, 7.95, 12.8, 20.12),  # 626 moves
    (2, 2, 0): (0.04, 0.1, 0.18, 0.29, 0.46, 0.73, 1.2, 1.89, 3.44),  # 15490 moves
    (2, 2, 1): (0.11, 0.2, 0.36, 0.62, 0.98, 1.51, 2.43, 3.85, 6.93),  # 14254 moves
    (2, 2, 2): (0.2, 0.44, 0.85, 1.43, 2.18, 3.38, 5.63, 9.35, 17.53),  # 7096 moves
    (3, 0, 0): (0.02, 0.04, 0.07, 0.11, 0.18, 0.3, 0.54, 0.89, 1.7),  # 2794 moves
    (3, 1, 0): (0.03, 0.07, 0.13, 0.24, 0.4, 0.63, 1.1, 1.88, 3.85),  # 6433 moves
    (3, 1, 1): (0.03, 0.14, 0.59, 1.06, 1.64, 2.61, 4.02, 6.21, 11.61),  # 262 moves
    (3, 2, 0): (0.02, 0.03, 0.06, 0.11, 0.19, 0.36, 0.68, 1.18, 2.74),  # 3397 moves
    (3, 2, 1): (0.06, 0.13, 0.28, 0.56, 0.93, 1.44, 2.59, 4.47, 7.31),  # 1041 moves
    (3, 2, 2): (0.11, 0.24, 0.51, 0.94, 1.47, 2.14, 3.47, 5.19, 8.51),  # 1263 moves
}
"""(speed, phase, shortage): the time of a move at QUANTILES, in units (`unit_s`), from all games with clocks of the part "teach",
lichess and chess.com alike. Lichess' clocks count whole seconds: see `engine.training.human.think_time_fit`."""

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
    row = _row(speed_of(base_s, round(increment_s)), phase, shortage_of(left_s, base_s))
    pace *= HURRY if ply < HURRY_PLIES else 1.0
    wanted = pace * _at(row, NORMAL.cdf(drawn)) * unit_s(left_s, increment_s)
    return max(0.0, min(wanted, MOST_OF_LEFT * left_s, left_s - RESERVE_S))


def quicker_share(
    ply: int, base_s: int, increment_s: float, left_s: float, entropy: float | None, took_s: float
) -> float:
    """The share (0 to 1) of people who think shorter than `took_s` about the move after `ply` plies: the inverse of `seconds`
    without pace and habit."""
    phase = phase_of(ply)
    row = _row(speed_of(base_s, round(increment_s)), phase, shortage_of(left_s, base_s))
    units = took_s / unit_s(left_s, increment_s) / (HURRY if ply < HURRY_PLIES else 1.0)
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
