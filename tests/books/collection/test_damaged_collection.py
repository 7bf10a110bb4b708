"""A damaged collection never ends the program: whatever is flipped in it, the answer is a result or a message."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import explore
from engine.rules.board import CoreBoard
from tests.books.collection.test_annotations import NOT_IN_2
from tests.books.collection_mutants import collection_of
from tests.helpers.real_games import shipped_games
from tests.helpers.shared import REPOSITORY

GAMES = 60
LONG_RUN, PARTS = 100_000, 20


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A real collection, in one file."""
    return collection_of(tmp_path, "".join(shipped_games()[:GAMES]), changed=True)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Three endings, for what needs no real games."""
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Qxd4 Qxd4 8. Nxd4"
    return collection_of(tmp_path, "\n\n".join(f'[White "W{n}"]\n[Black "B{n}"]\n\n{moves} 1-0' for n in range(3)))


def _run(whole: Path, count: int, seed: int, timeout_s: float) -> None:
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.books.collection_mutants"]
    done = subprocess.run(
        [*command, str(whole), str(count), str(seed)], cwd=REPOSITORY, capture_output=True, text=True, timeout=timeout_s
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "messages" in done.stdout


def test_mutants_of_a_collection_give_answers_or_messages(whole: Path) -> None:
    _run(whole, 15, 1, 400)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_mutants_give_answers_or_messages(whole: Path, part: int) -> None:
    _run(whole, LONG_RUN // PARTS, 1_000_000 * (part + 1), 7000)


def _spoil(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        book.execute("PRAGMA writable_schema = ON")
        book.execute("UPDATE sqlite_master SET sql = replace(replace(sql, 'NOT NULL', ''), 'STRICT', '')")
        book.execute("PRAGMA writable_schema = RESET")
        book.execute(sql)


def test_every_flipped_bit_in_the_moves_is_told_with_game_and_half_move(small: Path) -> None:
    with closing(sqlite3.connect(small)) as book:
        moves = book.execute("SELECT moves FROM games WHERE id = 2").fetchone()[0]
    said = []
    for spoilt in islice(_flipped(moves), 0, None, 5):
        with closing(sqlite3.connect(small)) as book, book:
            book.execute("UPDATE games SET moves = ? WHERE id = 2", (spoilt,))
        said.append(_said(small, lambda games: search(games, Query(material="KQQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"))))
        assert _said(small, lambda games: text_of(games, games.games([2])[0])) == said[-1]
    refused = [text for text in said if text]
    assert len(refused) > 30
    assert all(str(small) in text and "game 2: half move" in text and "import" in text for text in refused)


def _said(path: Path, ask: Callable[[Collection], object]) -> str:
    """The message instead of an answer; empty where there was one."""
    with Collection(path) as games:
        try:
            ask(games)
        except CollectionError as error:
            return str(error)
    return ""


def _flipped(moves: bytes) -> Iterator[bytes]:
    for bit in range(8 * len(moves)):
        content = bytearray(moves)
        content[bit // 8] ^= 1 << bit % 8
        yield bytes(content)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("UPDATE games SET result = 'win'", "table games, column result: 'win'"),
        ("UPDATE games SET result = 17", "table games, column result: 17"),
        ("UPDATE games SET moves = 'e4 e5'", "table games, column moves: 'e4 e5'"),
        ("UPDATE games SET moves = x'010203'", "table games, column moves"),
        ("UPDATE games SET white_elo = 1e300", "table games, column white_elo: 1e+300"),
        ("UPDATE games SET start_fen = 'no position'", "game 1: “no position” is not a position"),
        ("UPDATE players SET name = x'ff00' WHERE id = 1", "table games, column white: b'\\xff\\x00'"),
        ("UPDATE traits SET data = 5", "table traits, column data: 5"),
        ("UPDATE traits SET data = x'0102'", "table traits, column data"),
        ("UPDATE traits SET first_game = 9", "table traits has game 9 in place of 1"),
        ("UPDATE sides SET data = x'0102'", "table sides, column data"),
        ("UPDATE sides SET first_game = 9", "table sides has game 9 in place of 1"),
        ("UPDATE blocks SET data = 'x'", "table blocks, column data: 'x'"),
        ("UPDATE blocks SET data = x'ff'", "table blocks, column data"),
        ("UPDATE blocks SET run = 'x'", "table blocks, column run: 'x'"),
        ("UPDATE blocks SET run = 9", "table blocks: blocks of a run are missing"),
        ("UPDATE runs SET first = 'x'", "table runs, column first: 'x'"),
        ("DELETE FROM runs", "table blocks: blocks of a run are missing"),
    ],
)
def test_wrong_values_are_told_with_table_and_column(small: Path, sql: str, told: str) -> None:
    _spoil(small, sql)
    start = CoreBoard.start()
    said = {
        _said(small, lambda games: search(games, Query(material="KPvK"))),
        _said(small, lambda games: explore(games, start)),
        _said(small, lambda games: search(games, Query(player="W1"))),
        _said(small, lambda games: [text_of(games, game) for game in search(games, Query())]),
    } - {""}
    assert any(told in text for text in said), said
    assert all(str(small) in text and "import its PGN files" in text for text in said)


def test_a_new_collection_refuses_wrong_types_and_an_old_one_still_reads_and_grows(small: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(small)) as book, pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"):
        book.execute("UPDATE games SET result = 'win'")
    old = tmp_path / "old.collection"
    old.write_bytes(small.read_bytes())
    for sql in (*NOT_IN_2, "PRAGMA user_version = 1"):
        _spoil(old, sql)
    more = tmp_path / "more.pgn"
    more.write_text('[White "New"]\n[Black "Name"]\n\n1. d4 d5 1-0\n', encoding="utf-8")
    with Collection(old) as games:
        assert len(search(games, Query())) == 3
        assert import_pgn(games, more).added == 1
        assert [game.white for game in search(games, Query(player="new"))] == ["New"]
