from __future__ import annotations

from array import array

from typing_extensions import disjoint_base

from engine.rules.board import CoreBoard

@disjoint_base
class Replay:
    """A game that is played over once. `moves` are core moves, 2 bytes each, little-endian."""

    def __init__(self, board: CoreBoard, moves: bytes) -> None: ...
    def reached(self, wanted: array[int]) -> list[tuple[int, int]]:
        """Those of the positions (unsigned keys, each once) that the game reaches, each with the move that is played there
        the first time (0: the game ends).

        :raises MoveError: a move cannot be played, before all were found.
        """
    def keys(self) -> array[int]:
        """The keys of the start and of each position after it, as far as the moves can be played."""
