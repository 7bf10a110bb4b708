"""The original identity of games whose tags were changed in the collection, so that an import still recognises them.

The table is made with the first change of tags.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from books.collection.game_collection import RESULT_TOKENS
from books.collection.identity import SERVER_TAGS, GameIdentity

_TABLE = """CREATE TABLE IF NOT EXISTS originals (game INTEGER PRIMARY KEY, more BLOB, white INTEGER NOT NULL,
    black INTEGER NOT NULL, event INTEGER NOT NULL, date TEXT, result INTEGER NOT NULL) STRICT"""
_KEEP = """INSERT OR IGNORE INTO originals SELECT id, more, white, black, event, date, result FROM games WHERE id = ?"""
FIND_SAME = """SELECT id, more, data, white, black, event, date, result FROM games LEFT JOIN texts ON game = id
    WHERE signature = ?"""


def keep_original(db: sqlite3.Connection, games: Iterable[int]) -> None:
    """Saves the identifying fields of games before their tags change, unless saved earlier."""
    db.execute(_TABLE)
    db.executemany(_KEEP, ((game,) for game in games))


def original(db: sqlite3.Connection, game: int) -> tuple[Any, ...] | None:
    """Returns the numbers of other tags, White, Black, event, date and result with which a changed game was imported;
    None if unchanged."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'originals'").fetchone():
        return None
    query = "SELECT more, white, black, event, date, result FROM originals WHERE game = ?"
    row: tuple[Any, ...] | None = db.execute(query, (game,)).fetchone()
    return row


def stored_identity(db: sqlite3.Connection, fields: Sequence[Any], more: bytes | None, plies: int) -> GameIdentity:
    """Returns the identifying headers of a game. `fields`: the numbers of White, Black and event, date, result; `more`:
    the numbers of its other tags."""
    names = [db.execute("SELECT name FROM players WHERE id = ?", (number,)).fetchone() for number in fields[:2]]
    event = db.execute("SELECT name, site FROM events WHERE id = ?", (fields[2],)).fetchone() or ("?", "?")
    tags: dict[str, str] = {}
    if more and len(more) % 4 == 0:
        numbers = ", ".join(map(str, memoryview(more).cast("I")))
        marks = ", ".join("?" * len(SERVER_TAGS))
        query = f"SELECT name, value FROM tags WHERE id IN ({numbers}) AND name IN ({marks})"
        tags = dict(db.execute(query, SERVER_TAGS).fetchall())
    white, black = (name[0] if name else "?" for name in names)
    result = RESULT_TOKENS[fields[4]] if fields[4] in range(len(RESULT_TOKENS)) else "*"
    return GameIdentity(white, black, event[0], event[1], fields[3] or "", result, plies, tags)
