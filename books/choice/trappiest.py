"""Choice by traps: the sound move after which people lose most. The prediction of their replies is handed in."""

from collections.abc import Callable, Sequence

import chess

from books.choice.layers import LayeredMove
from books.key import decode

Traps = Callable[[chess.Board, Sequence[chess.Move]], Sequence[float]]
"""Returns the average cost of each move's trap for the opponent, in centipawns (books.preparation.traps)."""

SOUND_CP = 30
"""A move that is worse than the best one by more than this is not played for its trap."""

TRAP_STEP_CP = 5
"""Traps whose costs fall into the same step are alike; then the weight decides."""


def trappiest(board: chess.Board, candidates: Sequence[LayeredMove], traps: Traps) -> LayeredMove:
    """Returns the sound move with the costliest trap. A move without an evaluation counts as sound, since its flag
    allows it."""
    values = [move.worth for move in candidates]
    least = max((value for value in values if value is not None), default=0) - SOUND_CP
    sound = [
        (move, decoded)
        for move, value in zip(candidates, values, strict=True)
        if (value is None or value >= least) and (decoded := decode(board, move.code)) is not None
    ]
    costs = traps(board, [decoded for _, decoded in sound])
    ranked = zip(sound, costs, strict=True)
    return max(ranked, key=lambda pair: (pair[1] // TRAP_STEP_CP, pair[0][0].weight))[0][0]
