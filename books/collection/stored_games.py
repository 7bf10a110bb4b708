"""Games with all that a collection stores of them: read, compared, written back as one value, moved into the bin."""

import sqlite3
import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from books.collection import schema
from books.collection.game_collection import Collection, CollectionError
from books.collection.indexing import drop_games, index_games, join_runs
from engine.ground.text import Text

# Places in schema.GAME_COLUMNS: numbers of White and Black; moves and start; source; signature.
PLAYERS, MOVES, SOURCE, SIGNATURE = slice(1, 3), slice(10, 13), 13, 14
_COLUMNS = [column.strip() for column in schema.GAME_COLUMNS.split(",")]
_SIDE_TABLES = {
    "texts": ("data",),
    "edited": ("signature",),
    "originals": ("more", "white", "black", "event", "date", "result"),
    "accuracies": ("white", "black"),
}
"""The tables with a row for some games, by the column `game`, and their other columns. Some are made when first used."""


class StoredGame(NamedTuple):
    """A game: its columns `schema.GAME_COLUMNS`, its traits, and its rows in other tables."""

    row: tuple[Any, ...]
    traits: bytes
    sides: tuple[tuple[str, tuple[Any, ...]], ...]

    @property
    def number(self) -> int:
        return int(self.row[0])

    @property
    def size(self) -> int:
        """Approximate memory in bytes."""
        blobs = (value for value in (*self.row, *(value for _, side in self.sides for value in side)))
        return 500 + sum(len(value) for value in blobs if isinstance(value, bytes))

    def changed(self) -> "StoredGame":
        """Returns the game with the tags that it was imported with on record, before they change."""
        if "originals" in dict(self.sides):
            return self
        _, white, black, event, _, date, result, *_, more = self.row
        return self.with_side("originals", (more, white, black, event, date, result))

    def with_side(self, table: str, values: tuple[Any, ...] | None) -> "StoredGame":
        """Returns the game with another row in one of the other tables; None: without one."""
        sides = dict(self.sides)
        sides.pop(table, None)
        if values is not None:
            sides[table] = values
        return self._replace(sides=tuple(sorted(sides.items())))


class StoredChange(NamedTuple):
    """The undo of a change: games that match `after` become those of `before` again, and the games `moved` go back:
    `into_bin`, or out of it. `sources`: for the undo of an import, the progress (rows of `sources`) of its files before
    and after it, so that they can be imported again."""

    path: Path
    before: tuple[StoredGame, ...] = ()
    after: tuple[StoredGame, ...] = ()
    moved: Sequence[int] = ()
    into_bin: bool = False
    sources: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    @property
    def size(self) -> int:
        """Approximate memory in bytes."""
        moved = 0 if isinstance(self.moved, range) else 32 * len(self.moved)
        return sum(game.size for game in (*self.before, *self.after)) + moved

    @property
    def numbers(self) -> tuple[int, ...]:
        return (*(game.number for game in self.after), *self.moved)

    def rebased(self, _later: object) -> Self:
        """Returns the same undo after a later change was undone or redone: each game is compared anyway."""
        return self


def tables_by_game(db: sqlite3.Connection) -> list[str]:
    """Returns the tables with rows for some games, in a column `game`, as far as the collection has them."""
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return sorted(there & {*_SIDE_TABLES, "labels"})


