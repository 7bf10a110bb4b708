"""Zugzwang: the one theme that needs a search, which the caller hands in."""

from __future__ import annotations

from collections.abc import Callable

import chess

from engine.coach.line import MotifLine

Worth = Callable[[chess.Board], float | None]
"""White's expected share of the point in a position, 0 to 1; None: unknown."""

_MOST_PIECES = 14  # with more of them the duty to move is seldom a burden
_LEAST_LOSS = 0.15  # of the point, by that duty; from 0.05 to 0.2 nearly the same puzzles are found


def zugzwang(line: MotifLine, worth: Worth) -> bool:
    """After one of our moves the opponent would be better off without a move than with the best one."""
    return any(_must_move(step.after, worth) for step in line.steps)


def _must_move(board: chess.Board, worth: Worth) -> bool:
    if board.is_check() or board.occupied.bit_count() > _MOST_PIECES or not any(board.legal_moves):
        return False
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    idle = _share(passed, board.turn, worth)
    if idle is None or idle < _LEAST_LOSS:  # lost in any case
        return False
    moved = _share(board, board.turn, worth)
    return moved is not None and idle - moved >= _LEAST_LOSS


def _share(board: chess.Board, side: chess.Color, worth: Worth) -> float | None:
    share = worth(board)
    return share if share is None or side else 1 - share
