"""A review of the night killed twenty times: are the answers those of an undisturbed run, to the byte?

    python -m tests.bench.night_kills FILE.pgn [GAMES] [NODES] [PLIES]

The first GAMES (30) games of FILE with at most PLIES (1,000) half moves are reviewed at NODES (200,000) a move by
`ratsu night run --processes 1`: once in peace, and once killed with its child (kill -9) twenty times at random moments, up to a
tenth of the peaceful run apart; 24 games or more last for all. Prints one JSON object: seconds of both, kills, games that were
finished before the last kill, whether all tasks count once, and whether the answers are `equal`. Exit code 1 where not.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.values import written
from engine.pgn.reader import read_games
from engine.pgn.writer import written_game
from tests.helpers.own_processes import ended, started

KILLS = 20
SEED = 24
APART = 0.1  # of the time in peace: the most between two kills


def queued(path: Path, games: Path, nodes: int) -> None:
    """A queue with one review."""
    with NightQueue(path) as queue:
        queue.add("review", "x", {}, nodes, review.tasks([games], ""))


def at_work(path: Path, home: Path) -> "subprocess.Popen[bytes]":
    """The console at work on the queue, as a user of its own and the head of a group."""
    command = ("desktop.command", "night", "run", "--processes", "1", "--battery", "--queue", str(path))
    return started(*command, stderr=None, env={**os.environ, "XDG_DATA_HOME": str(home)})


def done(path: Path) -> tuple[int, int]:
    """Tasks that are finished, and answers that there are."""
    with NightQueue(path) as queue:
        return queue.jobs()[0].done, len(list(queue.answers(1)))


def answers(path: Path) -> list[str]:
    """The answers as they are compared."""
    with NightQueue(path) as queue:
        return [written(one.value) for one in queue.answers(1)]


def main(arguments: list[str]) -> int:
    """Measures, and prints what was found."""
    if not arguments:
        print(__doc__)
        return 2
    count, nodes, plies = (*map(int, arguments[1:4]), *(30, 200_000, 1_000)[len(arguments) - 1 :])
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        home, games = Path(name), Path(name) / "games.pgn"
        short = (game for game in read_games(Path(arguments[0])) if 0 < len(game.main_line()) <= plies)
        found = [written_game(game) for game, _ in zip(short, range(count), strict=False)]
        count = len(found)
        games.write_text("\n\n".join(found), "utf-8")
        peaceful, disturbed = home / "peace.db", home / "kills.db"
        queued(peaceful, games, nodes)
        began = time.monotonic()
        at_work(peaceful, home).wait()
        in_peace = time.monotonic() - began
        queued(disturbed, games, nodes)
        began, kills, before = time.monotonic(), 0, 0
        while kills < KILLS:
            process = at_work(disturbed, home)
            try:
                process.wait(chance.uniform(0.0, APART * in_peace))
                break  # all was done between two kills
            except subprocess.TimeoutExpired:
                before, kills = done(disturbed)[0], kills + 1
                ended(process)
        at_work(disturbed, home).wait()
        seconds = time.monotonic() - began
        told_in_peace, told_after = answers(peaceful), answers(disturbed)
        finished, kept = done(disturbed)
        told = {
            "games": count,
            "nodes": nodes,
            "seconds_in_peace": round(in_peace),
            "seconds": round(seconds),
            "kills": kills,
        }
        told |= {
            "before_the_last_kill": before,
            "once": finished == kept == count,
            "equal": told_in_peace == told_after,
        }
        print(json.dumps(told))
        return 0 if told["once"] and told["equal"] else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
