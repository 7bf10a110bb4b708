"""The session of a user ends while the window is busy: by SIGTERM, or because the X server is gone."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.program import ROOT
from tests.system.busy_window import begins_so
from tests.system.test_start_and_end import errors_of, pgn
from tests.system.test_window import user

DEEDS = ("play", "analysis", "import", "dialogs", "language")
WAYS = ("SIGTERM", "X server gone")
LONGEST_S = 180
GAMES = 1_500  # of the file that is imported
BROKEN = (
    "Qt: The X11 connection broke",
    "XIO:  fatal IO error",
    "after ",
)  # said by Qt, or by Xlib, which ends the process
LEFT = ("Nf3 d5 g3", "e4", "d4 d5 c4", "c4")  # what is open at every start
pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")


class Told(NamedTuple):
    """A game as it was shown, or as it was forced to the disk."""

    stored: bool
    tab: int
    moves: str


@contextlib.contextmanager
def x_server() -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """A screen of its own, and its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield server, f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def busy(
    home: Path, deed: str, seed: int, tabs: int, display: str = "", lines: Sequence[str] = ()
) -> "subprocess.Popen[str]":
    """A window in a session of its own."""
    run_folder = home / "run"
    run_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment = user(home) | {"XDG_RUNTIME_DIR": str(run_folder), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
    if display:
        environment |= {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    command = [
        sys.executable,
        "-m",
        "tests.system.busy_window",
        deed,
        str(seed),
        str(tabs),
        str(home / "opened.pgn"),
        *lines,
    ]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def looked(home: Path, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the next start tells, and the games that it opens or offers."""
    with busy(home, "look", 0, 1, lines=lines) as run:
        try:
            output, errors = run.communicate(timeout=2 * LONGEST_S)
        finally:
            run.kill()
    assert (run.returncode, errors) == (0, "")
    told, games = output.splitlines()
    return json.loads(told), json.loads(games)


@pytest.fixture(scope="module")
def left_open(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user whose last run ended with a file, two unsaved games, and a match under way; all are opened again at the start."""
    home = tmp_path_factory.mktemp("user")
    opened = pgn(home, "opened", "1. Nf3 d5 2. g3")
    many = (
        f'[White "White {n % 9}"]\n[Black "Black {n}"]\n[Date "2026.{n % 12 + 1:02}.01"]\n[Result "1-0"]\n\n'
        f"1. {('e4', 'd4', 'c4', 'Nf3')[n % 4]} {('e6', 'c6', 'g6', 'd6')[n // 4 % 4]} 2. Nc3 Nf6 3. a3 a6 1-0\n"
        for n in range(GAMES)
    )
    opened.with_name("many.pgn").write_text("\n".join(many))
    run = busy(home, "prepare", 0, 1)
    output, errors = run.communicate(timeout=LONGEST_S)
    assert (run.returncode, errors) == (0, "")
    games = json.loads(output.splitlines()[1])
    assert [line.split(" ")[0] for line in sorted(games)] == ["Nf3", "c4", "d4", "e4"]
    return home


def left_of(session: int) -> list[str]:
    """The processes that are left of one after a while: a sound may be played to its end."""
    until = time.monotonic() + 60
    while (left := of_session(session)) and time.monotonic() < until:
        time.sleep(0.1)
    return left


def of_session(session: int) -> list[str]:
    """The processes of one, but those that have ended and that nobody has waited for."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = entry.read_text()
            state, _, _, found_session, *_ = text.rpartition(")")[2].split()
            if int(found_session) == session and state != "Z":
                found.append(text)
    return found


def end_while_busy(home: Path, deed: str, way: str, seed: int) -> None:
    """One round: starts, lets it work for a random time, ends, and looks what is left and what the next start opens."""
    where = f"{deed}, {way}, seed {seed}"
    with x_server() as (server, display):
        run = busy(home, deed, seed, 4, display)
        try:
            assert run.stdout is not None
            assert run.stdout.readline() == "busy\n", where
            time.sleep(random.Random(seed).uniform(0, 3))
            if way == "SIGTERM":
                run.terminate()
            else:
                server.kill()
            output, errors = run.communicate(timeout=LONGEST_S)
        finally:
            run.kill()
            run.communicate()
    clean = way == "SIGTERM"
    assert run.returncode == 0 or (run.returncode == 1 and not clean), f"{where}: {run.returncode} {errors}"
    assert left_of(run.pid) == [], where
    assert [line for line in errors.splitlines() if clean or not line.strip().startswith(BROKEN)] == [], (
        f"{where}: {errors}"
    )
    state = home / "state" / "ratsu"
    told = [line for line in errors_of(home).splitlines() if line and not line.startswith("---")]
    assert [line for line in told if clean or "The X11 connection broke" not in line] == [], where
    if clean:
        assert [path for path in (home / "run").rglob("*") if path.is_socket()] == [], where
    assert not (state / "crash.log").exists() or not (state / "crash.log").stat().st_size, where
    databases_are_sound(home)
    changes = [Told(*json.loads(line)) for line in output.splitlines()]
    expected = {told.tab: told.moves for told in changes if clean or told.stored}
    expected = {tab: moves for tab, moves in expected.items() if moves}
    compare_with_next_start(home, [*LEFT, *expected.values()], where)


def databases_are_sound(home: Path) -> None:
    """Books, collections and what else is kept."""
    for path in home.rglob("*"):
        if path.is_file() and path.read_bytes()[:15] == b"SQLite format 3":
            with contextlib.closing(sqlite3.connect(path)) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], path


def compare_with_next_start(home: Path, expected: list[str], where: str) -> None:
    """Each game is there again, with these moves at least."""
    notices, games = looked(home, expected)
    assert not any("crash" in notice for notice in notices), f"{where}: {notices}"
    for line in expected:
        assert begins_so(line, games), f"{where}: {line} is not among {games}"
    assert list(home.rglob("*.part")) == [], where


@pytest.mark.parametrize(
    ("deed", "way"),
    [
        pytest.param("play", WAYS[0], marks=pytest.mark.long),
        ("analysis", WAYS[1]),
    ],  # the others in the 300 rounds below
)
def test_the_session_ends_while_the_window_is_busy(left_open: Path, tmp_path: Path, deed: str, way: str) -> None:
    home = tmp_path / "user"
    shutil.copytree(left_open, home)
    end_while_busy(home, deed, way, seed=1)


@pytest.mark.long
def test_the_session_ends_300_times_while_the_window_is_busy(left_open: Path, tmp_path: Path) -> None:
    """RATSU_ROUNDS: another number of rounds, or `FIRST-LAST`."""
    first, _, last = os.environ.get("RATSU_ROUNDS", "1-300").rpartition("-")
    for number in range(int(first or 1), int(last) + 1):
        home = tmp_path / str(number)
        shutil.copytree(left_open, home)
        deed, way = DEEDS[number % len(DEEDS)], WAYS[number // len(DEEDS) % len(WAYS)]
        end_while_busy(home, deed, way, seed=number)
        shutil.rmtree(home)
        print(number, deed, way, flush=True)
