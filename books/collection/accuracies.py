"""The accuracies that reviews found for the games of a collection, in a table made with the first one.

An older Ratsu ignores the table, so the version of the collection does not change.
"""

from collections.abc import Mapping

from books.collection import schema
from books.collection.game_collection import Collection

_TABLE = "CREATE TABLE IF NOT EXISTS accuracies (game INTEGER PRIMARY KEY, white INTEGER, black INTEGER) STRICT"

Accuracies = tuple[float | None, float | None]
"""White's and Black's accuracy, 0 to 100; None for a side that made no move."""


def store_accuracies(collection: Collection, found: Mapping[int, Accuracies]) -> int:
    """Stores accuracies by game number and replaces older ones; unknown numbers are skipped. Returns how many were
    stored.
    :raises CollectionError: the collection cannot be written."""
    rows = [(*(None if one is None else round(10 * one) for one in both), game) for game, both in found.items()]
    with collection.transaction() as db:
        db.execute(schema.for_this_sqlite(_TABLE))
        query = "INSERT OR REPLACE INTO accuracies SELECT id, ?, ? FROM games WHERE id = ?"
        return max(0, db.executemany(query, rows).rowcount)


def accuracies(collection: Collection) -> dict[int, Accuracies]:
    """Returns all known accuracies by number, without deleted games. :raises CollectionError: the collection is damaged."""
    there = "SELECT count(*) FROM sqlite_master WHERE name = 'accuracies'"
    if not next(collection.rows(schema.NUMBER, there))[0]:
        return {}
    query = "SELECT game, white, black FROM accuracies WHERE game IN (SELECT id FROM games)"
    rows = collection.rows(schema.ACCURACIES, query)
    return {game: (_shown(white), _shown(black)) for game, white, black in rows}


def _shown(tenths: int | None) -> float | None:
    return None if tenths is None else tenths / 10
