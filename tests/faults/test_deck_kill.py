"""A program that is killed while it writes answers: every answer that it had acknowledged is in the deck of cards."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.console.deck import deck_at
from tests.helpers.shared import REPOSITORY

KILLS, LONG_KILLS = 3, 200
CHILD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from engine.console.deck import deck_at
from engine.drill.deck import Grade
file, number = deck_at(Path(sys.argv[1])), int(sys.argv[2])
while True:
    file.change(lambda deck: deck.answered("endgames", str(number), Grade.RIGHT, datetime(2026, 11, 10, tzinfo=UTC)))
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("kills", [KILLS, pytest.param(LONG_KILLS, marks=pytest.mark.long)])
def test_a_killed_program_loses_no_answer(kills: int, tmp_path: Path) -> None:
    path, told, dice = tmp_path / "training.json", 0, random.Random(kills)
    for _ in range(kills):
        command = [sys.executable, "-c", CHILD, str(path), str(told)]
        with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert int(child.stdout.readline()) == told
            time.sleep(dice.random() / 20)  # a random moment is what is tried
            os.kill(child.pid, signal.SIGKILL)
            told += 1 + len(child.stdout.read().splitlines())
        cards = {int(key) for key in deck_at(path).value().of("endgames")}
        assert {*range(told)} <= cards <= {*range(told + 1)}
        told = len(cards)
    assert told >= kills
    assert [file.name for file in tmp_path.glob("training*.part")] == []
