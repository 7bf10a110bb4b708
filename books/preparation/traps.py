"""How much of a trap a position is: how likely people go wrong in it, times what that costs them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import chess

WRONG_CP = 100
"""A move that loses so much against the best one is a mistake. Less is within the noise of a search of a few plies."""

MOST_CP = 1000
"""A mistake costs no more than this: beyond it the game is lost anyway."""


class Reply(NamedTuple):
    """A move that people play in a position: how likely (0-1), and what it is worth to them in centipawns."""

    move: chess.Move
    chance: float
    centipawns: int


Replies = Callable[[chess.Board], Sequence[Reply]]
"""What people would play in a position: every move that matters."""


class Trap(NamedTuple):
    """`chance`: how likely a person goes wrong (0-1); `cost`: what it costs on average, over all moves, in centipawns;
    `mistake`: the mistake that costs most times its chance, None: nobody goes wrong."""

    chance: float
    cost: float
    mistake: chess.Move | None = None


def mistakes_of(replies: Iterable[Reply]) -> dict[Reply, int]:
    """The replies that are mistakes, with what each costs in centipawns."""
    known = list(replies)
    best = max((_bounded(reply.centipawns) for reply in known), default=0)
    losses = {reply: min(MOST_CP, best - _bounded(reply.centipawns)) for reply in known}
    return {reply: loss for reply, loss in losses.items() if loss >= WRONG_CP}


def trap_of(replies: Iterable[Reply]) -> Trap:
    """What a position sets as a trap for the side to move."""
    costs = {reply: reply.chance * loss for reply, loss in mistakes_of(replies).items()}
    worst = max(costs, key=costs.__getitem__, default=None)
    return Trap(sum(reply.chance for reply in costs), sum(costs.values()), worst.move if worst else None)


def trap_after(board: chess.Board, move: chess.Move, replies: Replies) -> Trap:
    """The trap that a move sets. A move that ends the game sets none."""
    after = board.copy()  # with its moves: people answer the last one
    after.push(move)
    return Trap(0.0, 0.0) if after.is_game_over() else trap_of(replies(after))


def _bounded(centipawns: int) -> int:
    return max(-MOST_CP, min(MOST_CP, centipawns))
