"""Collections of games, as a library."""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import ImportReport, import_pgn
from books.collection.query import Query
from books.collection.search import games_found
from engine.api.games import parse_games
from engine.api.positions import PositionLike, position_of
from engine.ground.errors import RatsuError
from engine.pgn.values import PgnGame


class GameCollection:
    """Games in one file of Ratsu's format, searched by players, position or material. For one thread. A context manager, or
    call `close`."""

    def __init__(self, path: Path | str) -> None:
        """Opens the collection at `path`, which is made if missing.

        :raises CollectionError: it is not a collection, is damaged, from a newer version, or cannot be read.
        """
        self._collection = Collection(path, create=True)

    def __len__(self) -> int:
        """The number of games."""
        return len(self._collection)

    def add(self, path: Path | str) -> ImportReport:
        """Adds the games of a PGN file, without those that the collection has.

        :raises PgnError: the file cannot be read. :raises CollectionError: the collection cannot be written.
        """
        return import_pgn(self._collection, path)

    def find(self, *, position: PositionLike | None = None, limit: int = -1, **conditions: object) -> Iterator[PgnGame]:
        """Yields the games that meet all conditions, at most `limit` (-1: all), oldest number first, while the search runs.

        `position`: the game reached it, by any order of moves. Other conditions are the fields of
        `books.collection.query.Query`, such as `player="Tal"`, `eco="B90"`, `date_from="1960"`, `material="KRPvKR"`.
        :raises RatsuError: a condition is unknown or invalid.
        """
        unknown = set(conditions) - set(Query.__dataclass_fields__)
        if unknown:
            raise RatsuError("%1 is not a condition of a search", min(unknown))
        if position is not None:
            conditions["positions"] = (position_of(position).board().key,)
        query = Query(**conditions)  # type: ignore[arg-type]  # the search checks the values
        for game in games_found(self._collection, query, limit):
            yield from parse_games(text_of(self._collection, game))

    def close(self) -> None:
        """Closes the file. Idempotent."""
        self._collection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
