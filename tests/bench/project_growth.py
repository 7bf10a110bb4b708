"""Analysis projects with many workers: what a second one gains here, and what one runner can serve.

    python -m tests.bench.project_growth workers [PASSES] [NODES]    # by one local worker and by two
    python -m tests.bench.project_growth dask [PASSES] [SECONDS]    # over Dask: one worker and two, whose engine sleeps
    python -m tests.bench.project_growth simulate [WORKERS] [PASSES] [SECONDS]    # made-up searches of SECONDS

`dask`: `ratio` is that of passes an hour by the clock: a sleeping engine needs no free core. `workers`: that of passes an hour on
two free cores: the workers that were busy on average, divided by what a node took in processor time with one and with two.
`simulate`: the runner's own work (choosing a position, lease, order, answer, the commit) is done for each pass; the searches are
made up, and time is simulated. `limit_passes_a_second`: what one runner can serve.
The last line is one JSON object.
"""

import heapq
import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from books.evaluations.values import KeptLine
from engine.game.info import Score
from engine.game.position import START_POSITION
from engine.ground import user_files
from engine.ground.codec import as_json
from engine.night import evaluations
from engine.night.job_request import JobRequest, add
from engine.night.kinds import project as kind
from engine.night.local_worker import local_pool
from engine.night.queue import NightQueue
from engine.night.runner import WorkState, work
from engine.night.values import written
from engine.play.identity import own_identity
from engine.play.project.growth import SearchFound, SearchOrder
from engine.play.project.open_project import OpenProject
from tests.bench import night_cluster


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def grown(workers: int, passes: int, nodes: int) -> tuple[float, float]:
    """One project grown by some local workers: how many were busy on average, and processor seconds of a million nodes."""
    with tempfile.TemporaryDirectory() as folder:
        kind.forget()
        evaluations.data_folder = lambda: Path(folder)  # type: ignore[attr-defined]
        with EvaluationStore(Path(folder) / user_files.EVALUATIONS) as store:
            Projects(store).make("bench", START_POSITION, ("ratsu",), nodes)
        before, busy = _children_s(), [0.0, 0.0, time.monotonic()]

        def look(state: WorkState) -> bool:
            now = time.monotonic()
            if state.jobs[0].done >= 8:  # until then there are too few positions for all
                busy[0] += state.under_way * (now - busy[2])
                busy[1] += now - busy[2]
            busy[2] = now
            return True

        with NightQueue(Path(folder) / "night.db") as queue:
            job = add(queue, JobRequest("project", project="bench", positions=passes))
            with local_pool(workers) as pool:
                work(queue, pool, "bench", look)
            searched = sum(one.value["nodes"] for one in queue.answers(job.id))
        kind.forget()
        return busy[0] / busy[1], 1e6 * (_children_s() - before) / searched


def over_dask(workers: int, passes: int, seconds: float) -> dict[str, object]:
    """One project grown by so many workers of a Dask scheduler on this machine, whose engine sleeps."""
    engine = f'name=sleeping cmd="{sys.executable} -m tests.bench.sleeping_engine {seconds}" dir={Path.cwd()}'
    with tempfile.TemporaryDirectory() as name:
        kind.forget()
        evaluations.data_folder = lambda: Path(name)  # type: ignore[attr-defined]
        with EvaluationStore(Path(name) / user_files.EVALUATIONS) as store:
            Projects(store).make("bench", START_POSITION, (engine,), 1_000)
        found = night_cluster.run(
            Path(name), workers, lambda queue: add(queue, JobRequest("project", project="bench", positions=passes)).id
        )
        kind.forget()
    answers = found.pop("answers")
    assert isinstance(answers, list)
    return {**found, "passes": len(answers)}


def _made_up(order: SearchOrder, chance: random.Random) -> SearchFound:
    """An answer like that of a search: a legal move, a score near those around it, and a line."""
    board = order.position
    from engine.rules.board import CoreBoard

    core = CoreBoard.from_fen(board.fen, board.chess960)
    moves = [move for move in core.legal_uci_moves() if move not in order.excluded]
    if not moves:
        return SearchFound(0, own_identity(), ())
    line = [chance.choice(moves)]
    core.push_uci(line[0])
    while len(line) < 20 and (replies := core.legal_uci_moves()):
        line.append(chance.choice(replies))
        core.push_uci(line[-1])
    return SearchFound(
        order.nodes, own_identity(), (KeptLine(Score(centipawns=chance.randint(-60, 60)), 24, tuple(line)),)
    )


def simulated(workers: int, passes: int, seconds: float) -> dict[str, object]:
    """Events in simulated time: each worker searches for about `seconds`, and the runner serves one at a time."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, EvaluationStore(Path(folder) / "e.db") as store:
        Projects(store).make("bench", START_POSITION, ("ratsu",), 1_000_000)
        project = OpenProject(store, "bench")
        ends: list[tuple[float, int, SearchOrder]] = []
        idle, now, done, given, waited = workers, 0.0, 0, 0, 0.0
        out, back, runner_s, number = 0, 0, 0.0, 0
        while done < passes:
            while idle and given < passes:
                began = time.process_time()
                found = project.next_order()
                took = time.process_time() - began
                runner_s, now = runner_s + took, now + took
                if found is None:
                    break
                number, given, idle = number + 1, given + 1, idle - 1
                out += len(written({"order": as_json(found[0]), "path": list(found[1].path)}))
                heapq.heappush(ends, (now + chance.uniform(0.5, 1.5) * seconds, number, found[0]))
            end, _, order = heapq.heappop(ends)
            waited, now = waited + idle * max(0.0, end - now), max(now, end)
            answer = _made_up(order, chance)
            back += len(written(as_json(answer)))
            began = time.process_time()
            project.absorb(order, answer)
            took = time.process_time() - began
            runner_s, now, done, idle = runner_s + took, now + took, done + 1, idle + 1
        return {
            "workers": workers,
            "passes": passes,
            "positions": len(project.tree.nodes),
            "runner_ms_a_pass": round(1000 * runner_s / passes, 2),
            "limit_passes_a_second": round(passes / runner_s, 1),
            "workers_served": round(passes / runner_s * seconds),
            "busy": round(passes * seconds / (workers * now), 3),
            "bytes_out_a_pass": out // passes,
            "bytes_back_a_pass": back // passes,
        }


def main() -> None:
    what, *rest = sys.argv[1:]
    if what == "simulate":
        workers, passes, seconds = (
            int((rest or ["1000"])[0]),
            int((rest[1:] or ["5000"])[0]),
            float((rest[2:] or ["10"])[0]),
        )
        print(json.dumps(simulated(workers, passes, seconds)))
        return
    if what == "dask":
        passes, seconds = int((rest or ["40"])[0]), float((rest[1:] or ["5"])[0])
        runs = [over_dask(count, passes, seconds) for count in (1, 2)]
        hours = [float(str(run["games_an_hour"])) for run in runs]
        print(json.dumps({"runs": runs, "ratio": round(hours[1] / hours[0], 2)}))
        return
    passes, nodes = int((rest or ["40"])[0]), int((rest[1:] or ["200000"])[0])
    one, two = (grown(count, passes, nodes) for count in (1, 2))
    ratio = two[0] / one[0] * one[1] / two[1]
    print(json.dumps({"busy": [one[0], two[0]], "million_nodes_s": [one[1], two[1]], "ratio": round(ratio, 2)}))


if __name__ == "__main__":
    main()
