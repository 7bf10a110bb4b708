from __future__ import annotations

from array import array

def pack_traits(
    material: int, white_elo: int, black_elo: int, date: str, time_control: str | None, result: int
) -> bytes:
    """The 16 bytes that a collection keeps in memory of a game. Ratings are 0 if unknown; `result` is a place in
    `schema.RESULT_TOKENS`."""

def material_of(traits: bytes) -> int:
    """The material at the end of a game, from its 16 bytes."""

def games_that_may_have(traits: bytes, wanted: int, least: int) -> array[int]:
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""

def games_of_players(sides: bytes, first: int, wanted: bytes, white: bool, black: bool) -> array[int]:
    """Games in which a player has White or Black, of those from `first` on whose players are in `sides` (8 bytes each).
    `wanted` has a byte for each number of a player: 1 if the player is asked for."""
