"""Night work over Dask on this machine: what a second worker gains, and what killed workers cost.

    python -m tests.bench.night_cluster speed [GAMES] [NODES]    # the same review by one worker and by two
    python -m tests.bench.night_cluster kills [GAMES] [NODES]    # by two, of which one is killed every 20 s, and by none

Needs the extra `cluster` and two free cores. Games are those of shared/data/games/sample_2000.pgn, 16 and 20,000 nodes a move
unless told. The last line is one JSON object; `equal` says whether the answers are the same to the byte.
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.night import cluster
from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.runner import State, work
from engine.night.signature import signature
from engine.night.values import written

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT.parent / "shared" / "data" / "games" / "sample_2000.pgn"
PORT = 18_797
KILL_EVERY_S = 20.0


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    """A Python module as a process of its own group."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def ended(process: "subprocess.Popen[bytes]") -> None:
    """Kills the process and its children."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Workers:
    """So many workers of one process each, on a scheduler."""

    def __init__(self, address: str, count: int) -> None:
        self._command = ("desktop.command", "night", "worker", address, "--processes", "1")
        self._all = [started(*self._command) for _ in range(count)]
        self.killed = 0

    def kill_next(self) -> None:
        """Kills one, in turn, and starts another in its place."""
        place = self.killed % len(self._all)
        ended(self._all[place])
        self._all[place] = started(*self._command)
        self.killed += 1

    def close(self) -> None:
        """Kills all."""
        for one in self._all:
            ended(one)


@contextmanager
def scheduler(port: int) -> Iterator[str]:
    """A scheduler on the loopback address."""
    process = started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    try:
        yield f"tcp://127.0.0.1:{port}"
    finally:
        ended(process)


def run(folder: Path, port: int, count: int, games: Path, nodes: int, kill_every_s: float = 0.0) -> dict[str, object]:
    """One review by `count` workers: seconds from the first answer to the last, kills, and the answers."""
    with NightQueue(folder / f"{port}.db") as queue, scheduler(port) as address:
        job = queue.add("review", "x", {}, nodes, review.tasks([games], ""))
        with cluster.Cluster(address, signature()) as over:
            workers = Workers(address, count)
            try:
                done_at: list[float] = []
                next_kill = [0.0]

                def look(state: State) -> bool:
                    now, done = time.monotonic(), state.jobs[0].done
                    done_at.extend([now] * (done - len(done_at)))
                    if kill_every_s and done:
                        next_kill[0] = next_kill[0] or now + kill_every_s
                        if now >= next_kill[0]:
                            workers.kill_next()
                            next_kill[0] += kill_every_s
                    return True

                work(queue, over, signature(), look)
                end = time.monotonic()
            finally:
                workers.close()
        answers = [written(one.value) for one in queue.answers(job)]
    # The first answers of all workers are the warm-up: imports and the reading of networks.
    counted = len(answers) - count
    seconds = end - done_at[count - 1]
    return {
        "workers": count,
        "games": counted,
        "seconds": round(seconds, 1),
        "games_an_hour": round(3600 * counted / seconds),
        "kills": workers.killed,
        "answers": answers,
    }


def main(arguments: list[str]) -> int:
    """Measures, and prints what was found."""
    if arguments[:1] not in (["speed"], ["kills"]):
        print(__doc__)
        return 2
    count, nodes = (*map(int, arguments[1:3]), *(16, 20_000)[len(arguments) - 1 :])
    with tempfile.TemporaryDirectory() as name:
        games = Path(name) / "games.pgn"
        texts = SAMPLE.read_text("utf-8").split("\n\n[Event ")
        games.write_text("\n\n[Event ".join(itertools.islice(texts, count)) + "\n", "utf-8")
        if arguments[0] == "speed":
            runs = [run(Path(name), PORT + number, number, games, nodes) for number in (1, 2)]
        else:
            runs = [
                run(Path(name), PORT + 1, 2, games, nodes),
                run(Path(name), PORT + 2, 2, games, nodes, KILL_EVERY_S),
            ]
    answers = [one.pop("answers") for one in runs]
    found = {"runs": runs, "equal": answers[0] == answers[1]}
    if arguments[0] == "speed":
        one, two = (float(str(each["games_an_hour"])) for each in runs)
        found["ratio"] = round(two / one, 2)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
