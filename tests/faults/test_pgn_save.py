"""Saving a PGN never damages the old file: kill -9 and a full disk while a 5 MB file is written (promise P5)."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.pgn.edit import save_games
from tests.helpers.shared import REPOSITORY

GAME = '[Event "{number}"]\n\n' + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 " * 100 + "*"
OLD = [GAME.format(number=number) for number in range(1200)]  # 5 MB
KILLS, LONG_KILLS = 6, 500

SAVER = """
import sys
from engine.pgn.edit import change_games, append_games
from engine.pgn.index import GameList
path = sys.argv[1]
texts = {"A": '[Event "A"]\\n\\n1. d4 *', "B": '[Event "B"]\\n\\n1. c4 *'}
while True:
    for name in "AB":
        games = GameList(path)
        for _ in games.load():
            pass
        change_games(games, {0: texts[name]})
        print("saved", flush=True)
"""


@pytest.mark.parametrize("kills", [KILLS, pytest.param(LONG_KILLS, marks=pytest.mark.long)])
def test_a_killed_save_leaves_the_old_file_or_the_new_one(kills: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, OLD)
    tail = path.read_bytes()[len(OLD[0]) :]
    chance = random.Random(5)
    for _ in range(kills):
        with subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path)], cwd=REPOSITORY, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0, 0.3))  # somewhere in one of the next saves
            os.kill(child.pid, signal.SIGKILL)
        content = path.read_bytes()
        assert content.endswith(tail)
        first = content[: -len(tail)].decode("ascii")
        assert first in ('[Event "A"]\n\n1. d4 *', '[Event "B"]\n\n1. c4 *')


FULL_DISK = """
import resource, signal, sys
from engine.pgn.edit import append_games, change_games, save_games
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList
path = sys.argv[1]
games = GameList(path)
for _ in games.load():
    pass
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
for work in (
    lambda: change_games(games, {3: None}),
    lambda: append_games(path, ["1. e4 *"]),
    lambda: save_games(path, ["1. e4 " + "{x} " * 400_000 + "*"]),
):
    try:
        work()
    except PgnError as error:
        print(error)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit on the size of files")
def test_a_disk_that_is_full_leaves_the_old_file_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, OLD)
    before = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and all("Nothing was changed" in line for line in lines)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".games*"))


TINY_DISK = """
set -e
mount -t tmpfs -o size=8m tmpfs "$1"
"$2" -c "$3" make "$1/games.pgn"
sha256sum "$1/games.pgn"
"$2" -c "$3" save "$1/games.pgn"
sha256sum "$1/games.pgn"
ls -A "$1"
"""
ON_TINY_DISK = """
import sys
from engine.pgn.edit import append_games, change_games, save_games
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList
import tests.faults.test_pgn_save as texts
if sys.argv[1] == "make":
    save_games(sys.argv[2], texts.OLD)
else:
    games = GameList(sys.argv[2])
    for _ in games.load():
        pass
    big = "1. e4 " + "{x} " * 1_000_000 + "*"
    for work in (lambda: change_games(games, {3: None}), lambda: append_games(sys.argv[2], [big])):
        try:
            work()
        except PgnError as error:
            print(error)
"""


def test_a_disk_that_is_really_full_leaves_the_old_file_and_says_so(tmp_path: Path) -> None:
    # 5 MB on a disk of 8 MB: neither a second copy nor 4 MB more fit.
    command = ["unshare", "-m", "sh", "-c", TINY_DISK, "sh", str(tmp_path), sys.executable, ON_TINY_DISK]
    if shutil.which("unshare") is None or os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if "mount" in done.stderr:
        pytest.skip(f"no small disk can be made here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    before, *told, after, name = done.stdout.splitlines()
    assert len(told) == 2 and all("the disk is full. Nothing was changed" in line for line in told)
    assert before == after and name == "games.pgn"
