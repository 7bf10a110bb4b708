"""A question: a position in which a move is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import chess  # not at run time: the window has this module before it needs that


class DrillQuestion(Protocol):
    """The common part of all sources' questions."""

    @property
    def board(self) -> chess.Board:
        """The position, with its history."""
