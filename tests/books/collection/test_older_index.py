"""Collections of older versions become one of today: each position finds the games that it had, and a copy stays."""

import sqlite3
from array import array
from contextlib import closing
from pathlib import Path

from books.collection import schema
from books.collection.editing import deleted
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.positions import games_with_position, games_with_positions
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import explore
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard
from tests.books.collection.packed_traits import check_traits

SIGN, MASK = 1 << 63, (1 << 64) - 1
Index = dict[int, list[tuple[int, int]]]


def version_3(folder: Path) -> Path:
    """A collection as the program wrote it before; see the head of `format3.sql`."""
    path = folder / "mine.collection"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((Path(__file__).parent / "format3.sql").read_text(encoding="utf-8"))
    return path


def version_4(folder: Path) -> Path:
    """A collection as the program wrote it before games could be changed; see the head of `format4.sql`."""
    path = folder / "mine.collection"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((Path(__file__).parent / "format4.sql").read_text(encoding="utf-8"))
    return path


def old_index(path: Path) -> Index:
    """Games and moves by key, as the blocks of version 3 have them: all keys, then all games, then all moves."""
    found: Index = {}
    with closing(sqlite3.connect(path)) as db:
        for first, data in db.execute("SELECT first_key, data FROM blocks ORDER BY run, first_key"):
            count, at, key = int.from_bytes(data[:2], "little"), 2, first & MASK ^ SIGN
            keys = [key]
            while len(keys) < count:
                shift = 0
                while True:
                    key += (data[at] & 127) << shift
                    shift += 7
                    at += 1
                    if data[at - 1] < 128:
                        break
                keys.append(key)
            for place, known in enumerate(keys):
                game = int.from_bytes(data[at + 4 * place :][:4], "little")
                move = int.from_bytes(data[at + 4 * count + 2 * place :][:2], "little")
                found.setdefault(known ^ SIGN, []).append((game, move))
    return found


def test_every_position_of_the_old_index_is_found_with_its_games_and_moves(tmp_path: Path) -> None:
    path = version_3(tmp_path)
    wanted = old_index(path)
    assert len(wanted) > 500 and max(len(games) for games in wanted.values()) >= 9
    with Collection(path) as games:
        assert games.db.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        found = games_with_positions(games, list(wanted))
        assert {key: list(zip(*reached, strict=True)) for key, reached in found.items()} == wanted
        for key in list(wanted)[::50]:
            assert list(zip(*games_with_position(games, key), strict=True)) == wanted[key]
        for game in search(games, Query()):
            if game.id == 12:
                continue  # its start cannot be set up
            board = CoreBoard.start() if game.start_fen is None else CoreBoard.from_fen(game.start_fen, game.chess960)
            assert set(Replay(board, game.moves).keys()) <= set(wanted)


def test_a_copy_of_the_older_collection_stays_and_nothing_else_of_it_changes(tmp_path: Path) -> None:
    path = version_3(tmp_path)
    before = rows(path)
    with Collection(path) as games:
        check_traits(games)
    assert rows(path) == before == rows(tmp_path / "backups" / "mine-format3.collection")
    assert old_index(tmp_path / "backups" / "mine-format3.collection")
    with closing(sqlite3.connect(tmp_path / "backups" / "mine-format3.collection")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (3,)


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything but the index, the signatures and the traits, of which only the material stays."""
    tables = ("games", "players", "events", "traits", "tags", "texts", "sources")
    with closing(sqlite3.connect(path)) as db:
        found = {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    found["traits"] = [
        (first, data[place : place + 8]) for first, data in found["traits"] for place in range(0, len(data), 16)
    ]
    found["games"] = [(*row[:14], *row[15:]) for row in found["games"]]
    return found


def test_a_collection_of_version_4_keeps_its_index_and_its_games_can_be_changed(tmp_path: Path) -> None:
    path = version_4(tmp_path)
    before = rows(path)
    with closing(sqlite3.connect(path)) as db:
        blocks = db.execute("SELECT first_key, data FROM blocks ORDER BY id").fetchall()
    with Collection(path) as games:
        check_traits(games)
    assert rows(path) == before == rows(tmp_path / "backups" / "mine-format4.collection")
    with Collection(path) as games:
        again = tmp_path / "again.pgn"
        again.write_text("\n".join(text_of(games, game) for game in search(games, Query(), -1)), encoding="utf-8")
        assert import_pgn(games, again).duplicates == 24
        assert games.db.execute("SELECT first_key, data FROM blocks ORDER BY id").fetchall() == blocks
        assert len(games) == games.last == 24
        assert [row.games for row in explore(games, CoreBoard.start())] == [24]
        deleted(games, [1, 2, 23])
        assert len(games) == 21 and games.last == 24
        found = games_with_positions(games, list(played(games)))
        assert {key: list(zip(*reached, strict=True)) for key, reached in found.items()} == played(games)


def played(games: Collection) -> Index:
    """Games and moves by key, of all games replayed."""
    found: Index = {}
    for game in search(games, Query(), -1):
        board = CoreBoard.start() if game.start_fen is None else CoreBoard.from_fen(game.start_fen, game.chess960)
        moves, seen = [*array("H", game.moves), 0], set[int]()
        for key, move in zip(Replay(board, game.moves).keys(), moves, strict=True):
            if key not in seen:
                found.setdefault(key, []).append((game.id, move))
            seen.add(key)
    return found
