from __future__ import annotations

from array import array

from typing_extensions import disjoint_base

@disjoint_base
class PostingsBuilder:
    """Collects the positions of games and gives them sorted and packed. `len` is the number of entries so far."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def add(self, game: int, keys: array[int], moves: array[int]) -> None:
        """Adds the positions of a game: `keys` has one more than `moves`."""
    def forget(self) -> None:
        """Empties the builder."""
    def blocks(self, base: int, numbers: array[int] | None = None) -> list[tuple[int, bytes]]:
        """All entries as blocks of (signed first key, packed block), ascending; the builder is empty afterwards. No game may
        be below `base`. With `numbers`, the games that were added are places in it: it has the number of each, ascending,
        or 0 if the game is left out.
        """

def find(
    first_key: int, block: bytes, key: int, base: int
) -> tuple[list[tuple[array[int], array[int]]], array[int]] | None:
    """Returns what a block knows of a position (unsigned key); None if it is damaged. First the lists of games with their
    moves, for positions that many games reached: a list is of this position as a whole, or not at all. Then the
    games that may have reached it if none of the lists is of this position.
    """
