"""Resignation of people: the probability of resigning instead of moving, by temperament and by how lost the position is.

From 7,716 lichess games with evaluations of every move (docs/levels.md). At four to ten pawns down people resign in
0.3 to 2 % of their moves, because many such games are still saved. So here a position must have been lost for `LOST_MOVES` moves,
and an opponent who is short of time is played on against.
"""

import random
from collections.abc import Mapping, Sequence

from engine.game.info import Score
from engine.play.people.temperament import Resigning

FIRST_PLY = 20  # earlier resignations have no chess reason
LOST_CP = 870
"""Lichess' evaluation of ten pawns on Ratsu's scale, which is 0.87 of it."""
LOST_MOVES = 3
SHORT_MS = 20_000
"""The opponent's clock below which people play on: of the games saved after facing a mate, a quarter were won on time."""

HAZARDS: Mapping[Resigning, tuple[float, float]] = {
    Resigning.EARLY: (0.12, 0.35),
    Resigning.LATE: (0.0, 0.20),
    Resigning.NEVER: (0.0, 0.0),
}
"""The probability of resigning at a move, in a lost position and if a mate is in sight."""


def resigns(
    resigning: Resigning, standings: Sequence[Score], ply: int, opponent_ms: int | None, dice: random.Random
) -> bool:
    """True if a person resigns after `ply` plies. `standings`: the person's evaluations at the last own moves, the present
    one last; `opponent_ms`: the opponent's clock, None without one."""
    lost = [score.number <= -LOST_CP for score in standings[-LOST_MOVES:]]
    if ply < FIRST_PLY or len(lost) < LOST_MOVES or not all(lost):
        return False
    if opponent_ms is not None and opponent_ms < SHORT_MS:
        return False
    return dice.random() < HAZARDS[resigning][standings[-1].mate is not None]
