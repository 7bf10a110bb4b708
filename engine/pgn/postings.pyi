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
    def blocks(self, base: int) -> list[tuple[int, bytes]]:
        """All entries as blocks of (signed first key, packed block), ascending; the builder is empty afterwards. No game may
        be below `base`.
        """

def find(
    first_key: int, block: bytes, key: int, base: int
) -> tuple[list[tuple[array[int], array[int]]], array[int]] | None:
    """What a block says of a position (unsigned key); None if it is damaged. First what many games reached: the games
    with their moves, all of them or none are of this position; most often there is one such list or none. Then the games that
    may have reached it if none of the lists is of this position.
    """

def pack_traits(material: int, elo: int, year: int, result: int) -> bytes:
    """The 16 bytes that a collection keeps in memory of a game."""

def tally(games: array[int], moves: array[int], traits: bytes) -> dict[int, list[int | list[int]]]:
    """Statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top
    games]}.
    """

def games_that_may_have(traits: bytes, wanted: int, least: int) -> array[int]:
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""
