"""`ratsu night ...`: overnight jobs, on this machine or on a cluster."""

import argparse
import os
import sys
import time
from pathlib import Path

from engine.console.limit_arguments import positive_int
from engine.console.meter import Meter, exit_code
from engine.game import reason_words
from engine.ground.errors import RatsuError
from engine.ground.machine import spare_threads
from engine.ground.text import Text, counted, why
from engine.ground.user_files import NIGHT, data_folder
from engine.night.job_request import JobRequest, add
from engine.night.jobs import KINDS
from engine.night.pause_conditions import PauseConditions, hours_of
from engine.night.queue import NightQueue
from engine.night.report import DAY_S, report
from engine.night.runner import WorkState, work
from engine.night.values import NightError, NightJob, NightJobState, Table, text_as_json, written

HELP = "works through long jobs: reviews, book health, matches; on this machine or on several"
EXAMPLES = """examples:
  ratsu night add review mine.pgn my.collection --player Virtanen --nodes 200000
  ratsu night run --hours 22:00-7:00
  ratsu night report
  ratsu night run --cluster tcp://192.168.1.5:8786"""
_NO_JOBS = "no jobs; `ratsu night add` makes one, `ratsu night add --help` says which"
_WISHES = (
    *("kind", "priority", "player", "first", "repertoire", "project", "positions"),
    *("games", "gauntlet", "clock", "teacher", "depth", "seed", "output"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    adding = _action(actions, "add", "adds a job", _add)
    adding.add_argument(
        "kind", choices=sorted(KINDS), help="; ".join(f"{name}: {text}" for name, text in KINDS.items())
    )
    adding.add_argument("files", nargs="*", type=Path, help="PGN, collections, EPD or FEN; folders of tables")
    adding.add_argument("--nodes", type=positive_int, help="nodes a position or a move (default: by the kind of job)")
    adding.add_argument("--priority", type=int, default=0, help="jobs of a higher one come first (default 0)")
    adding.add_argument("--player", default="", help="review: whose mistakes become exercises")
    adding.add_argument("--first", type=positive_int, default=1, help="review: the first game of a collection")
    adding.add_argument("--repertoire", default="", help="book: the repertoire (default: your books)")
    adding.add_argument("--project", default="", help="project: its name (`ratsu project list`)")
    adding.add_argument("--positions", type=positive_int, help="book, tables, positions, project: how many")
    adding.add_argument("--engine", action="append", default=[], help="match: an engine, as of `ratsu match`")
    adding.add_argument("--games", type=positive_int, default=100, help="match: games of each pairing (default 100)")
    adding.add_argument("--gauntlet", action="store_true", help="match: the first engine against all others only")
    adding.add_argument("--tc", dest="clock", default="", help="match: a clock as of `ratsu match`, such as 10+0.1")
    adding.add_argument("--teacher", default="ethereal-chess", help="positions: the engine that judges")
    adding.add_argument("--depth", type=positive_int, default=6, help="positions: plies of a search (default 6)")
    adding.add_argument("--seed", type=int, default=1, help="positions: random seed (default 1)")
    adding.add_argument("-o", "--output", type=Path, help="match, positions: file to write when all is done")
    _action(actions, "list", "shows all jobs and how far they are", _list)
    running = _action(actions, "run", "works until everything is done", _run)
    running.add_argument("--processes", type=positive_int, help="at a time (default: all cores)")
    running.add_argument("--hours", type=_hours, help="work only then, as 22:00-7:30")
    running.add_argument("--hottest", type=float, metavar="DEGREES", help="rest above this temperature")
    running.add_argument("--battery", action="store_true", help="work on battery too")
    running.add_argument("--cluster", metavar="ADDRESS", help="Dask: tcp://host:8786, or a scheduler file")
    for name, text, state in (
        ("pause", "holds a job back", NightJobState.PAUSED),
        ("resume", "lets a paused job continue", NightJobState.WAITING),
        ("cancel", "cancels a job; its results remain", NightJobState.CANCELLED),
    ):
        changing = _action(actions, name, text, _change)
        changing.add_argument("job", type=positive_int, help="its number")
        changing.set_defaults(state=state)
    telling = _action(actions, "report", "shows what the jobs have found", _report)
    telling.add_argument("job", nargs="?", type=positive_int, help="only this job (default: those of the last day)")
    telling.add_argument("--days", type=float, default=1.0, help="days to report (default 1)")
    telling.add_argument("--answers", action="store_true", help="one JSON line for each task of the job")
    working = _action(actions, "worker", "lends this machine to a cluster (Dask)", _worker)
    working.add_argument("address", nargs="?", help="tcp://host:8786, or a scheduler file")
    working.add_argument("--processes", type=positive_int, help="at a time (default: all cores)")
    working.add_argument("--pipe", action="store_true", help=argparse.SUPPRESS)


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str, action: object
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=text, description=text)
    parser.add_argument("--queue", type=Path, help="the queue's file (default: in your data folder)")
    parser.add_argument("--json", action="store_true", help="print one JSON value a line")
    parser.set_defaults(action=action)
    return parser


def _hours(text: str) -> tuple[int, int]:
    try:
        return hours_of(text)
    except NightError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _queue(arguments: argparse.Namespace) -> NightQueue:
    return NightQueue(arguments.queue or data_folder() / NIGHT)


def _add(arguments: argparse.Namespace) -> int:
    given = {name: getattr(arguments, name) for name in _WISHES}
    request = JobRequest(
        **given, nodes=arguments.nodes or 0, files=tuple(arguments.files), engines=tuple(arguments.engine)
    )
    with _queue(arguments) as queue:
        job = add(queue, request)
    if arguments.json:
        print(written(_row(job)))
    else:
        print(f"job {job.id}: {counted(job.tasks, 'task')}" + (f", {job.failed} cannot be done" if job.failed else ""))
    return 0


def _list(arguments: argparse.Namespace) -> int:
    with _queue(arguments) as queue:
        jobs = queue.jobs()
    for job in jobs:
        print(written(_row(job)) if arguments.json else _line(job, spare_threads() + 1))
    if not jobs and not arguments.json:
        print(_NO_JOBS)
    return 0


def _row(job: NightJob) -> Table:
    names = ("id", "kind", "title", "nodes", "priority", "tasks", "done", "failed")
    return {**{name: getattr(job, name) for name in names}, "state": job.state.value}


def _line(job: NightJob, at_once: int) -> str:
    left = job.left_s(at_once)
    rest = (
        f", about {_duration(left)} left"
        if left is not None and job.open and job.state is NightJobState.WAITING
        else ""
    )
    failed = f", {job.failed} failed" if job.failed else ""
    return f"{job.id:>4}  {job.state.value:<9}  {job.kind:<9}  {job.done} of {job.tasks}{failed}{rest}  {job.title}"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min" if minutes else "a minute"


def _run(arguments: argparse.Namespace) -> int:
    """Works on the queue. With `--json` the end is a line too, empty or with an error, for the window that started this
    process."""
    ended_by = ""
    try:
        return _work(arguments)
    except RatsuError as error:
        ended_by = text_as_json(why(error))
        raise
    finally:
        if arguments.json:
            print(written({"ended": ended_by}), flush=True)


def _work(arguments: argparse.Namespace) -> int:
    from engine.night.local_worker import local_pool
    from engine.night.signature import signature

    rest = PauseConditions(not arguments.battery, arguments.hours, arguments.hottest)
    at_once = arguments.processes or spare_threads() + 1
    with _queue(arguments) as queue, Meter().listening() as meter:
        if not arguments.json and not any(job.state is NightJobState.WAITING for job in queue.jobs()):
            print("no job waits; `ratsu night list` shows those that are done or held", file=sys.stderr)
            return 0
        status_line = _StatusLine(meter, as_json=arguments.json)
        if arguments.cluster is None:
            with local_pool(at_once) as pool:
                work(queue, pool, signature(), status_line, rest)
        else:
            from engine.night.cluster import Cluster

            with Cluster(arguments.cluster, signature()) as cluster, local_pool(1) as pool:
                work(queue, cluster, signature(), status_line, rest, pool)
    return exit_code(meter)


class _StatusLine:
    """Prints the state of the work, each change once."""

    def __init__(self, meter: Meter, *, as_json: bool) -> None:
        self._meter, self._as_json, self._pause_reason, self._done = meter, as_json, "", -1

    def __call__(self, state: WorkState) -> bool:
        done = sum(job.done + job.failed for job in state.jobs)
        if done != self._done and self._as_json:
            print(written({"jobs": [_row(job) for job in state.jobs], "under_way": state.under_way}), flush=True)
        self._done = done
        if str(state.pause_reason) != self._pause_reason:
            self._pause_reason = str(state.pause_reason)
            print(self._pause_reason or "working again", file=sys.stderr, flush=True)
        return self._meter(done, sum(job.tasks for job in state.jobs))


def _change(arguments: argparse.Namespace) -> int:
    with _queue(arguments) as queue:
        queue.set_state(arguments.job, arguments.state)
        print(
            written(_row(queue.job(arguments.job)))
            if arguments.json
            else f"job {arguments.job}: {arguments.state.value}"
        )
    return 0


def _report(arguments: argparse.Namespace) -> int:
    with _queue(arguments) as queue:
        if arguments.answers:
            if arguments.job is None:
                raise NightError("name the job: ratsu night report JOB --answers")
            queue.job(arguments.job)
            for answer in queue.answers(arguments.job):
                print(written({"task": answer.task, "name": answer.name, **answer.value}))
            return 0
        found, queued = report(queue, arguments.job, arguments.days * DAY_S), bool(queue.jobs())
    for one in found.jobs:
        if arguments.json:
            lines = [{"text": _said(line.text), "rows": [_said(row.text) for row in line.rows]} for line in one.lines]
            print(written({**_row(one.job), "lines": lines}))
            continue
        print(_line(one.job, spare_threads() + 1))
        for line in one.lines:
            print(f"      {_said(line.text)}")
            for row in line.rows:
                print(f"          {_said(row.text)}")
    for event in found.events:
        at = time.strftime("%H:%M", time.localtime(event.at))
        print(written({"at": event.at, "text": str(event.text)}) if arguments.json else f"{at}  {event.text}")
    if not (found.jobs or found.events or arguments.json):
        print(f"nothing was done within {arguments.days:g} days (--days)" if queued else _NO_JOBS)
    return 0


def _said(text: Text) -> str:
    return reason_words.text(text, reason_words.ENGLISH)


def _worker(arguments: argparse.Namespace) -> int:
    if arguments.pipe:
        from engine.night.local_worker import run_pipe

        return run_pipe()
    if arguments.address is None:
        raise NightError("name the scheduler: ratsu night worker tcp://host:8786")
    from engine.night.cluster import run_worker

    return run_worker(arguments.address, arguments.processes or os.cpu_count() or 1)
