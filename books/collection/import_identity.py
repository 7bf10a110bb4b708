"""The original identity of games that were changed in the collection, so that an import still recognises them."""

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from books.collection.game_collection import RESULT_TOKENS
from books.collection.identity import SERVER_TAGS, GameIdentity

_IDENTITY = "more, data, white, black, event, date, result"
_BY_SIGNATURE = (
    f"SELECT id, {_IDENTITY} FROM games LEFT JOIN texts ON game = id WHERE signature = ?",
    f"SELECT id, {_IDENTITY} FROM bin LEFT JOIN texts ON game = id WHERE signature = ?",
    f"SELECT id, {_IDENTITY} FROM edited JOIN games ON id = edited.game LEFT JOIN texts ON texts.game = id "
    "WHERE edited.signature = ?",
    f"SELECT id, {_IDENTITY} FROM edited JOIN bin ON id = edited.game LEFT JOIN texts ON texts.game = id "
    "WHERE edited.signature = ?",
)


class KnownGame(NamedTuple):
    """The game that has a signature: its packed text and, as they were imported, the numbers of its other tags (`more`),
    of White, Black and event, its date and result (`fields`). `binned`: it was deleted; `changed`: the user has changed
    it since."""

    number: int
    text: bytes | None
    more: bytes | None
    fields: Sequence[Any]
    binned: bool
    changed: bool


def find_same(db: sqlite3.Connection, signature: int) -> KnownGame | None:
    """Returns the game that was imported with this signature, or whose moves were changed to those of the signature."""
    for place, query in enumerate(_BY_SIGNATURE):
        row = db.execute(query, (signature,)).fetchone()
        if row is None:
            continue
        number, more, text, *fields = row
        before = original(db, number)
        if before is not None and place < 2:
            more, *fields = before
        return KnownGame(number, text, more, fields, bool(place % 2), before is not None)
    return None


def original(db: sqlite3.Connection, game: int) -> tuple[Any, ...] | None:
    """Returns the numbers of other tags, White, Black, event, date and result with which a changed game was imported;
    None if unchanged."""
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
