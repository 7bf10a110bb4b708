"""Work of the night service's threads: reading the queue, changing it, and running the child process."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.jobs.job import Context
from engine.night.pause_conditions import PLAYING, WORKING
from engine.night.queue import NightQueue
from engine.night.report import DAY_S, pgn_of_row, report
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import BusyError, NightError, NightEvent, NightJob, NightJobState, text_of_json
from engine.play.external.errors import EngineCrash
from engine.play.external.launch import DEADLINES, Launch
from engine.play.external.own_command import own_command
from engine.play.external.process import EngineProcess

T = TypeVar("T")
LINES_EVERY_S = 10.0  # a report of a thousand games is not read more often while they come
_SHARE = 20  # but one that is read quickly is: reading takes at most this part of the time
_LOOK_S = 0.3
_GONE_S = 1.0


@dataclass(frozen=True)
class QueueReading:
    """The queue at one moment. `lines` None: unchanged."""

    jobs: tuple[NightJob, ...]
    working: bool
    resting: Text
    chosen: int
    lines: tuple[ReportLine, ...] | None
    events: tuple[NightEvent, ...]


class QueueReader:
    """Reads the queue on one thread, and a report only when it changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, NightJobState] | None = None
        self._read = 0.0  # when a report was read
        self._took_s = 0.0  # and how long that took

    def look(self, chosen: int) -> QueueReading:
        """Reads the queue. `chosen`: the job whose report is wanted; 0 or a deleted job: the last one. :raises
        NightError: see `NightQueue`.
        """
        if not self._path.exists():
            return QueueReading((), False, NOTHING, 0, (), ())
        with NightQueue(self._path) as queue:
            jobs, signs = tuple(queue.jobs()), queue.signs()
            job = next((job for job in jobs if job.id == chosen), None) or max(
                jobs, key=lambda job: job.id, default=None
            )
            lines = self._lines(queue, job) if job is not None else ()
            earliest = time.time() - DAY_S
            events = tuple(event for event in queue.events(0) if event.at >= earliest)
        resting = signs.get(WORKING, NOTHING)
        return QueueReading(jobs, WORKING in signs, resting, job.id if job is not None else 0, lines, events)

    def _lines(self, queue: NightQueue, job: NightJob) -> tuple[ReportLine, ...] | None:
        now = (job.id, job.done + job.failed, job.state)
        seen, pause_s = self._seen, min(LINES_EVERY_S, _SHARE * self._took_s)
        same_job = seen is not None and (seen[0], seen[2]) == (now[0], now[2])
        if now == seen or (same_job and time.monotonic() - self._read < pause_s):
            return None
        began = time.monotonic()
        lines = report(queue, job.id).jobs[0].lines
        self._seen, self._read = now, time.monotonic()
        self._took_s = self._read - began
        return lines


def changed(path: Path, change: Callable[[NightQueue], T]) -> T:
    """Makes one change to the queue. :raises NightError: it cannot be made."""
    with NightQueue(path) as queue:
        return change(queue)


def sign_playing(path: Path, playing: bool, for_s: float) -> None:
    """Sets the signal that the user is playing, for the process that works on the queue."""
    with NightQueue(path) as queue:
        if playing:
            queue.sign(PLAYING, NOTHING, for_s)
        elif PLAYING in queue.signs():
            queue.unsign(PLAYING)


def game_of_row(path: Path, number: int, row: ReportRow) -> str:
    """The game of a report's row as PGN. :raises NightError: the queue cannot be read."""
    with NightQueue(path) as queue:
        return pgn_of_row(queue, queue.job(number), row)


def run(path: Path, options: tuple[str, ...], context: Context) -> None:
    """Works on the queue in a child process, which ends with this program, until it is empty or stopped.

    :raises NightError: the child reported an error.
    :raises EngineFault: it could not be started, or crashed.
    """
    command = own_command("night", "run", "--json", "--queue", str(path), *options)
    process = EngineProcess(Launch("night", command), DEADLINES)
    try:
        while not context.stopper.asked():
            heard = process.line_within(_LOOK_S)
            told = _told(heard[0]) if heard is not None else {}
            if "ended" in told:
                if told["ended"]:
                    raise NightError(text_of_json(str(told["ended"])))
                return
    except EngineCrash:
        if not context.stopper.asked():
            raise
    finally:
        process.close(patience_s=0.0)
        _clear_sign(path)


def _clear_sign(path: Path) -> None:
    """Removes the playing signal of a killed child. If another program holds the queue, the signal is its own. The
    system may hold the queue for a moment while it cleans up after the child.
    """
    until = time.monotonic() + _GONE_S
    while True:
        try:
            with NightQueue(path) as queue, queue.held():
                queue.unsign(WORKING)
        except BusyError:
            if time.monotonic() < until:
                time.sleep(_LOOK_S / 10)
                continue
        except NightError:
            pass  # the sign expires by itself
        return


def _told(line: str) -> dict[str, object]:
    """A line of the child as values; empty if it is not one of its events."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
