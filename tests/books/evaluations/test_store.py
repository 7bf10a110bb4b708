"""What is promised of the evaluation store."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.evaluations.store import EvaluationStore, StoreError
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.info import Bound, Score, TableResult
from engine.game.position import START_POSITION, Position
from engine.rules.board import CoreBoard

RATSU = EngineIdentity("Ratsu", "1.0", "net")
OTHER = EngineIdentity("Other", "3")


def line(centipawns: int, *moves: str, depth: int = 20) -> KeptLine:
    return KeptLine(Score(centipawns=centipawns), depth, moves)


def found(nodes: int, *lines: KeptLine, engine: EngineIdentity = RATSU, at: int = 0) -> KeptEvaluation:
    return KeptEvaluation(START_POSITION, engine, nodes, lines or (line(31, "e2e4", "e7e5"),), at=at)


def positions() -> list[Position]:
    """The positions after each first move."""
    board, after = CoreBoard.start(), []
    for move in board.legal_uci_moves():
        board.push_uci(move)
        after.append(Position.of(board.fen(), chess960=False))
        board.pop()
    return after


_SCORES = st.one_of(
    st.integers(-9_000, 9_000).map(lambda value: Score(centipawns=value)),
    st.integers(-300, 300).map(lambda value: Score(mate=value)),
    st.builds(TableResult, st.integers(-2, 2), st.integers(0, 900)).map(lambda value: Score(table=value)),
)
_LINES = st.builds(
    KeptLine,
    _SCORES,
    st.integers(1, 200),
    st.lists(st.sampled_from(("e2e4", "e7e8q", "a1h8")), max_size=9).map(tuple),
    st.sampled_from(Bound),
)


@settings(max_examples=30)
@given(lines=st.lists(_LINES, min_size=1, max_size=5, unique_by=lambda one: one.moves[:1]), nodes=st.integers(1, 2**62))
def test_what_is_kept_is_read_again_unchanged(lines: list[KeptLine], nodes: int) -> None:
    with EvaluationStore(Path(":memory:")) as store:
        kept = KeptEvaluation(START_POSITION, RATSU, nodes, tuple(lines), at=5)
        store.keep(kept)
        assert store.all(START_POSITION) == [kept]


def test_a_longer_search_replaces_a_shorter_one_and_no_line_is_lost(tmp_path: Path) -> None:
    with EvaluationStore(tmp_path / "e.db") as store:
        store.keep(found(1_000, line(10, "d2d4", depth=9), line(5, "c2c4", depth=9)))
        store.keep(found(9_000, line(31, "e2e4"), line(20, "d2d4")))
        store.keep(found(500, line(-90, "a2a4", depth=4)))
        (kept,) = store.all(START_POSITION)
    assert kept.nodes == 9_000 and [(one.moves[0], one.depth) for one in kept.lines] == [
        ("e2e4", 20),
        ("d2d4", 20),
        ("c2c4", 9),
        ("a2a4", 4),
    ]


def test_engines_stand_side_by_side_and_ones_own_comes_first(tmp_path: Path) -> None:
    newer = EngineIdentity("Ratsu", "1.1", "net")
    with EvaluationStore(tmp_path / "e.db") as store:
        store.keep(found(1_000), found(99_000, engine=OTHER), found(50_000, engine=newer))
        assert [one.engine for one in store.all(START_POSITION)] == [OTHER, newer, RATSU]
        own, any_of_them = store.best(START_POSITION, RATSU), store.best(START_POSITION)
        assert own is not None and own.nodes == 1_000
        assert any_of_them is not None and any_of_them.engine == OTHER
        enough = store.best(START_POSITION, RATSU, nodes=2_000)
        assert enough is not None and enough.engine == newer  # another version of it
        assert store.best(START_POSITION, EngineIdentity("Ratsu", "1.0", "net", "Style=solid")) is None


def test_chess960_and_a_single_move_are_questions_of_their_own(tmp_path: Path) -> None:
    with EvaluationStore(tmp_path / "e.db") as store:
        store.keep(found(1_000))
        assert store.best(Position.of(START_POSITION.fen, chess960=True), RATSU) is None
        assert store.best(START_POSITION, RATSU, asked="e2e4") is None
        later = Position.of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 6 4", chess960=False)
        assert store.best(later, RATSU) is not None  # counters do not count


def test_the_least_useful_go_first_and_the_file_shrinks(tmp_path: Path) -> None:
    path = tmp_path / "e.db"
    moves = tuple(f"{file}2{file}4" for file in "abcdefgh") * 5
    with EvaluationStore(path) as store:
        day = 1_700_000_000
        boards = [CoreBoard.start() for _ in range(1)]
        many = []
        for first in boards[0].legal_uci_moves():
            board = CoreBoard.start()
            board.push_uci(first)
            for second in board.legal_uci_moves():
                board.push_uci(second)
                many.append(Position.of(board.fen(), chess960=False))
                board.pop()
        lines = tuple(line(at, f"{'abcdefgh'[at]}7{'abcdefgh'[at]}5", *moves) for at in range(8))
        store.keep(*(KeptEvaluation(one, RATSU, 1_000 * (at + 1), lines, at=day) for at, one in enumerate(many)))
        assert store.size() > 1 << 20 and store.trim() == 0  # below the default limit
        store.limit_mb = 1
        before = store.size()
        gone = store.trim()
        assert 0 < gone < len(many) and store.size() < min(before, 1 << 20)
        there = [store.best(one) is not None for one in many]
        assert there == [False] * gone + [True] * (len(many) - gone)  # those of fewest nodes are gone


def test_foreign_newer_and_damaged_files_are_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "e.db"
    EvaluationStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer Ratsu"):
        EvaluationStore(path)
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE x (y)")
    db.close()
    with pytest.raises(StoreError, match="another program"):
        EvaluationStore(tmp_path / "other.db")
    (tmp_path / "text.db").write_text("no database at all" * 200)
    with pytest.raises(StoreError, match="damaged"):
        EvaluationStore(tmp_path / "text.db")
    with EvaluationStore(tmp_path / "bad.db") as store:
        store.keep(found(1_000))
        store.db.execute("""UPDATE evaluations SET lines = '[{"score":1}]'""")
        with pytest.raises(StoreError, match=r"bad\.db are damaged"):
            store.best(START_POSITION)


def test_threads_and_programs_share_a_store_and_nothing_is_lost(tmp_path: Path) -> None:
    path, after = tmp_path / "e.db", positions()
    with EvaluationStore(path) as one, EvaluationStore(path) as two:

        def write(store: EvaluationStore, name: str) -> None:
            for position in after:
                store.keep(KeptEvaluation(position, EngineIdentity(name), 60_000, (line(1, "e7e5"),)))

        threads = [
            threading.Thread(target=write, args=(store, f"{at}")) for at, store in enumerate((one, one, two, two))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert one.count() == two.count() == 4 * len(after)


_CHILD = """
import sys
from pathlib import Path
from books.evaluations.store import EvaluationStore
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.info import Score
from engine.game.position import Position
from engine.rules.board import CoreBoard
store, number = EvaluationStore(Path(sys.argv[1])), int(sys.argv[2])
board = CoreBoard.start()
while True:
    moves = board.legal_uci_moves()
    if not moves or number % 90 == 0:
        board = CoreBoard.start()
        moves = board.legal_uci_moves()
    board.push_uci(moves[number * 7919 % len(moves)])
    number += 1
    position = Position.of(board.fen(), chess960=False)
    store.keep(KeptEvaluation(position, EngineIdentity(f"e{number}"), number, (KeptLine(Score(centipawns=3), 5, ("e2e4",)),)))
    print(number, position.fen, sep=";", flush=True)
"""


def _kills(path: Path, times: int) -> int:
    """Kills a writing program so many times, and checks after each that all it had acknowledged is there. Returns how many."""
    told: dict[int, str] = {}
    for _ in range(times):
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(path), str(max(told, default=1))], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        rows = [child.stdout.readline() for _ in range(2 + len(told) % 17)]  # another number of writes each time
        os.kill(child.pid, signal.SIGKILL)
        rest, _ = child.communicate()
        told |= {int(row.split(";")[0]): row.split(";")[1].strip() for row in rows + rest.split("\n")[:-1]}
        with EvaluationStore(path) as store:  # what is written is written whole
            for number, fen in told.items():
                there = store.best(Position.of(fen, chess960=False), EngineIdentity(f"e{number}"))
                assert there is not None and there.nodes == number
    return len(told)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_kills_lose_nothing_that_was_committed(tmp_path: Path) -> None:
    assert _kills(tmp_path / "e.db", 3) > 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_hundred_kills_lose_nothing_that_was_committed(tmp_path: Path) -> None:
    assert _kills(tmp_path / "e.db", 100) > 100
