"""Names of players, events and tags: each is stored once; games refer to its number."""

import sqlite3

from books.collection.rows import RowBatch
from engine.pgn.text.text_order import folded


class NameNumbers:
    """The numbers of names, with a cache of those met before; for one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._players: dict[str, int] = {}
        self._events: dict[tuple[str, str], int] = {}
        self._tags: dict[tuple[str, str], int] = {}

    def number(self, rows: RowBatch) -> None:
        rows.players.numbers.extend(map(self.player, rows.players.new_ones()))
        rows.events.numbers.extend(map(self.event, rows.events.new_ones()))
        rows.tags.numbers.extend(map(self.tag, rows.tags.new_ones()))

    def tag(self, tag: tuple[str, str]) -> int:
        """Returns the number of a tag with its value; a new tag is added."""
        number = self._tags.get(tag)
        if number is None:
            values = (*tag, folded(tag[1]))
            number = self._tags[tag] = self._numbered("tags", ("name", "value", "folded"), values)
        return number

    def player(self, name: str) -> int:
        """Returns the number of a player; a new one is added."""
        number = self._players.get(name)
        if number is None:
            number = self._players[name] = self._numbered("players", ("name", "folded"), (name, folded(name)))
        return number

    def event(self, event: tuple[str, str]) -> int:
        """Returns the number of an event at its site; a new one is added."""
        number = self._events.get(event)
        if number is None:
            values = (*event, folded("\n".join(event)))
            number = self._events[event] = self._numbered("events", ("name", "site", "folded"), values)
        return number

    def _numbered(self, table: str, columns: tuple[str, ...], values: tuple[str, ...]) -> int:
        marks = ", ".join("?" * len(columns))
        made = self._db.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)
        if made.rowcount and made.lastrowid:
            return made.lastrowid
        there = " AND ".join(f"{column} = ?" for column in columns[:-1])
        return int(self._db.execute(f"SELECT id FROM {table} WHERE {there}", values[:-1]).fetchone()[0])
