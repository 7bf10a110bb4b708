"""The frozen values of a queue, and the errors of overnight work."""

import json
from enum import Enum
from typing import Any

from engine.ground.codec import as_json, of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, parse
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

Table = dict[str, Any]
"""A table of JSON."""
LARGEST = 1 << 30  # bytes of one value, as of SQLite's


class NightError(RatsuError):
    """A queue, a job or a worker that cannot be used; the message says what, where and what to do."""


class BusyError(NightError):
    """Another program works on the queue."""


class ForeignEngineError(NightError):
    """The worker's engine differs from the queue's."""


class LostWorkerError(NightError):
    """The worker is gone or not allowed; the task is queued again."""


class NightJobState(Enum):
    """The state of a job; the value is stored in the file."""

    WAITING = "waiting"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    DONE = "done"


@dataclass(frozen=True)
class PlannedTask:
    """A task before it is queued. `here`: it changes files of this machine, so that only this one may run it. `fault`: why it
    cannot be done, if that is known."""

    name: str
    payload: Table
    here: bool = False
    fault: Text = NOTHING


@dataclass(frozen=True)
class Task:
    """A task for a worker."""

    job: int
    number: int
    kind: str
    name: str
    nodes: int
    payload: str
    here: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Its place in the queue."""
        return self.job, self.number


@dataclass(frozen=True)
class NightJob:
    """A job and its progress. `seconds`: the total time of its finished tasks."""

    id: int
    kind: str
    title: str
    options: Table
    nodes: int
    priority: int
    state: NightJobState
    added: float
    tasks: int
    done: int
    failed: int
    seconds: float

    @property
    def open(self) -> int:
        """The number of tasks still to be done."""
        return self.tasks - self.done - self.failed

    def left_s(self, at_once: int) -> float | None:
        """The estimated remaining seconds with `at_once` tasks at a time; None before the first answer."""
        return self.seconds / self.done * self.open / max(1, at_once) if self.done else None


@dataclass(frozen=True)
class TaskAnswer:
    """The answer of a finished task."""

    task: int
    name: str
    value: Table


@dataclass(frozen=True)
class NightEvent:
    """An event at a time (seconds since 1970), of a job or (0) of the whole queue."""

    at: float
    job: int
    text: Text


def written(value: object) -> str:
    """Canonical JSON, so that equal values are equal byte by byte."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def table_of(kept: str) -> Table:
    """The table that `written` wrote. :raises JsonError: the text is not one."""
    return parse(kept, LARGEST).table()


def text_as_json(text: Text) -> str:
    """A message as JSON; arguments other than texts and numbers are stored as strings."""
    return written(as_json(text))


def text_of_json(kept: str) -> Text:
    """The message of `text_as_json`; any other text is returned unchanged."""
    try:
        return of_json(Text, parse(kept, LARGEST))
    except JsonError:
        return Text("%1", kept)
