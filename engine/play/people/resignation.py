"""Resignation of people: the probability of resigning instead of moving, by temperament and by how lost the position is.

From 7,656 lichess games with evaluations of every move (docs/levels.md). At four to ten pawns down people resign in
0.3 to 2 % of their moves, because many such games are still saved. So here a position must have been lost for `LOST_MOVES` moves,
and an opponent who is short of time is played on against. Most people wait until they see the mate, and who has next to nothing
left hopes for stalemate.
"""

import random
from collections.abc import Mapping, Sequence

from engine.game.info import Score
from engine.game.position import Position
from engine.play.people.temperament import Resigning

FIRST_PLY = 20  # earlier resignations have no chess reason
LOST_CP = 870
"""Lichess' evaluation of ten pawns on Ratsu's scale, which is 0.87 of it."""
LOST_MOVES = 3
SEEN_MATE = 5  # moves; a longer mate is a lost position
SHORT_MS = 20_000
"""The opponent's clock below which people play on: of the games saved after facing a mate, a quarter were won on time."""

HAZARDS: Mapping[Resigning, tuple[float, float]] = {
    Resigning.EARLY: (0.12, 0.6),
    Resigning.LATE: (0.0, 0.5),
    Resigning.NEVER: (0.0, 0.0),
}
"""The probability of resigning at a move, in a lost position and if a mate is in sight."""

BARE_POINTS, BARE = 4, 0.1
"""With less than BARE_POINTS of pieces and pawns the probability is multiplied by BARE."""

POINTS = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def points_of(fen: str) -> int:
    """The points of the pieces and pawns of the side to move."""
    position = Position.of(fen, None)
    own = str.upper if position.white_to_move else str.lower
    return sum(value * position.count(own(piece)) for piece, value in POINTS.items())


def resigns(
    resigning: Resigning,
    standings: Sequence[Score],
    points: int,
    ply: int,
    opponent_ms: int | None,
    dice: random.Random,
) -> bool:
    """True if a person resigns after `ply` plies. `standings`: the person's evaluations at the last own moves, the present
    one last; `points`: of the own pieces and pawns; `opponent_ms`: the opponent's clock, None without one."""
    lost = [score.number <= -LOST_CP for score in standings[-LOST_MOVES:]]
    if ply < FIRST_PLY or len(lost) < LOST_MOVES or not all(lost):
        return False
    if opponent_ms is not None and opponent_ms < SHORT_MS:
        return False
    mate = standings[-1].mate
    hazard = HAZARDS[resigning][mate is not None and mate >= -SEEN_MATE]
    return dice.random() < hazard * (1.0 if points >= BARE_POINTS else BARE)
