"""Games that come again are found without an index of games: by sorted signatures, and the players by packed numbers."""

import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.collection import schema, signatures
from books.collection.editing import deleted, emptied, replaced, restored
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.retagging import retagged
from books.collection.search import search
from books.collection.sides import games_of
from books.collection.signatures import add_signatures, games_signed, in_order, matches
from engine.pgn.edit import HeaderEdit
from engine.pgn.reader import first_game
from tests.helpers.real_games import shipped_games

NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
FIVE = """
DROP TABLE signatures; DROP TABLE sides; ALTER TABLE games RENAME TO newer;
CREATE TABLE games (
    id INTEGER PRIMARY KEY, white INTEGER NOT NULL, black INTEGER NOT NULL, event INTEGER NOT NULL, round TEXT,
    date TEXT, result INTEGER NOT NULL, white_elo INTEGER, black_elo INTEGER, eco TEXT, moves BLOB NOT NULL,
    start_fen TEXT, chess960 INTEGER, source INTEGER NOT NULL, signature INTEGER NOT NULL UNIQUE, more BLOB) STRICT;
CREATE INDEX games_by_white ON games (white); CREATE INDEX games_by_black ON games (black);
INSERT INTO games SELECT * FROM newer; DROP TABLE newer; PRAGMA user_version = 5;
"""
"""What makes a collection of today one of version 5."""


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection(tmp_path / "my.collection", create=True) as games:
        for number in range(20):
            source = tmp_path / f"{number}.pgn"
            source.write_text("".join(shipped_games()[5 * number : 5 * number + 5]), encoding="utf-8")
            import_pgn(games, source)
        yield games


@given(st.lists(st.lists(NUMBERS, max_size=20), max_size=4), st.lists(NUMBERS, max_size=20), st.integers(1, 5))
def test_matches_are_those_of_a_plain_search(runs: list[list[int]], others: list[int], size: int) -> None:
    known, size_before = list[tuple[int, int]](), signatures.BLOCK_GAMES
    signatures.BLOCK_GAMES = size
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(schema.APPENDED)
            for run, numbers in enumerate(runs, 1):
                numbers = list(dict.fromkeys(numbers))
                games = array("I", range(100 * run, 100 * run + len(numbers)))
                known += zip(numbers, games, strict=True)
                add_signatures(db, run, array("q", numbers), games)
            wanted = array("q", sorted([*others, *(number for number, _ in known[::2])]))
            places, found = matches(db, wanted)
    finally:
        signatures.BLOCK_GAMES = size_before
    expected = [(place, game) for place, one in enumerate(wanted) for number, game in known if number == one]
    assert sorted(zip(places, found, strict=True)) == sorted(expected)


@given(st.lists(st.tuples(NUMBERS, st.integers(0, 2**32 - 1))))
def test_pairs_are_sorted_by_signature_and_game(pairs: list[tuple[int, int]]) -> None:
    first, games = array("q", (one for one, _ in pairs)), array("I", (game for _, game in pairs))
    in_order(first, games)
    assert list(zip(first, games, strict=True)) == sorted(pairs)


def test_each_game_is_found_by_its_signature_also_after_runs_were_joined(collection: Collection) -> None:
    assert collection.db.execute("SELECT count(*) FROM runs").fetchone()[0] < 20
    rows = collection.db.execute("SELECT id, signature FROM games").fetchall()
    assert len(rows) == 100
    assert all(games_signed(collection.db, signature) == [number] for number, signature in rows)


def test_a_game_comes_back_only_after_the_bin_was_emptied(collection: Collection, tmp_path: Path) -> None:
    before = len(collection)
    deleted(collection, [3])
    again = tmp_path / "again.pgn"
    again.write_bytes((tmp_path / "0.pgn").read_bytes())
    assert import_pgn(collection, again).binned == 1
    emptied(collection)
    again.write_bytes(again.read_bytes() + b"\n")
    assert import_pgn(collection, again).added == 1
    assert len(collection) == before == len(search(collection, Query(), -1))


def test_the_games_of_a_player_follow_every_change(collection: Collection) -> None:
    def check() -> None:
        for number, name in collection.db.execute("SELECT id, name FROM players").fetchall():
            for sides in (("white",), ("black",), ("white", "black")):
                query = " OR ".join(f"{side} = {number}" for side in sides)
                wanted = [row[0] for row in collection.db.execute(f"SELECT id FROM games WHERE {query}")]
                found = [game.id for game in collection.games(list(games_of(collection, [number], sides)))]
                assert found == wanted, name

    check()
    changes = [replaced(collection, 7, first_game('[White "Tal"]\n[Black "Botvinnik"]\n\n1. e4 e5 *'))]
    games = collection.games(list(range(20, 40)))
    edit = HeaderEdit(("White",), "Somebody else")
    changes += filter(None, [retagged(collection, games, edit, lambda: True)])
    changes.append(deleted(collection, [1, 8, 30]))
    check()
    assert len(search(collection, Query(white="Somebody else"))) == 19
    for change in reversed(changes):
        restored(change)
    check()
    assert games_of(collection, []) == array("I")


def test_a_collection_of_version_5_is_brought_up_to_date(collection: Collection, tmp_path: Path) -> None:
    deleted(collection, [5])
    games, path = search(collection, Query(), -1), collection.path
    collection.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(FIVE)
    with Collection(path) as again:
        assert again.db.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        assert not again.db.execute(
            "SELECT 1 FROM sqlite_master WHERE name LIKE 'games_by%' OR name = 'older'"
        ).fetchone()
        assert search(again, Query(), -1) == games
        assert {one.id for one in search(again, Query(player=games[9].white))} >= {games[9].id}
        source = tmp_path / "twice.pgn"
        source.write_bytes(b"\n".join((tmp_path / f"{number}.pgn").read_bytes() for number in range(20)))
        report = import_pgn(again, source)
        assert (report.added, report.binned) == (0, 1)
        assert again.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert (tmp_path / "backups" / "my-format5.collection").exists()
