"""Whom a claim may be asked of besides the board: tables, a book, people of a rating, the game before. Who finds claims and
who checks them ask the same ones; a claim whose source is missing is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import chess

from engine.ground.values import dataclass


class Tables(Protocol):
    """Endgame tables, from the view of the side to move; None where they do not know a position."""

    def probe_wdl(self, board: chess.Board) -> int | None:
        """2 (win) to -2 (loss), as if the fifty-move counter were 0."""

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Plies to the next capture, pawn move or mate; negative for the side that loses."""


Book = Callable[[chess.Board], Mapping[str, bool]]
"""The book's moves of a position (coordinates), the best first: True for those that it plays, False for those it knows as bad."""


@dataclass(frozen=True)
class Sources:
    """`chances`: how often people rated `elo` play each move of the position (0 to 1), where the game before is known as well.
    `earlier`: EPDs of the game's positions before."""

    tables: Tables | None = None
    book: Book | None = None
    elo: int = 0
    chances: Callable[[], Mapping[str, float]] | None = None
    earlier: tuple[str, ...] = ()


NOBODY = Sources()
