"""Databases of the version that recorded them are read as they were: the night's queue, a collection, a learned book.

Each `.sql` is the dump of a file, each `.txt` what its commands printed when it was recorded.
"""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from engine.command_line import main

RECORDED = Path(__file__).resolve().parent / "databases"
FILES = {"queue": "queue.db", "collection": "mine.ratsugames", "learned": "learned.ratsubook"}
COMMANDS = {
    "queue": (("night", "list", "--queue", "queue.db"), ("night", "report", "--queue", "queue.db", "--days", "100000")),
    "collection": (("games", "search", "mine.ratsugames"), ("games", "explore", "mine.ratsugames")),
    "learned": (("book", "learn", "--list", "--folder", "."),),
}


@pytest.fixture(params=FILES)
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which file; it lies in the working directory."""
    monkeypatch.chdir(tmp_path)
    recorded = str(request.param)
    with contextlib.closing(sqlite3.connect(FILES[recorded])) as database:
        database.executescript((RECORDED / f"{recorded}.sql").read_text("utf-8"))
    return recorded


def test_a_recorded_database_prints_what_it_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS[name]:
        assert main([*command, "--json"]) == 0
    assert capsys.readouterr().out == (RECORDED / f"{name}.txt").read_text("utf-8")


def test_a_waiting_job_of_a_recorded_queue_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.closing(sqlite3.connect("queue.db")) as database:
        database.executescript((RECORDED / "queue.sql").read_text("utf-8"))
        database.execute("UPDATE jobs SET state = 'done' WHERE id != 7")
        database.execute("UPDATE jobs SET state = 'waiting' WHERE id = 7")
        database.commit()
    assert main(["night", "run", "--queue", "queue.db"]) == 0
    capsys.readouterr()
    assert main(["night", "report", "--queue", "queue.db", "7", "--json"]) == 0
    assert '"text":"Positions searched: 2"' in capsys.readouterr().out
