from __future__ import annotations

from array import array

def pack_traits(material: int, elo: int, year: int, result: int) -> bytes:
    """The 16 bytes that a collection keeps in memory of a game."""

def tally(games: array[int], moves: array[int], traits: bytes) -> dict[int, list[int | list[int]]]:
    """Statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top
    games]}.
    """

def games_that_may_have(traits: bytes, wanted: int, least: int) -> array[int]:
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""
