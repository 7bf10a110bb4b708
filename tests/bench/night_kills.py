"""A review of the night killed twenty times: are the answers those of an undisturbed run, to the byte?

    python -m tests.bench.night_kills FILE.pgn [GAMES] [NODES] [PLIES] [--folder FOLDER]

The first GAMES (30, at least 23) games of FILE with at most PLIES (1,000) half moves are reviewed at NODES (200,000) a move by
`ratsu night run --processes 1`, twice side by side: in peace, and killed with its child (kill -9) twenty times, at random
moments spread over the whole work. With --folder both queues stay there: stopped by Ctrl+C, the same command continues.
Prints one JSON object: processor time of both, kills, games that were finished before the last kill, whether all tasks count
once, and whether the answers are `equal`. Exit code 1 where not, or where the work ended before the last kill.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
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
LOOK_S = 0.5
LATER_S = 3.0
"""A kill comes up to so long after its number of games is finished: anywhere in a game."""


def queued(path: Path, games: Path, nodes: int) -> None:
    """A queue with one review, if it is not there from an earlier run."""
    if not path.exists():
        with NightQueue(path) as queue:
            queue.add("review", "x", {}, nodes, review.tasks([games], ""))


def at_work(path: Path) -> "subprocess.Popen[bytes]":
    """The console at work on the queue, as a user of its own and the head of a group."""
    command = ("desktop.command", "night", "run", "--processes", "1", "--battery", "--queue", str(path))
    return started(*command, stderr=None, env={**os.environ, "XDG_DATA_HOME": str(path.parent / path.stem)})


def done(path: Path) -> tuple[int, int]:
    """Tasks that are finished, and answers that there are."""
    with NightQueue(path) as queue:
        return queue.jobs()[0].done, len(list(queue.answers(1)))


def answers(path: Path) -> list[str]:
    """The answers as they are compared."""
    with NightQueue(path) as queue:
        return [written(one.value) for one in queue.answers(1)]


def in_peace(path: Path) -> None:
    """Works until nothing is left; Ctrl+C reaches the console, since a terminal sends it to the main thread only."""
    process = at_work(path)
    try:
        process.wait()
    except BaseException:
        ended(process)
        raise


def disturbed(path: Path, kills: Path, games: int) -> None:
    """Works until nothing is left, and is killed on the way. `kills` keeps how many games were finished before each."""
    chance = random.Random(SEED)
    moments = sorted(chance.sample(range(games - games // 10), KILLS))  # the last must find work
    before = _before(kills)
    for moment in moments[len(before) :]:
        process = at_work(path)
        try:
            while process.poll() is None and done(path)[0] < moment:
                time.sleep(LOOK_S)
            time.sleep(chance.uniform(0.0, LATER_S))
            if process.poll() is not None:
                return  # all was done between two kills
        finally:
            ended(process)
        before.append(done(path)[0])
        kills.write_text(json.dumps(before), "utf-8")
    in_peace(path)


def _before(kills: Path) -> list[int]:
    found: list[int] = json.loads(kills.read_text("utf-8")) if kills.exists() else []
    return found


def read(arguments: argparse.Namespace, target: Path) -> int:
    """Writes the games to be reviewed, and counts them."""
    short = (game for game in read_games(arguments.file) if 0 < len(game.main_line()) <= arguments.plies)
    found = [written_game(game) for game, _ in zip(short, range(arguments.games), strict=False)]
    if not target.exists():
        target.write_text("\n\n".join(found), "utf-8")
    return len(found)


def measured(arguments: argparse.Namespace, folder: Path) -> dict[str, object]:
    """Both runs, and how they compare."""
    games, peace, kills = folder / "games.pgn", folder / "peace.db", folder / "kills.db"
    count = read(arguments, games)
    for path in (peace, kills):
        queued(path, games, arguments.nodes)
    quiet = threading.Thread(target=in_peace, args=(peace,), daemon=True)
    quiet.start()
    disturbed(kills, folder / "kills.json", count)
    quiet.join()
    finished, kept = done(kills)
    before = _before(folder / "kills.json")
    return {
        "games": count,
        "nodes": arguments.nodes,
        "processor_seconds": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime),
        "kills": len(before),
        "before_the_last_kill": max(before, default=0),
        "once": finished == kept == count,
        "equal": answers(peace) == answers(kills),
    }


def main() -> int:
    """Measures, and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("games", type=int, nargs="?", default=30)
    parser.add_argument("nodes", type=int, nargs="?", default=200_000)
    parser.add_argument("plies", type=int, nargs="?", default=1_000)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        told = measured(arguments, folder)
    print(json.dumps(told))
    return 0 if told["once"] and told["equal"] and told["kills"] == KILLS else 1


if __name__ == "__main__":
    sys.exit(main())