def stored(collection: Collection, numbers: Sequence[int]) -> list[StoredGame]:
    """Returns games with all that is stored of them. :raises CollectionError: a game is not there, or damaged."""
    db, found = collection.db, []
    tables = sorted(_SIDE_TABLES.keys() & tables_by_game(db))
    for number in numbers:
        row = db.execute(f"SELECT {schema.GAME_COLUMNS} FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise CollectionError("Game %1 of %2 no longer exists.", number, collection.path)
        if fault := schema.PLAYED_BY.fault(row[PLAYERS]):
            raise collection.damage_error(fault)
        sides = []
        for table in tables:
            query = f"SELECT {', '.join(_SIDE_TABLES[table])} FROM {table} WHERE game = ?"
            values = db.execute(query, (number,)).fetchone()
            if values is not None:
                sides.append((table, values))
        found.append(StoredGame(row, _traits(collection, number), tuple(sides)))
    return found


def write_games(collection: Collection, before: Sequence[StoredGame], after: Sequence[StoredGame]) -> None:
    """Writes changed games in the open transaction; `before` are the same games as they are stored now."""
    db = collection.db
    sets = ", ".join(f"{column} = ?" for column in _COLUMNS[1:])
    db.executemany(f"UPDATE games SET {sets} WHERE id = ?", [(*game.row[1:], game.number) for game in after])
    for table, columns in _SIDE_TABLES.items():
        old, new = ({game.number: dict(game.sides).get(table) for game in games} for games in (before, after))
        gone = [(number,) for number, values in old.items() if values is not None and new[number] is None]
        there = [(number, *values) for number, values in new.items() if values is not None and values != old[number]]
        if gone:
            db.executemany(f"DELETE FROM {table} WHERE game = ?", gone)
        if there:
            marks = ", ".join("?" * (1 + len(columns)))
            db.executemany(f"INSERT OR REPLACE INTO {table} (game, {', '.join(columns)}) VALUES ({marks})", there)
    for old_game, game in zip(before, after, strict=True):
        if game.traits != old_game.traits:
            _write_part(collection, "traits", game.number, game.traits)
        if game.row[PLAYERS] != old_game.row[PLAYERS]:
            _write_part(collection, "sides", game.number, array("I", game.row[PLAYERS]).tobytes())
    moved = [game.number for game, old in zip(after, before, strict=True) if game.row[MOVES] != old.row[MOVES]]
    index_games(db, moved)
    if moved:
        join_runs(db)


def into_bin(db: sqlite3.Connection, numbers: Iterable[int], deleted_s: int | None = None) -> Sequence[int]:
    """Moves games into the bin. Returns the numbers of those that were there, ascending. `deleted_s`: the time, in
    seconds since 1970; `schema.IMPORT_UNDONE`: importing the game again takes it out of the bin."""
    moved = _there(db, "games", numbers)
    columns, now = schema.GAME_COLUMNS, int(time.time()) if deleted_s is None else deleted_s
    query = f"INSERT INTO bin ({columns}, deleted_s) SELECT {columns}, ? FROM games WHERE id BETWEEN ? AND ?"
    db.executemany(query, ((now, *span) for span in spans(moved)))
    db.executemany("DELETE FROM games WHERE id BETWEEN ? AND ?", spans(moved))
    drop_games(db, moved)
    return moved


def out_of_bin(db: sqlite3.Connection, numbers: Iterable[int]) -> Sequence[int]:
    """Moves games out of the bin. Returns the numbers of those that were in it, ascending."""
    moved = _there(db, "bin", numbers)
    unbin(db, moved)
    index_games(db, moved)
    join_runs(db)
    return moved


def unbin(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Moves games of the bin out of it, without indexing them."""
    columns = schema.GAME_COLUMNS
    query = f"INSERT INTO games ({columns}) SELECT {columns} FROM bin WHERE id BETWEEN ? AND ?"
    db.executemany(query, spans(numbers))
    db.executemany("DELETE FROM bin WHERE id BETWEEN ? AND ?", spans(numbers))


def compact(numbers: Sequence[int]) -> Sequence[int]:
    """Returns ascending numbers as a range if none is missing between them, else as a tuple."""
    if numbers and numbers[-1] - numbers[0] == len(numbers) - 1:
        return range(numbers[0], numbers[-1] + 1)
    return tuple(numbers)


def spans(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields the first and last of each row of consecutive numbers; `numbers` ascending."""
    if not numbers:
        return
    if isinstance(numbers, range):
        yield numbers[0], numbers[-1]
        return
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def _there(db: sqlite3.Connection, table: str, numbers: Iterable[int]) -> Sequence[int]:
    asked = numbers if isinstance(numbers, range) else sorted(set(numbers))
    found, query = array("I"), f"SELECT id FROM {table} WHERE id BETWEEN ? AND ? ORDER BY id"
    for span in spans(asked):
        found.extend(row[0] for row in db.execute(query, span))
    return compact(found)


def _first_of(collection: Collection, number: int) -> int:
    """Returns the first game of the row with the traits of a game."""
    query = "SELECT coalesce(max(first_game), 0) FROM traits WHERE first_game <= ?"
    return int(next(collection.rows(schema.NUMBER, query, (number,)))[0])


def _traits(collection: Collection, number: int) -> bytes:
    first = _first_of(collection, number)
    start = (number - first) * schema.TRAIT_BYTES + 1
    query = "SELECT substr(data, ?, ?) FROM traits WHERE first_game = ?"
    for (data,) in collection.db.execute(query, (start, schema.TRAIT_BYTES, first)):
        if isinstance(data, bytes) and len(data) == schema.TRAIT_BYTES:
            return data
    raise _missing(collection, "traits", number)


def _write_part(collection: Collection, table: str, number: int, data: bytes) -> None:
    """Writes what a table packs of a game in place: one value has that of a whole import batch."""
    first = _first_of(collection, number)
    with collection.db.blobopen(table, "data", first) as blob:
        place = (number - first) * len(data)
        if place + len(data) > len(blob):
            raise _missing(collection, table, number)
        blob.seek(place)
        blob.write(data)


def _missing(collection: Collection, table: str, number: int) -> CollectionError:
    return collection.damage_error(Text("table %1: game %2 is missing", table, number))
