"""Saving a PGN never damages the old file: kill -9 and a full disk while a 5 MB file is written (promise P5)."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.core.pgn.edit import save_games
from tests.helpers.shared import REPOSITORY

GAME = '[Event "{number}"]\n\n' + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 " * 100 + "*"
OLD = [GAME.format(number=number) for number in range(1200)]  # 5 MB
KILLS = 20

SAVER = """
import sys
from engine.core.pgn.edit import change_games, append_games
from engine.core.pgn.index import GameList
path = sys.argv[1]
texts = {"A": '[Event "A"]\\n\\n1. d4 *', "B": '[Event "B"]\\n\\n1. c4 *'}
print("ready", flush=True)
while True:
    for name in "AB":
        games = GameList(path)
        for _ in games.load():
            pass
        change_games(games, {0: texts[name]})
"""


def test_a_killed_save_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, OLD)
    tail = path.read_bytes()[len(OLD[0]) :]
    chance = random.Random(5)
    seen = set()
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path)], cwd=REPOSITORY, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0, 0.3))
            os.kill(child.pid, signal.SIGKILL)
        content = path.read_bytes()
        assert content.endswith(tail)
        first = content[: -len(tail)].decode("ascii")
        assert first in (OLD[0], '[Event "A"]\n\n1. d4 *', '[Event "B"]\n\n1. c4 *')
        seen.add(first)
    assert len(seen) > 1  # some saves had come through


FULL_DISK = """
import resource, signal, sys
from engine.core.pgn.edit import append_games, change_games, save_games
from engine.core.pgn.errors import PgnError
from engine.core.pgn.index import GameList
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
    assert len(lines) == 3 and all("the file is as it was" in line for line in lines)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".games*"))
