"""The sources of claims beyond the board: endgame tables, book, human move statistics, and the earlier game.

Finder and checker ask the same sources; a claim with a missing source is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import chess

from engine.ground.values import dataclass


class TableProbe(Protocol):
    """Endgame tables from the view of the side to move; None for a position they do not know."""

    def probe_wdl(self, board: chess.Board) -> int | None:
        """2 (win) to -2 (loss), for a fifty-move counter of 0."""

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Plies to the next capture, pawn move or mate; negative if the side to move loses."""


Book = Callable[[chess.Board], Mapping[str, bool | None]]
"""The book moves of a position (UCI), best first: True for moves that it plays, False for moves marked as bad, None for others
that it lists: dubious ones, and those not checked yet."""


@dataclass(frozen=True)
class Sources:
    """The available sources; a missing one has the value None.

    `chances`: how often players rated `elo` play each move (0 to 1). `earlier`: EPDs of the game's earlier positions.
    """

    tables: TableProbe | None = None
    book: Book | None = None
    elo: int = 0
    chances: Callable[[], Mapping[str, float]] | None = None
    earlier: tuple[str, ...] = ()


NO_SOURCES = Sources()
