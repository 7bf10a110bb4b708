"""Night work over Dask on this machine: what a second worker gains, and what killed workers cost.

    python -m tests.bench.night_cluster speed FILE.pgn [GAMES] [NODES]  # one game so many times: by one worker and by two
    python -m tests.bench.night_cluster kills FILE.pgn [GAMES] [NODES]  # by two, one killed every 20 s, and by two in peace

Needs the extra `cluster`; 16 games and 20,000 nodes a move unless told. The last line is one JSON object. `equal`: the answers
are the same to the byte. `ratio`: of games an hour, which needs two free cores. `ratio_busy`: how many workers' time was spent in
tasks, divided by what a task took in processor time beside another worker and alone: what two free cores would give.
`ratio_bare`: of games an hour of the same reviews in two processes that know nothing of each other and one, without queue and
Dask: what this machine's second core gives to anybody. `of_machine`: the first divided by the last.

Each run has a scheduler of its own on a free port, which only its own workers know; all end with the bench, however it ends.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.night import cluster
from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.runner import WorkState, work
from engine.night.signature import signature
from engine.night.values import written
from engine.pgn.reader import read_games
from engine.pgn.writer import written_game
from tests.helpers.own_processes import ended, started

KILL_EVERY_S = 20.0
SAMPLE_S = 1.0  # looks into /proc five times a second took 2 % of what two workers had
START_S = 60.0  # for a scheduler to say where it is


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

    def processor_s(self) -> float:
        """Processor time of all workers with their children."""
        groups = {one.pid for one in self._all}
        ticks = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = path.read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:13])) if int(fields[2]) in groups else 0
        return ticks / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Kills all."""
        for one in self._all:
            ended(one)


