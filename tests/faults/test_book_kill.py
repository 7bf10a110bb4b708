"""What was learned and committed stays, whatever moment the program is killed at (reliability: P1, P16).

Everything is done with WAL, at night also with DELETE as SQLite's journal: what a book on a network folder falls back to.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from books.learning.played import LearningStage
from books.store import connecting as store
from books.store.book_file import BookFile
from books.store.connecting import Access
from tests.faults.book_child import OPENING, start_row
from tests.helpers.shared import REPOSITORY

KILLS, LONG_KILLS = 4, 1000
CONDEMNED = "4.Nxe5 -> ?"


@pytest.fixture(params=["WAL", pytest.param("DELETE", marks=pytest.mark.long)])
def journal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The journal that the victims use, and the look afterwards too."""
    monkeypatch.setattr(store, "JOURNAL", request.param)
    return str(request.param)


def child(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.faults.book_child", str(folder), "--journal", store.JOURNAL, *more]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE)


def check(folder: Path, acknowledged: int, whole: bool) -> int:
    """Reopens the book: every acknowledged game is there, sums fit the games, and now and then the whole file is read."""
    with BookFile(folder / "learned.ratsubook", Access.WRITE) as book:
        assert book.query("PRAGMA journal_mode") == [(store.JOURNAL.lower(),)]
        count, latest = book.query("SELECT count(*), max(id) FROM games")[0]
        row = book.row(*start_row())
        results = book.query("SELECT count(*) FROM edits WHERE label LIKE 'results of %'")[0][0]
        edits = book.query("SELECT count(*) FROM edits")[0][0]
        changes = book.query("SELECT count(*) FROM changes")[0][0]
        if whole:
            book.check_integrity()
        lessons = check_lessons(book)
    assert latest >= acknowledged
    assert count == latest
    assert row is not None
    assert row.times_played == count == results  # nothing half applied
    assert edits == count + lessons
    assert changes >= count * len(OPENING)
    return int(latest)


def check_lessons(book: BookFile) -> int:
    """Each game that counts as analysed has its lesson, none has it twice, and what it says is in the book. Returns how
    many lessons there are.
    """
    told = dict(book.query("SELECT game, count(*) FROM lessons WHERE text LIKE ? GROUP BY game", (f"%{CONDEMNED}%",)))
    analysed = {
        game
        for (game,) in book.query("SELECT id FROM games WHERE result = '0-1' AND state = ?", (LearningStage.ANALYSED,))
    }
    assert analysed <= set(told)
    assert set(told.values()) <= {1}
    orphans = "SELECT count(*) FROM lessons WHERE edit NOT IN (SELECT edit FROM changes)"
    assert book.query(orphans) == [(0,)]
    if told:
        lost = "SELECT count(*) FROM positions WHERE verdict IN (1, 2) AND value = 300 AND key IN (SELECT reached FROM lessons)"
        assert book.query(lost) == [(1,)]
    return int(book.query("SELECT count(*) FROM lessons")[0][0])


def kill_rounds(folder: Path, rounds: int, *more: str) -> int:
    """Kills a learning child at random moments after its first commit, on one book so that damage could pile up."""
    source = random.Random(1)
    acknowledged = 0
    for number in range(rounds):
        process = child(folder, *more)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(source.uniform(0, 0.02))
        os.kill(process.pid, signal.SIGKILL)
        lines = process.stdout.read().split()
        process.stdout.close()
        process.wait()
        acknowledged = max([acknowledged, *map(int, lines)])
        acknowledged = check(folder, acknowledged, whole=number % 10 == 9)
    return acknowledged


def test_a_killed_program_loses_nothing_it_had_learned(tmp_path: Path, journal: str) -> None:
    assert kill_rounds(tmp_path, KILLS) >= KILLS


def test_a_program_killed_while_it_looks_for_mistakes_loses_and_doubles_nothing(tmp_path: Path, journal: str) -> None:
    assert kill_rounds(tmp_path, KILLS, "--analyse") >= KILLS


@pytest.mark.long
def test_a_thousand_kills_lose_nothing(tmp_path: Path, journal: str) -> None:
    assert kill_rounds(tmp_path, LONG_KILLS, "--analyse") >= LONG_KILLS


def two_learners(folder: Path, games: int, *more: str) -> None:
    """Two programs learn so many games each into one book, at once: every game is acknowledged and in the sums."""
    pair = [child(folder, "--games", str(games), *more) for _ in range(2)]
    answers = [process.communicate(timeout=120 + 4 * games)[0].split() for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    numbers = {int(number) for answer in answers for number in answer}
    assert numbers == set(range(1, 2 * games + 1))
    assert check(folder, 2 * games, whole=True) == 2 * games


def test_two_programs_learn_at_once(tmp_path: Path, journal: str) -> None:
    two_learners(tmp_path, 40)


def test_two_programs_that_analyse_the_same_games_tell_each_lesson_once(tmp_path: Path, journal: str) -> None:
    two_learners(tmp_path, 20, "--analyse")


@pytest.mark.long
def test_two_programs_learn_a_thousand_games_each_at_once(tmp_path: Path, journal: str) -> None:
    two_learners(tmp_path, 1000)


def test_where_wal_is_impossible_the_book_works_with_delete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without shared memory, as on a network: SQLite's "unix-none" has none either."""
    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **how: plain(f"{name}&vfs=unix-none", **how))
    path = tmp_path / "share" / "b.ratsubook"
    path.parent.mkdir()
    with BookFile(path) as book:
        assert book.query("PRAGMA journal_mode") == [("delete",)]
        book.put_meta("a", "b")
    assert list(path.parent.iterdir()) == [path]  # no shared memory, no log
    with BookFile(path, Access.READ) as book:
        assert book.meta("a") == "b"


HOLDER = """
import sys, time
from pathlib import Path
from books.entry import MoveRow
from books.store.book_file import BookFile
with BookFile(Path(sys.argv[1])).transaction() as connection:
    connection.execute("INSERT INTO positions (key, comment) VALUES (1, 'never committed')")
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_program_killed_while_it_holds_the_lock_blocks_nobody(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "learned.ratsubook")]
    holder = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    os.kill(holder.pid, signal.SIGKILL)
    holder.stdout.close()
    holder.wait()
    second = child(tmp_path, "--games", "5")
    assert second.communicate(timeout=300)[0].split() == [b"1", b"2", b"3", b"4", b"5"]
    with BookFile(tmp_path / "learned.ratsubook") as book:
        assert book.position(1) is None
