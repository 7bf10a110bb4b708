"""Resignation of people: the probability of resigning instead of moving, by how lost the position is.

From 300 games not lost on time (docs/levels.md). Of the games that an 800 loses, 51 % end in mate; 42 % at 1200, 23 % at 1600,
21 % at 2000. Beginners play on even when mate is near.
"""

import random

from engine.game.info import Score
from engine.play.people.rating_rows import at_rating

FIRST_PLY = 20  # earlier resignations have no chess reason
LOST_CP = (400, 600, 1000)
RESIGN = (
    ((1000, 0.03), (1600, 0.05), (2000, 0.06)),
    ((1000, 0.045), (1600, 0.07), (2000, 0.11)),
    ((1000, 0.055), (1600, 0.12), (2000, 0.16)),
)
"""The probability of resigning at each rating, from each of LOST_CP centipawns down."""
FACING_MATE = ((1000, 0.0), (1600, 0.05), (2000, 0.3))


def resigns(elo: int, score: Score, ply: int, dice: random.Random) -> bool:
    """True if a person resigns after `ply` plies; `score`: of the side to move."""
    if ply < FIRST_PLY or score.number > -LOST_CP[0]:
        return False
    rows = FACING_MATE if score.mate is not None else RESIGN[sum(score.number <= -bound for bound in LOST_CP) - 1]
    return dice.random() < at_rating(rows, elo)
