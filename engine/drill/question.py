"""A question: a position in which a move is expected."""

from typing import Protocol

import chess


class Question(Protocol):
    """What every source asks."""

    @property
    def board(self) -> chess.Board:
        """The position, with the moves that lead there."""

    @property
    def new(self) -> bool:
        """Whether it was never asked before."""
