"""Collections: complete, searched exactly, safe against kill -9, nothing double."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from itertools import islice
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import pytest

from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.imports import import_pgn
from books.collection.patterns import QueryError
from books.collection.positions import games_with_position
from books.collection.query import Query
from books.collection.search import search
from books.explorer.counted import GameRef
from books.explorer.explorer import explore
from engine.game.limits import GamePosition
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_main_lines
from engine.rules.board import CoreBoard
from tests.books.collection_mutants import damage
from tests.helpers.shared import REPOSITORY, shared_file

SAMPLE = """[Event "Cup"]
[White "Müller, Karl"]
[Black "Tal"]
[Date "1970.01.02"]
[WhiteElo "2500"]
[BlackElo "2600"]
[ECO "C60"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White "Petrosian"]
[Black "Muller"]
[Date "1980.??.??"]
[Result "0-1"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 0-1

[White "A"]
[Black "B"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]

1. O-O Kd7 2. e4 1/2-1/2
"""


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(SAMPLE, encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.collection"


def board_after(moves: str) -> CoreBoard:
    board = CoreBoard.start()
    board.push_all_uci(moves.split())
    return board


def key_after(moves: str) -> int:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return chess.polyglot.zobrist_hash(board)


def test_games_are_found_by_every_header(path: Path, pgn: Path) -> None:
    with Collection(path, create=True) as games:
        report = import_pgn(games, pgn)
        assert (report.games, report.added, report.duplicates, report.done) == (3, 3, 0, True)
        assert [game.id for game in search(games, Query(player="muller"))] == [1, 2]
        assert [game.id for game in search(games, Query(white="MÜLLER"))] == [1]
        assert [game.id for game in search(games, Query(result="1/2-1/2"))] == [3]
        assert [game.id for game in search(games, Query(date_from="1975", date_to="1980"))] == [2]
        assert [game.id for game in search(games, Query(date_to="1970.01"))] == [1]
        assert [game.id for game in search(games, Query(date_from="1970-1-3", date_to="1980"))] == [2]
        assert [game.id for game in search(games, Query(date_from="1970-1-2", date_to="1970/01/02"))] == [1]
        assert [game.id for game in search(games, Query(elo_min=2500))] == [1]
        assert [game.id for game in search(games, Query(eco="c6", event="CUP"))] == [1]
        assert search(games, Query(player="100%")) == []
        assert [game.id for game in search(games, Query(opening="ruy lopez morphy"))] == [1]
        assert [game.id for game in search(games, Query(opening="italian"))] == [2]
        with pytest.raises(QueryError, match="try an ECO code"):
            search(games, Query(opening="no such gambit"))
        first = search(games, Query(white="müller"))[0]
        assert (first.white, first.result, first.white_elo, first.date) == ("Müller, Karl", "1-0", 2500, "1970.01.02")


def test_positions_are_found_whatever_the_order_of_moves(path: Path, pgn: Path) -> None:
    with Collection(path, create=True) as games:
        import_pgn(games, pgn)
        rows = explore(games, board_after("e2e4 e7e5 g1f3 b8c6"))
        names = {_game("e2e4 e7e5 g1f3 b8c6").board().uci(row.move): row for row in rows}
        assert set(names) == {"f1b5", "f1c4"}
        row = names["f1b5"]
        assert (row.games, row.white_wins, row.score, row.average_elo, row.last_year) == (1, 1, 100.0, 2550, 1970)
        assert row.top_games == (GameRef(0, 1),)
        assert [game.id for game in search(games, Query(positions=(key_after("e4 e5 Nf3 Nc6"),)))] == [1, 2]
        assert explore(games, board_after("d2d4")) == []


def _game(moves: str) -> GamePosition:
    return GamePosition(chess.STARTING_FEN, tuple(moves.split()), chess960=False)


def test_games_are_found_by_material_by_colour(path: Path, pgn: Path) -> None:
    with Collection(path, create=True) as games:
        import_pgn(games, pgn)
        assert [game.id for game in search(games, Query(material="KRPvK"))] == [3]
        assert search(games, Query(material="KvKRP")) == []
        assert [game.id for game in search(games, Query(material="KvKRP", mirrored=True))] == [3]
        assert search(games, Query(material="KQvK")) == []
        with pytest.raises(QueryError, match="KRPvKR"):
            search(games, Query(material="rooks"))


def test_a_second_import_adds_nothing(path: Path, pgn: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pgn"
    copy.write_text(SAMPLE.replace("Müller, Karl", "Muller, K"), encoding="utf-8")
    with Collection(path, create=True) as games:
        import_pgn(games, pgn)
        again = import_pgn(games, pgn)
        assert (again.games, again.added, again.duplicates, again.done) == (3, 0, 3, True)
        assert len(games) == 3
        report = import_pgn(games, copy)
        assert (report.added, report.duplicates) == (0, 3)  # one player's name in another spelling


def test_results_without_moves_are_games_of_their_own(tmp_path: Path) -> None:
    """Of a match that is known by its results the second game was taken for the first, also where both ended the same."""
    path = tmp_path / "match.pgn"
    tags = '[Event "Match"]\n[White "Anna"]\n[Black "Ben"]\n[Result "{0}"]\n\n{0}\n\n'
    path.write_text("".join(map(tags.format, ("1-0", "1/2-1/2", "1-0", "1-0"))), encoding="utf-8")
    again = tmp_path / "again.pgn"
    again.write_bytes(path.read_bytes())
    with Collection(tmp_path / "m.collection", create=True) as games:
        report = import_pgn(games, path)
        assert (report.added, report.duplicates) == (4, 0)
        assert [game.result for game in search(games, Query())] == ["1-0", "1/2-1/2", "1-0", "1-0"]
        report = import_pgn(games, again)
        assert (report.added, report.duplicates) == (0, 4), "the same file once more brings nothing"


def test_every_position_of_real_games_is_found(path: Path) -> None:
    source = shared_file("data/games/sample_2000.pgn")
    with Collection(path, create=True) as games:
        report = import_pgn(games, source)
        assert report.added + report.duplicates == 2000 and report.problems == 0
        lines = list(islice(read_main_lines(source), 0, 2000, 97))
        for line in lines:
            assert line.keys is not None
            ply = random.Random(line.number).randrange(len(line.keys))
            numbers, moves = games_with_position(games, line.keys[ply])
            expected = line.moves[ply] if ply < len(line.moves) else 0
            assert expected in moves
            assert all(game.moves for game in games.games(list(numbers)[:3]))
        counted = sum(row.games for row in explore(games, CoreBoard.start()))
        assert counted == report.added


def test_an_import_that_is_cancelled_goes_on_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = shared_file("data/games/sample_2000.pgn")
    monkeypatch.setattr("books.collection.importing.imports.BATCH_GAMES", 100)
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 100_000)
    with Collection(path, create=True) as games:
        report = import_pgn(games, source, lambda done, total: done < 500_000)
        assert not report.done and 0 < report.added < 1000
        report = import_pgn(games, source)
        assert report.done and report.added + report.duplicates == report.games == 2000


# Each batch takes its time, so that a parent on a busy machine does not come too late to kill it.
KILLED = """
import sys, time
import books.collection.importing.imports as run
import engine.pgn.streams as streams
from books.collection.game_collection import Collection
run.BATCH_GAMES = 100
streams.BLOCK_BYTES = 50_000
write = run.Import._write
def told(self, done):
    write(self, done)
    print(self._counts, flush=True)
    time.sleep(0.05)
run.Import._write = told
with Collection(sys.argv[1], create=True) as games:
    run.import_pgn(games, sys.argv[2])
"""


@pytest.mark.parametrize("kills", [3, pytest.param(10, marks=pytest.mark.long)])
def test_an_import_that_is_killed_again_and_again_goes_on_with_nothing_double_and_nothing_lost(
    path: Path, kills: int
) -> None:
    source = shared_file("data/games/elite2600_E.pgn.gz")
    command = [sys.executable, "-c", KILLED, str(path), str(source)]
    chance = random.Random(7)
    reached = [0]
    for _ in range(kills):
        with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            os.kill(child.pid, signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL  # it was still at work
        with Collection(path) as games:
            assert damage(games) == []
            reached.append(len(games))
    assert reached == sorted(reached) and 0 < reached[-1] < 12_826
    with Collection(path) as games:
        report = import_pgn(games, source)
        assert report.done and report.games == 12_826  # README of the shared games
        assert len(games) == report.added == games.db.execute("SELECT count(*) FROM games").fetchone()[0]
        assert len(games.traits()) == 16 * (report.added + 1)
        assert sum(row.games for row in explore(games, CoreBoard.start())) == report.added
        assert damage(games) == []


def test_two_programs_may_make_a_new_collection_at_once(tmp_path: Path) -> None:
    """As the window and `ratsu import` at the first start: the one that waits for the other finds it made."""
    problems: list[Exception] = []
    for number in range(25):
        path, gate = tmp_path / f"{number}.ratsugames", threading.Barrier(4)

        def make(path: Path = path, gate: threading.Barrier = gate) -> None:
            gate.wait()
            try:
                Collection(path, create=True).close()
            except CollectionError as error:
                problems.append(error)

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert problems == []


def test_a_collection_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "data" / "collections" / "games.ratsugames"
    with Collection(path, create=True) as games:
        assert len(games) == 0
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CollectionError, match="file"):
        Collection(tmp_path / "file" / "games.ratsugames", create=True)


def test_what_is_no_collection_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="does not exist; create it"):
        Collection(tmp_path / "none")
    (tmp_path / "text").write_text("not a database " * 100, encoding="ascii")
    with pytest.raises(CollectionError, match="is not a collection"):
        Collection(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    with pytest.raises(CollectionError, match="another program"):
        Collection(tmp_path / "other.db")
    with Collection(tmp_path / "new", create=True) as games, pytest.raises(PgnError, match="cannot open"):
        import_pgn(games, tmp_path / "nowhere.pgn")


def test_a_program_is_no_game_and_adds_none(path: Path, tmp_path: Path) -> None:
    program = tmp_path / "games.pgn"
    program.write_bytes(b"\x7fELF\0\0\0\0\n1-0\0 * \n")
    with Collection(path, create=True) as games:
        with pytest.raises(PgnError, match="holds no chess game"):
            import_pgn(games, program)
        assert len(games) == 0


@pytest.mark.skipif(os.name == "nt", reason="every name is Unicode there")
def test_a_file_whose_name_is_no_utf8_is_read_once(path: Path, pgn: Path, tmp_path: Path) -> None:
    odd = pgn.rename(tmp_path / os.fsdecode(b"g\xe4mes.pgn"))
    with Collection(path, create=True) as games:
        assert [import_pgn(games, odd).added, import_pgn(games, odd).duplicates] == [3, 3]
