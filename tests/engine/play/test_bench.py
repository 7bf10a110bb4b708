"""The bench's node count, the signature of the search, is the same every time and in every process."""

import subprocess
import sys

from engine.game.limits import GamePosition, Limits
from engine.play.bench import run_bench
from engine.player import Player
from tests.helpers.shared import REPOSITORY

DEPTH = 5


def test_the_signature_is_the_same_fresh_and_after_other_searches() -> None:
    used = Player()
    used.search(GamePosition("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", chess960=False), Limits(depth=9))
    lines: list[str] = []
    assert run_bench(used, DEPTH, lines.append) == run_bench(Player(), DEPTH, lambda line: None)
    assert lines[-1].startswith("bench ")


def test_the_signature_is_the_same_in_another_process() -> None:
    command = [sys.executable, "-m", "desktop.command", "bench", "--depth", str(DEPTH)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=REPOSITORY, timeout=120)
    assert done.stdout.splitlines()[-1] == f"bench {run_bench(Player(), DEPTH, lambda line: None)}"
