"""Damaged collections, asked everything: `python -m tests.books.collection_mutants WHOLE COUNT SEED [STEP]`.

Each mutant is a copy of a whole collection with some bits flipped: in the moves of a game, in a packed block, anywhere in the
pages, or a value of a wrong type. It is searched by header, position, opening and material, explored and exported, and
imported into. What may come is an answer or a RatsuError; anything else is printed and ends the run with status 1. A run that a
signal ends is the worst of all, which only the caller sees: this is a program of its own.
"""

import random
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from books.collection.editing import binned, deleted, emptied, put_back, replaced, restored
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import explore
from engine.ground.errors import RatsuError
from engine.pgn.reader import first_game
from engine.rules.board import CoreBoard
from tests.books.damage import WRONG_VALUES

TABLES = (
    "games", "players", "events", "blocks", "traits", "sources", "runs", "homes", "bin", "edited", "originals",
    "signatures", "sides",
)  # fmt: skip
MATERIALS = ("KRPvKR", "KQvKQ", "KRPPPvKRPP", "KPvK")
MORE = '[White "X"]\n[Black "Y"]\n\n1. e4 e5 2. Nf3 1-0\n'


def collection_of(folder: Path, pgn: str, changed: bool = False) -> Path:
    """A collection of these games, in one file; `changed`: one of them was replaced, and one is in the bin."""
    source, path = folder / "games.pgn", folder / "games.collection"
    source.write_text(pgn, encoding="utf-8")
    with Collection(path, create=True) as games:
        import_pgn(games, source)
        if changed:
            replaced(games, 1, first_game("1. e4 e5 *"))
            deleted(games, [2])
        games.db.execute("PRAGMA journal_mode = DELETE")
    return path


def damage(games: Collection) -> list[str]:
    """What SQLite's own check finds; empty if the file is whole."""
    with games.errors():
        rows = [str(row[0]) for row in games.db.execute("PRAGMA integrity_check")]
    return [] if rows == ["ok"] else rows


def ask_everything(path: Path, pgn: Path) -> int:
    """Every question to a collection. Returns how many were answered by a message instead."""
    after = CoreBoard.start()
    after.push_uci("e2e4")
    questions: list[Callable[[Collection], object]] = [
        lambda games: [text_of(games, game) for game in search(games, Query(), -1)],
        *(lambda games, wanted=wanted: search(games, Query(material=wanted)) for wanted in MATERIALS),
        lambda games: search(games, Query(player="a", date_from="1900", elo_min=1)),
        lambda games: search(games, Query(positions=(after.key,))),
        lambda games: search(games, Query(opening="sicilian najdorf", eco="B")),
        lambda games: explore(games, CoreBoard.start()),
        lambda games: [
            game.white for row in explore(games, after) for game in games.games([ref.number for ref in row.top_games])
        ],
        lambda games: (len(games), damage(games)),
        lambda games: import_pgn(games, pgn),
        lambda games: restored(replaced(games, 1, first_game("1. e4 c5 *"))),
        lambda games: restored(deleted(games, [1, 3])),
        lambda games: (binned(games), put_back(games, [2])),
        lambda games: (deleted(games, [1]), emptied(games)),
    ]
    refused = 0
    for question in questions:
        try:
            with Collection(path) as games:
                question(games)
        except RatsuError:
            refused += 1
    return refused


def mutate(path: Path, source: random.Random) -> str:
    """Damages a collection; says how."""
    kind = source.choice(("moves", "moves", "block", "traits", "pages", "pages", "value"))
    if kind == "pages":
        content = bytearray(path.read_bytes())
        for _ in range(source.choice((1, 1, 4, 64))):
            content[source.randrange(100, len(content))] ^= 1 << source.randrange(8)
        path.write_bytes(content)
        return kind
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        if kind == "value":
            table = source.choice(TABLES)
            column = source.choice([row[1] for row in book.execute(f"PRAGMA table_info({table})")])
            book.execute("PRAGMA writable_schema = ON")
            book.execute("UPDATE sqlite_master SET sql = replace(replace(sql, 'NOT NULL', ''), 'STRICT', '')")
            book.execute("PRAGMA writable_schema = RESET")
            value = source.choice(WRONG_VALUES)
            book.execute(
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid % 3 = 0 OR ? ", (value, source.random() < 0.5)
            )
            return f"{table}.{column} {value!r}"
        table, column = {"moves": ("games", "moves"), "block": ("blocks", "data"), "traits": ("traits", "data")}[kind]
        for number, blob in book.execute(f"SELECT rowid, {column} FROM {table} ORDER BY random() LIMIT 8").fetchall():
            spoilt = bytearray(blob)
            for _ in range(source.choice((1, 1, 3))):
                if spoilt:
                    spoilt[source.randrange(len(spoilt))] ^= 1 << source.randrange(8)
            book.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (bytes(spoilt), number))
    return kind


def main() -> int:
    """Makes the mutants one after the other."""
    whole, count, seed = Path(sys.argv[1]).read_bytes(), int(sys.argv[2]), int(sys.argv[3])
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path, pgn = Path(folder) / "mutant.collection", Path(folder) / "more.pgn"
        pgn.write_text(MORE)
        for number in range(seed, seed + count):
            source = random.Random(number)
            for old in Path(folder).glob("mutant*"):
                old.unlink()
            path.write_bytes(whole)
            how = ""
            try:
                how = mutate(path, source)
            except sqlite3.Error:
                continue  # SQLite refused to be spoilt this way
            try:
                refused += ask_everything(path, pgn)
            except Exception:  # noqa: BLE001 - what the run is for
                traceback.print_exc()
                print(f"mutant {number} ({how})", flush=True)
                return 1
    print(f"{count} mutants, {refused} messages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
