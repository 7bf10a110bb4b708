"""The rated games of a collection that reached a position: the move played, the ratings and the result."""

import struct
from collections.abc import Iterator

from books.collection.game_collection import Collection
from books.collection.positions import games_with_position
from books.collection.schema import TRAIT_BYTES
from books.key import from_core, unsigned
from books.preparation.expected_scores import RatedMove

_TRAITS = struct.Struct("=QHHB3x")  # the layout in books/collection/traits.pxd: material, average Elo, year, result
_WHITE_HALF_POINTS = {1: 2, 2: 0, 3: 1}  # by the number of the result (RESULT_TOKENS)


def rated_games(collection: Collection, key: int, white: bool) -> Iterator[RatedMove]:
    """Yields the finished games with both ratings that continued from a position (signed key); `white`: White is to
    move there.
    :raises CollectionError: the collection is damaged."""
    games, moves = games_with_position(collection, unsigned(key))
    traits = collection.traits()
    for game, move in zip(games, moves, strict=True):
        if not move or (game + 1) * TRAIT_BYTES > len(traits):
            continue
        _, elo, _, result = _TRAITS.unpack_from(traits, game * TRAIT_BYTES)
        half_points = _WHITE_HALF_POINTS.get(result)
        if elo and half_points is not None:
            yield RatedMove(from_core(move), half_points if white else 2 - half_points, elo)