@contextlib.contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler on a free port of the loopback address; its file, which says where."""
    file = folder / "scheduler.json"
    command = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    process = started("distributed.cli.dask_scheduler", *command)
    try:
        began = time.monotonic()
        while not file.exists():
            if process.poll() is not None or time.monotonic() - began > START_S:
                raise RuntimeError("the scheduler has not started")
            time.sleep(0.1)
        yield str(file)
    finally:
        ended(process)


def reviewed(games: Path, nodes: int) -> Callable[[NightQueue], int]:
    """Adds the review of some games."""
    return lambda queue: queue.add("review", "x", {}, nodes, review.tasks([games], ""))


def run(folder: Path, count: int, add: Callable[[NightQueue], int], kill_every_s: float = 0.0) -> dict[str, object]:
    """One job by `count` workers: seconds from the first answer to the last, kills, and the answers. `add`: adds the job."""
    folder.mkdir(exist_ok=True)
    with NightQueue(folder / "night.db") as queue, scheduler(folder) as address:
        job = add(queue)
        with cluster.Cluster(address, signature()) as over:
            over._client.get_task_stream()  # Dask keeps it from the first call on
            workers = Workers(address, count)
            try:
                samples: list[tuple[float, float]] = []  # time, and processor time of the workers
                next_kill = [0.0]

                def look(state: WorkState) -> bool:
                    now = time.monotonic()
                    if not samples or time.time() - samples[-1][0] >= SAMPLE_S:
                        samples.append((time.time(), workers.processor_s()))
                    if kill_every_s and state.jobs[0].done:
                        next_kill[0] = next_kill[0] or now + kill_every_s
                        if now >= next_kill[0]:
                            workers.kill_next()
                            next_kill[0] += kill_every_s
                    return True

                work(queue, over, signature(), look)
                samples.append((time.time(), workers.processor_s()))
                spans = _spans(over, job)
            finally:
                workers.close()
        found = list(queue.answers(job))
        answered = [one.task for one in found]
        if sorted(answered) != sorted(spans):
            raise RuntimeError(f"answers of tasks {answered}, but Dask has run {sorted(spans)}")
    told = _measured(count, list(spans.values()), samples)
    if workers.killed:
        del told["processor_s_a_game"]  # that of the killed ones is not known any more
    return {"workers": count, "kills": workers.killed, **told, "answers": [written(one.value) for one in found]}


def _measured(
    count: int, spans: list[tuple[str, float, float]], samples: list[tuple[float, float]]
) -> dict[str, object]:
    """From when so many workers have given an answer: imports and the reading of networks are over then."""
    firsts: dict[str, float] = {}
    for worker, _, stop in spans:
        firsts[worker] = min(stop, firsts.get(worker, stop))
    first, last = sorted(firsts.values())[count - 1], max(stop for _, _, stop in spans)
    began = next(sample for sample in samples if sample[0] >= first)
    games = sum(max(0.0, stop - max(start, first)) / (stop - start) for _, start, stop in spans)
    busy_s = sum(max(0.0, stop - max(start, first)) for _, start, stop in spans)
    return {
        "games": round(games, 1),
        "seconds": round(last - first, 1),
        "games_an_hour": round(3600 * games / (last - first)),
        "processor_s_a_game": round((samples[-1][1] - began[1]) / games, 2),
        "workers_busy": round(busy_s / (last - first), 3),
    }


def bare(games: Path, nodes: int) -> float:
    """Reviews the games without queue and Dask. Returns games an hour, without the first, which reads networks."""
    tasks = list(review.tasks([games], ""))
    review.answer(tasks[0].payload, nodes)
    began = time.monotonic()
    for task in tasks[1:]:
        review.answer(task.payload, nodes)
    return 3600 * (len(tasks) - 1) / (time.monotonic() - began)


def _bare_ratio(games: Path, nodes: int) -> float:
    """Games an hour of two bare processes over those of one."""
    command = ("tests.bench.night_cluster", "bare", str(games), "0", str(nodes))
    hours = []
    for count in (1, 2):
        processes = [started(*command, stdout=subprocess.PIPE) for _ in range(count)]
        hours.append(sum(float(one.communicate()[0]) for one in processes))
    return hours[1] / hours[0]


def _spans(over: cluster.Cluster, job: int) -> dict[int, tuple[str, float, float]]:
    """Each task of the job as Dask has seen it the last time: its worker, when it began and ended."""
    prefix = f"ratsu-{job}-"  # of the keys that a `Cluster` gives
    return {
        int(key.removeprefix(prefix).partition("-")[0]): (
            str(task["worker"]),
            float(span["start"]),
            float(span["stop"]),
        )
        for task in over._client.get_task_stream()
        for span in task["startstops"]
        if span["action"] == "compute" and (key := str(task["key"])).startswith(prefix)
    }


def main(arguments: list[str]) -> int:
    """Measures, and prints what was found."""
    if arguments[:1] not in (["speed"], ["kills"], ["bare"]) or len(arguments) < 2:
        print(__doc__)
        return 2
    count, nodes = (*map(int, arguments[2:4]), *(16, 20_000)[len(arguments) - 2 :])
    if arguments[0] == "bare":
        print(bare(Path(arguments[1]), nodes))
        return 0
    for ending in (signal.SIGTERM, signal.SIGHUP):  # the processes of the bench are ended as by Ctrl+C
        signal.signal(ending, lambda number, _frame: sys.exit(128 + number))
    alone = 0.0
    with tempfile.TemporaryDirectory() as name:
        games = Path(name) / "games.pgn"
        found = [game for game, _ in zip(read_games(Path(arguments[1])), range(count), strict=False)]
        found = [found[0]] * count if arguments[0] == "speed" else found
        games.write_text("\n\n".join(map(written_game, found)), "utf-8")
        if arguments[0] == "speed":
            runs = [run(Path(name) / str(number), number, reviewed(games, nodes)) for number in (1, 2)]
            alone = _bare_ratio(games, nodes)
        else:
            runs = [
                run(Path(name) / "peace", 2, reviewed(games, nodes)),
                run(Path(name) / "kills", 2, reviewed(games, nodes), KILL_EVERY_S),
            ]
    answers = [one.pop("answers") for one in runs]
    told: dict[str, object] = {"runs": runs, "equal": answers[0] == answers[1]}
    if arguments[0] == "speed":
        hour, cost, busy = (
            [float(str(each[key])) for each in runs] for key in ("games_an_hour", "processor_s_a_game", "workers_busy")
        )
        told["ratio"] = round(hour[1] / hour[0], 2)
        told["ratio_busy"] = round(busy[1] / busy[0] * cost[0] / cost[1], 2)
        told["ratio_bare"], told["of_machine"] = round(alone, 2), round(hour[1] / hour[0] / alone, 2)
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
