"""The kinds of jobs by name, and the one door through which a task is done, on this machine or another."""

import contextlib
import importlib
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, cast

from engine.ground.errors import RatsuError
from engine.night.report_values import Line
from engine.night.values import Answer, Job, NightError, Planned, Table, table_of

KINDS = {
    "review": "games reviewed: accuracy, faults, own mistakes as exercises",
    "book": "the health of a book or a repertoire",
    "deepen": "positions searched at length",
    "match": "matches and tournaments at fixed nodes",
    "positions": "training positions made",
    "tables": "endgame tables verified",
}


_ELSEWHERE = {"positions": "engine.training.night_positions"}  # of the laboratory, which nothing imports by itself


class _Kind(Protocol):
    """What a module of `engine.night.kinds` has. Its `tasks` take what the kind needs."""

    def tasks(self, *wanted: Any) -> Iterator[Planned]: ...

    def answer(self, payload: Table, nodes: int) -> Table: ...

    def lines(self, answers: Iterable[Answer]) -> list[Line]: ...


def answer(kind: str, payload: str, nodes: int) -> Table:
    """Does a task. :raises RatsuError: it cannot be done, the next time neither."""
    return module(kind).answer(table_of(payload), nodes)


def lines(job: Job, answers: Iterable[Answer]) -> list[Line]:
    """What a job has found so far. :raises NightError: an answer is damaged."""
    with _readable(job):
        return module(job.kind).lines(answers)


def game(job: Job, payload: Table, answer_: Table, number: int) -> str:
    """A game of a task as PGN, from number 1 on; empty where the job has none."""
    found = getattr(module(job.kind), "game", None)
    return str(found(payload, answer_, number)) if found is not None else ""


def keep(job: Job, answers: Iterable[Answer]) -> list[Line]:
    """Puts what a finished job has found where it belongs; a second time changes nothing.

    :raises RatsuError: it cannot be kept there.
    """
    kept = getattr(module(job.kind), "keep", None)
    with _readable(job):
        return kept(answers, job.options) if kept is not None else []


@contextlib.contextmanager
def _readable(job: Job) -> Iterator[None]:
    """:raises NightError: an answer is none that its kind of job gives; a damaged file holds such."""
    try:
        yield
    except RatsuError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise NightError("an answer of job %1 is damaged (%2); add the job again", job.id, error) from error


def module(kind: str) -> _Kind:
    """The module of a kind of job. :raises NightError: there is no such kind."""
    if kind not in KINDS:
        raise NightError("there is no kind of job named %1; a newer Ratsu may know it", kind)
    return cast(_Kind, importlib.import_module(_ELSEWHERE.get(kind, f"engine.night.kinds.{kind}")))
