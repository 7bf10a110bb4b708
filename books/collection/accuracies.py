"""How well the games of a collection were played: what reviews found, in a table that is made when the first one comes.

An older Ratsu does not look at it, so the version of the collection stays.
"""

from collections.abc import Mapping

from books.collection import schema
from books.collection.game_collection import Collection

_TABLE = "CREATE TABLE IF NOT EXISTS accuracies (game INTEGER PRIMARY KEY, white INTEGER, black INTEGER) STRICT"

Accuracies = tuple[float | None, float | None]
"""White's and Black's, 0 to 100; None where a side made no move."""


def keep_accuracies(collection: Collection, found: Mapping[int, Accuracies]) -> int:
    """Keeps those of games by number, in place of older ones; numbers that are not there are left out. Returns how many.

    :raises CollectionError: if the collection cannot be written.
    """
    rows = [(*(None if one is None else round(10 * one) for one in both), game) for game, both in found.items()]
    with collection.transaction() as db:
        db.execute(schema.for_this_sqlite(_TABLE))
        query = "INSERT OR REPLACE INTO accuracies SELECT id, ?, ? FROM games WHERE id = ?"
        return max(0, db.executemany(query, rows).rowcount)


def accuracies(collection: Collection) -> dict[int, Accuracies]:
    """All that are known, by the number of the game. :raises CollectionError: if the collection is damaged."""
    there = "SELECT count(*) FROM sqlite_master WHERE name = 'accuracies'"
    if not next(collection.rows(schema.NUMBER, there))[0]:
        return {}
    rows = collection.rows(schema.ACCURACIES, "SELECT game, white, black FROM accuracies")
    return {game: (_shown(white), _shown(black)) for game, white, black in rows}


def _shown(tenths: int | None) -> float | None:
    return None if tenths is None else tenths / 10
