"""A match that is killed at random moments and continued by the same command: every game that was told is there once."""

import io
import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess.pgn
import pytest

from tests.helpers.program import ROOT

MATCH = ("match", "--engine", "ratsu", "--engine", "ratsu", "--nodes", "100", "--max-moves", "30", "--games", "1000")


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.long)])
def test_a_killed_match_loses_no_finished_game(kills: int, tmp_path: Path) -> None:
    pgn, dice, told = tmp_path / "m.pgn", random.Random(kills), list[int]()
    for _ in range(kills):
        told += killed_after_some_games(pgn, dice)
        journal = pgn.with_name("m.pgn.journal").read_text("utf-8")
        rows = [json.loads(line) for line in journal.splitlines(keepends=True)[1:] if line.endswith("\n")]
        numbers = [row["game"]["encounter"]["number"] for row in rows]
        assert numbers == [*range(1, len(numbers) + 1)] and {*told} <= {*numbers}
        assert rounds(pgn.read_bytes()[: rows[-1]["pgn_end"]].decode()) == [str(number) for number in numbers]
    assert len(told) == len({*told}) >= 2 * kills, "each game is played once"


def killed_after_some_games(pgn: Path, dice: random.Random) -> list[int]:
    """Continues the match for two or three games and a moment more. Returns the numbers of the games that it told."""
    command = [sys.executable, "-m", "desktop.command", *MATCH, "--pgn", str(pgn)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told, games = "", dice.choice((2, 3))
        while len(numbers_in(told)) < games:
            line = child.stdout.readline()
            assert line, told
            told += line
        time.sleep(dice.random() / 10)  # a random moment is what is tried
        child.send_signal(signal.SIGKILL)
        told += child.stdout.read()
    assert child.returncode == -signal.SIGKILL, told
    return numbers_in(told)


def numbers_in(told: str) -> list[int]:
    return [int(number) for number in re.findall(r"^game (\d+): .*\n", told, re.MULTILINE)]


def rounds(text: str) -> list[str]:
    """The numbers of the games in a PGN, each of them played to its end."""
    games, found = io.StringIO(text), list[str]()
    while (game := chess.pgn.read_game(games)) is not None:
        assert not game.errors and game.end().ply() > 0
        found.append(game.headers["Round"])
    return found
