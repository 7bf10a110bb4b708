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
    def blocks(self) -> list[tuple[int, bytes]]:
        """All entries as blocks of (signed first key, packed block), ascending; the builder is empty afterwards."""

def find(first_key: int, block: bytes, key: int) -> tuple[array[int], array[int]] | None:
    """The games and moves of a position (unsigned key) in one block; None if the block is damaged."""

def pack_traits(material: int, elo: int, year: int, result: int) -> bytes:
    """The 16 bytes that a collection keeps in memory of a game."""

def tally(games: array[int], moves: array[int], traits: bytes) -> dict[int, list[int | list[int]]]:
    """Statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top
    games]}.
    """

def games_that_may_have(traits: bytes, wanted: int, least: int) -> array[int]:
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""
