from __future__ import annotations

from array import array

def pack_traits(material: int, elo: int, year: int, result: int) -> bytes:
    """The 16 bytes that a collection keeps in memory of a game."""

def games_that_may_have(traits: bytes, wanted: int, least: int) -> array[int]:
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""
