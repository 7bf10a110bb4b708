"""When people of a rating give up: how often a move is not made any more, by how lost the position is.

From 300 games that were not lost on time (docs/levels.md). Of those that an 800 loses, 51 % end in mate; 42 % at 1200, 23 % at
1600, 21 % at 2000. Beginners play on where a mate is near.
"""

import random

from engine.game.info import Score
from engine.play.people.rating_rows import at_rating

FIRST_PLY = 20  # before, people resign because somebody is at the door
LOST_CP = (400, 600, 1000)
RESIGN = (
    ((1000, 0.03), (1600, 0.05), (2000, 0.06)),
    ((1000, 0.045), (1600, 0.07), (2000, 0.11)),
    ((1000, 0.055), (1600, 0.12), (2000, 0.16)),
)
"""From LOST_CP centipawns down on, how likely a person of each rating is to resign instead of moving."""
FACING_MATE = ((1000, 0.0), (1600, 0.05), (2000, 0.3))


def resigns(elo: int, score: Score, ply: int, dice: random.Random) -> bool:
    """Whether a person resigns in a position after `ply` plies; `score`: of the side to move."""
    if ply < FIRST_PLY or score.number > -LOST_CP[0]:
        return False
    rows = FACING_MATE if score.mate is not None else RESIGN[sum(score.number <= -bound for bound in LOST_CP) - 1]
    return dice.random() < at_rating(rows, elo)
