"""The kinds of jobs by name, and the functions that run a task of any kind."""

import contextlib
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol, cast

from engine.ground.errors import RatsuError
from engine.night.report_values import ReportLine
from engine.night.values import NightError, NightJob, PlannedTask, Table, Task, TaskAnswer, table_of, written

KINDS = {
    "review": "games reviewed: accuracy, faults, own mistakes as exercises",
    "book": "the health of a book or a repertoire",
    "deepen": "positions searched at length",
    "project": "passes of an analysis project",
    "match": "matches and tournaments, at fixed nodes or by the clock",
    "positions": "training positions made",
    "tables": "endgame tables verified",
}


_ELSEWHERE = {"positions": "engine.training.night_positions"}  # part of the laboratory, and imported only when used


class _Kind(Protocol):
    """The interface of a module in `engine.night.kinds`. The arguments of `tasks` depend on the kind."""

    def tasks(self, *wanted: Any) -> Iterator[PlannedTask]: ...

    def answer(self, payload: Table, nodes: int) -> Table: ...

    def lines(self, answers: Iterable[TaskAnswer]) -> list[ReportLine]: ...


def answer(kind: str, payload: str, nodes: int) -> Table:
    """Runs a task. :raises RatsuError: it cannot be done, and a retry would not help."""
    return module(kind).answer(table_of(payload), nodes)


def prepared(task: Task) -> Task | None:
    """The task as it is given to a worker; None: there is nothing for it to do just now. Only projects choose so late.
    :raises RatsuError: it cannot be done."""
    prepare = getattr(module(task.kind), "prepare", None)
    if prepare is None:
        return task
    payload = prepare(table_of(task.payload))
    return None if payload is None else replace(task, payload=written(payload))


def absorbed(task: Task, answer_: str) -> str:
    """Saves an answer at once, if the kind does so, and returns the answer for the queue.
    :raises RatsuError: it cannot be saved."""
    absorb = getattr(module(task.kind), "absorb", None)
    return answer_ if absorb is None else written(absorb(table_of(task.payload), table_of(answer_)))


def released(task: Task) -> None:
    """Gives back what `prepared` took, after a task that was not done. :raises RatsuError: it cannot be given back."""
    release = getattr(module(task.kind), "release", None)
    if release is not None:
        release(table_of(task.payload))


def lines(job: NightJob, answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """The results of a job so far. :raises NightError: an answer is damaged."""
    with _readable(job):
        return module(job.kind).lines(answers)


def game(job: NightJob, payload: Table, answer_: Table, number: int) -> str:
    """A game of a task as PGN, numbered from 1; empty if the job has no games."""
    found = getattr(module(job.kind), "game", None)
    return str(found(payload, answer_, number)) if found is not None else ""


def keep(job: NightJob, answers: Iterable[TaskAnswer]) -> list[ReportLine]:
    """Saves the results of a finished job. Saving them twice changes nothing.
    :raises RatsuError: they cannot be saved."""
    kept = getattr(module(job.kind), "keep", None)
    with _readable(job):
        return kept(answers, job.options) if kept is not None else []


@contextlib.contextmanager
def _readable(job: NightJob) -> Iterator[None]:
    """Turns errors of damaged answers into NightError. :raises NightError: an answer does not fit its kind of job."""
    try:
        yield
    except RatsuError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise NightError("an answer of job %1 is damaged (%2); add the job again", job.id, error) from error


def module(kind: str) -> _Kind:
    """The module of a kind of job. :raises NightError: the kind is unknown."""
    if kind not in KINDS:
        raise NightError("Unknown kind of job: %1. A newer Ratsu may know it.", kind)
    return cast(_Kind, importlib.import_module(_ELSEWHERE.get(kind, f"engine.night.kinds.{kind}")))
