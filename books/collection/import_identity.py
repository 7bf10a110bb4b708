"""The original identity of games that were changed in the collection, so that an import still recognises them."""

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from books.collection.identity import SERVER_TAGS, GameIdentity, are_different_games, contradict, distinction
from books.collection.rows import signature_of
from books.collection.schema import IMPORT_UNDONE, RESULT_TOKENS
from books.collection.signatures import games_signed

_IDENTITY = "more, data, white, black, event, date, result, round"
_IN_BIN = f"id, deleted_s = {IMPORT_UNDONE}, {_IDENTITY}"
_BY_NUMBER = (
    f"SELECT id, 0, {_IDENTITY} FROM games LEFT JOIN texts ON game = id WHERE id = ? AND signature = ?",
    f"SELECT {_IN_BIN} FROM bin LEFT JOIN texts ON game = id WHERE id = ? AND signature = ?",
)
_EDITED = (
    f"SELECT id, 0, {_IDENTITY} FROM edited JOIN games ON id = edited.game LEFT JOIN texts ON texts.game = id "
    "WHERE edited.signature = ?",
    f"SELECT {_IN_BIN} FROM edited JOIN bin ON id = edited.game LEFT JOIN texts ON texts.game = id "
    "WHERE edited.signature = ?",
)


class KnownGame(NamedTuple):
    """The game that has a signature: its packed text and, as they were imported, the numbers of its other tags (`more`),
    of White, Black and event, its date, result and round (`fields`; the round is not known of a game whose tags were
    changed). `binned`: it was deleted; `undone`: it is in the bin because its import was undone; `changed`: the user has
    changed it since."""

    number: int
    text: bytes | None
    more: bytes | None
    fields: Sequence[Any]
    binned: bool
    undone: bool
    changed: bool


def find_same(db: sqlite3.Connection, signature: int, numbers: Iterable[int] | None = None) -> KnownGame | None:
    """Returns the game that was imported with this signature, or whose moves were changed to those of the signature.
    `numbers`: the games that may have been imported with it; without them they are looked up."""
    for number in games_signed(db, signature) if numbers is None else numbers:
        for place, query in enumerate(_BY_NUMBER):
            row = db.execute(query, (number, signature)).fetchone()
            if row is not None:
                _, undone, more, text, *fields = row
                before = original(db, number)
                if before is not None:
                    more, *fields = (*before, None)
                return KnownGame(number, text, more, fields, bool(place), bool(undone), before is not None)
    for place, query in enumerate(_EDITED):
        row = db.execute(query, (signature,)).fetchone()
        if row is not None:
            number, undone, more, text, *fields = row
            return KnownGame(number, text, more, fields, bool(place), bool(undone), original(db, number) is not None)
    return None


def original(db: sqlite3.Connection, game: int) -> tuple[Any, ...] | None:
    """Returns the numbers of other tags, White, Black, event, date and result with which a changed game was imported;
    None if unchanged."""
    query = "SELECT more, white, black, event, date, result FROM originals WHERE game = ?"
    row: tuple[Any, ...] | None = db.execute(query, (game,)).fetchone()
    return row


class IdentityReader:
    """Reads the identifying headers of stored games. It remembers names by their numbers, which never change; for one
    transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._players: dict[int, str] = {}
        self._events: dict[int, tuple[str, str]] = {}
        self._tags: dict[int, tuple[str, str] | None] = {}  # None: not a server's

    def identity(self, fields: Sequence[Any], more: bytes | None, plies: int) -> GameIdentity:
        """Returns the identity of a game. `fields`: the numbers of White, Black and event, date, result, round; `more`:
        the numbers of its other tags."""
        white, black, event_number, date, result, round_ = fields
        event, site = self._event(event_number)
        tags = self._server_tags(memoryview(more).cast("I")) if more and len(more) % 4 == 0 else {}
        token = RESULT_TOKENS[result] if result in range(len(RESULT_TOKENS)) else "*"
        names = self._player(white), self._player(black)
        return GameIdentity(*names, event, site, date or "", token, plies, tags, round_ or "")

    def _player(self, number: int) -> str:
        name = self._players.get(number)
        if name is None:
            row = self._db.execute("SELECT name FROM players WHERE id = ?", (number,)).fetchone()
            name = self._players[number] = row[0] if row else "?"
        return name

    def _event(self, number: int) -> tuple[str, str]:
        event = self._events.get(number)
        if event is None:
            row = self._db.execute("SELECT name, site FROM events WHERE id = ?", (number,)).fetchone()
            event = self._events[number] = row or ("?", "?")
        return event

    def _server_tags(self, numbers: memoryview) -> dict[str, str]:
        new = [number for number in numbers if number not in self._tags]
        if new:
            marks = ", ".join("?" * len(SERVER_TAGS))
            query = f"SELECT id, name, value FROM tags WHERE id IN ({', '.join(map(str, new))}) AND name IN ({marks})"
            self._tags.update(dict.fromkeys(new))
            self._tags.update((number, (name, value)) for number, name, value in self._db.execute(query, SERVER_TAGS))
        return dict(filter(None, map(self._tags.__getitem__, numbers)))


def renew_signatures(db: sqlite3.Connection) -> None:
    """Gives the games of a collection of version 4 or older the signatures of this version, in the open transaction. Two
    stored games that an import would now take for one both stay."""
    reader = IdentityReader(db)
    db.execute("CREATE TEMP TABLE fresh (signature INTEGER PRIMARY KEY, game INTEGER NOT NULL) STRICT")
    known = """SELECT white, black, event, date, result, round, more FROM games
        WHERE id = (SELECT game FROM fresh WHERE signature = ?)"""
    query = """SELECT id, moves, start_fen, white, black, event, date, result, round, more FROM games
        WHERE length(moves) > 0 ORDER BY id"""
    for number, moves, start_fen, *fields, more in db.execute(query):
        signature = signature_of(moves, start_fen, fields[3])
        added = db.execute("INSERT OR IGNORE INTO fresh VALUES (?, ?)", (signature, number)).rowcount
        while not added:
            *others, other_more = db.execute(known, (signature,)).fetchone()
            own = reader.identity(fields, more, len(moves) // 2)
            there = reader.identity(others, other_more, own.plies)
            if are_different_games(there, own) or contradict(there, own):
                signature = next_signature(own, signature)
            else:  # no import finds this one, but the other
                signature = derived_signature(str(number).encode(), signature)
            added = db.execute("INSERT OR IGNORE INTO fresh VALUES (?, ?)", (signature, number)).rowcount
    db.executemany("UPDATE games SET signature = ? WHERE id = ?", db.execute("SELECT signature, game FROM fresh"))
    db.execute("DROP TABLE fresh")


def next_signature(game: GameIdentity, signature: int) -> int:
    """Returns the signature to try for a game if another game has this one."""
    # With the server's identification the thousandth game with these moves is not compared with all before it.
    return derived_signature(b"another game" + distinction(game).encode(), signature)


def derived_signature(words: bytes, signature: int) -> int:
    """Returns the signature of another game with a known signature; `words`: by which the two differ."""
    digest = hashlib.blake2b(words, digest_size=8, key=str(signature).encode()).digest()
    return int.from_bytes(digest, "little", signed=True)
