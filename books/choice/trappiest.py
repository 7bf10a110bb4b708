"""The choice by traps: the sound move after which people lose most. What they would play is handed in."""

from collections.abc import Callable, Sequence

import chess

from books.choice.layers import LayeredMove
from books.key import decode

Traps = Callable[[chess.Board, Sequence[chess.Move]], Sequence[float]]
"""What the trap that each move sets costs the opponent on average, in centipawns (books.preparation.traps)."""

SOUND_CP = 30
"""A move that is worth so much less than the best one is not played for its trap."""

TRAP_STEP_CP = 5
"""Traps whose costs differ by less are alike; then the weight decides."""


def trappiest(board: chess.Board, candidates: Sequence[LayeredMove], traps: Traps) -> LayeredMove:
    """The sound move with the costliest trap. A move that nobody evaluated is as sound as its flag says."""
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
