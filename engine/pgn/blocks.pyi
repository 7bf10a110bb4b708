from __future__ import annotations

from typing_extensions import disjoint_base

from engine.pgn.values import Problem

@disjoint_base
class BlockReader:
    """What every reader of game files does: blocks in, games out."""

    tail: str
    """What stands behind the last game, known when the last block was fed."""
    tail_problems: tuple[Problem, ...]

    @property
    def consumed(self) -> int:
        """Bytes of the file that the games given so far cover."""
    def skip_to(self, number: int, offset: int, lines: int = 0) -> None:
        """Says that the next block begins at this offset, after so many games and line breaks."""
