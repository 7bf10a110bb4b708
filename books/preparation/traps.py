"""Measures a position as a trap: the probability of a mistake, times its cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import chess

WRONG_CP = 100
"""A move that loses this much against the best one is a mistake. Smaller losses are noise of a shallow search."""

MOST_CP = 1000
"""Limit of a mistake's cost: beyond it the game is lost anyway."""


class LikelyReply(NamedTuple):
    """A move that people play in a position: its probability (0-1), and its value for them in centipawns."""

    move: chess.Move
    chance: float
    centipawns: int


Replies = Callable[[chess.Board], Sequence[LikelyReply]]
"""Returns the moves that people would play in a position: every move that matters."""


class Trap(NamedTuple):
    """`chance`: the probability (0-1) of a mistake; `cost`: the average loss over all moves, in centipawns; `mistake`:
    the mistake with the largest share of that loss, None without mistakes."""

    chance: float
    cost: float
    mistake: chess.Move | None = None


def mistakes_of(replies: Iterable[LikelyReply]) -> dict[LikelyReply, int]:
    """Returns the replies that are mistakes, with the loss of each in centipawns."""
    known = list(replies)
    best = max((_bounded(reply.centipawns) for reply in known), default=0)
    losses = {reply: min(MOST_CP, best - _bounded(reply.centipawns)) for reply in known}
    return {reply: loss for reply, loss in losses.items() if loss >= WRONG_CP}


def trap_of(replies: Iterable[LikelyReply]) -> Trap:
    """Returns the trap that a position sets for the side to move."""
    costs = {reply: reply.chance * loss for reply, loss in mistakes_of(replies).items()}
    worst = max(costs, key=costs.__getitem__, default=None)
    return Trap(sum(reply.chance for reply in costs), sum(costs.values()), worst.move if worst else None)


def trap_after(board: chess.Board, move: chess.Move, replies: Replies) -> Trap:
    """Returns the trap that a move sets. A move that ends the game sets none."""
    after = board.copy()  # with its moves: the prediction depends on the last one
    after.push(move)
    return Trap(0.0, 0.0) if after.is_game_over() else trap_of(replies(after))


def _bounded(centipawns: int) -> int:
    return max(-MOST_CP, min(MOST_CP, centipawns))
