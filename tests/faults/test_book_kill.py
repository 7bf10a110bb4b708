"""What was learned and committed stays, whatever moment the program is killed at (reliability: P1, P16)."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from books.store import Access, BookFile
from tests.faults.book_child import OPENING, start_row
from tests.helpers.shared import REPOSITORY

KILLS, LONG_KILLS = 100, 1000


def child(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.faults.book_child", str(folder), *more]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE)


def check(folder: Path, acknowledged: int, whole: bool) -> int:
    """Reopens the book: every acknowledged game is there, sums fit the games, and now and then the whole file is read."""
    with BookFile(folder / "learned.ratsubook", Access.WRITE) as book:
        count, latest = book.query("SELECT count(*), max(id) FROM games")[0]
        row = book.row(*start_row())
        edits = book.query("SELECT count(*) FROM edits")[0][0]
        changes = book.query("SELECT count(*) FROM changes")[0][0]
        if whole:
            book.check_integrity()
    assert latest >= acknowledged
    assert count == latest
    assert row is not None
    assert row.times_played == count == edits  # nothing half applied
    assert changes >= count * len(OPENING)
    return int(latest)


def kill_rounds(folder: Path, rounds: int) -> int:
    """Kills a learning child at random moments after its first commit, on one book so that damage could pile up."""
    source = random.Random(1)
    acknowledged = 0
    for number in range(rounds):
        process = child(folder)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(source.uniform(0, 0.02))
        os.kill(process.pid, signal.SIGKILL)
        lines = process.stdout.read().split()
        process.stdout.close()
        process.wait()
        acknowledged = max([acknowledged, *map(int, lines)])
        acknowledged = check(folder, acknowledged, whole=number % 20 == 19)
    return acknowledged


def test_a_killed_program_loses_nothing_it_had_learned(tmp_path: Path) -> None:
    assert kill_rounds(tmp_path, KILLS) >= KILLS


@pytest.mark.long
def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_rounds(tmp_path, LONG_KILLS) >= LONG_KILLS


def two_learners(folder: Path, games: int) -> None:
    """Two programs learn so many games each into one book, at once: every game is acknowledged and in the sums."""
    pair = [child(folder, str(games)) for _ in range(2)]
    answers = [process.communicate(timeout=120 + 2 * games)[0].split() for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    numbers = {int(number) for answer in answers for number in answer}
    assert numbers == set(range(1, 2 * games + 1))
    assert check(folder, 2 * games, whole=True) == 2 * games


def test_two_programs_learn_at_once(tmp_path: Path) -> None:
    two_learners(tmp_path, 60)


@pytest.mark.long
def test_two_programs_learn_a_thousand_games_each_at_once(tmp_path: Path) -> None:
    two_learners(tmp_path, 1000)


HOLDER = """
import sys, time
from pathlib import Path
from books.entry import MoveRow
from books.store import BookFile
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
    second = child(tmp_path, "5")
    assert second.communicate(timeout=60)[0].split() == [b"1", b"2", b"3", b"4", b"5"]
    with BookFile(tmp_path / "learned.ratsubook") as book:
        assert book.position(1) is None
