"""The report of a night: every job with its figures, the list for each, and the errors."""

import time

from engine.ground.errors import RatsuError
from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.night import jobs
from engine.night.queue import NightQueue
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightEvent, NightJob

DAY_S = 86_400.0


@dataclass(frozen=True)
class JobReport:
    """A job and its results."""

    job: NightJob
    lines: tuple[ReportLine, ...]


@dataclass(frozen=True)
class NightReport:
    """All jobs of the report, oldest first, and the events of the whole queue."""

    jobs: tuple[JobReport, ...]
    events: tuple[NightEvent, ...]


def report(queue: NightQueue, number: int | None = None, since_s: float = DAY_S) -> NightReport:
    """Reports on one job, or on all that were added within `since_s` seconds or are not finished.
    :raises NightError: the job does not exist."""
    found = [queue.job(number)] if number is not None else sorted(queue.jobs(), key=lambda job: job.id)
    earliest = time.time() - since_s
    chosen = [job for job in found if number is not None or job.added >= earliest or job.open]
    every = tuple(JobReport(job, tuple(_lines(queue, job))) for job in chosen)
    return NightReport(every, tuple(event for event in queue.events(0) if event.at >= earliest))


def pgn_of_row(queue: NightQueue, job: NightJob, row: ReportRow) -> str:
    """The game of a row as PGN; empty if it has none. :raises NightError: the queue cannot be read."""
    return jobs.game(job, *queue.answer(job.id, row.task), row.game) if row.game else ""


def _lines(queue: NightQueue, job: NightJob) -> list[ReportLine]:
    try:
        told = jobs.lines(job, queue.answers(job.id)) if job.done else []
    except RatsuError as error:
        told = [ReportLine(why(error))]  # the report continues with the other jobs
    faults = tuple(ReportRow(0, Text("%1: %2", name, fault)) for name, fault in queue.faults(job.id))
    if faults:
        told.append(ReportLine(Text("Tasks that could not be done: %1", len(faults)), faults))
    return told + [ReportLine(event.text) for event in queue.events(job.id)]
