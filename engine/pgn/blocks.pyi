from __future__ import annotations

from typing_extensions import disjoint_base

from engine.pgn.values import Problem

@disjoint_base
class BlockReader:
    """The base of the readers of game files: blocks in, games out."""

    tail: str
    """The text after the last game, known when the last block was fed."""
    tail_problems: tuple[Problem, ...]

    @property
    def consumed(self) -> int:
        """Bytes of the file that the games given so far cover."""
    def skip_to(self, number: int, offset: int, lines: int = 0) -> None:
        """Sets the offset at which the next block begins, and the numbers of games and line breaks before it."""
