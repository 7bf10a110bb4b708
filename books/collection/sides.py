"""The games of players: found in the packed numbers of White and Black of all games."""

from array import array
from collections.abc import Collection as Container
from collections.abc import Sequence

from books.collection import schema
from books.collection.game_collection import Collection
from books.collection.query import SIDES
from books.collection.traits import games_of_players


def games_of(collection: Collection, players: Container[int], sides: Sequence[str] = SIDES) -> "array[int]":
    """Returns the games in which one of the players, by number, has one of the sides, ascending. Deleted games may be
    among them. :raises CollectionError: the collection is damaged."""
    found = array("I")
    if not players:
        return found
    wanted = bytearray(max(players) + 1)
    for player in players:
        wanted[player] = 1
    for first, data in collection.packed(schema.SIDES, schema.SIDES_BYTES):
        found += games_of_players(data, first, bytes(wanted), *(side in sides for side in SIDES))
    return found
