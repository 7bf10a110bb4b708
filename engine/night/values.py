"""What a queue holds, as frozen values, and the errors of night work."""

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
    """A queue, a job or a worker that cannot be used; says what, where and what to do."""


class BusyError(NightError):
    """Another program works on the queue."""


class ForeignEngineError(NightError):
    """Who wants to work for a queue has another engine than it."""


class LostWorkerError(NightError):
    """Who had the task is gone, or may not do it; the task is as good as before and is given out again."""


class JobState(Enum):
    """What becomes of a job; the value is kept in the file."""

    WAITING = "waiting"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    DONE = "done"


@dataclass(frozen=True)
class Planned:
    """A task before it is queued. `here`: it changes files of this machine, so that no other may do it. `fault`: it is known that
    it cannot be done, and why."""

    name: str
    payload: Table
    here: bool = False
    fault: Text = NOTHING


@dataclass(frozen=True)
class Task:
    """A task as it is given out."""

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
class Job:
    """A job and how far it is. `seconds`: what its finished tasks have taken together."""

    id: int
    kind: str
    title: str
    options: Table
    nodes: int
    priority: int
    state: JobState
    added: float
    tasks: int
    done: int
    failed: int
    seconds: float

    @property
    def open(self) -> int:
        """Tasks that are still to be done."""
        return self.tasks - self.done - self.failed

    def left_s(self, at_once: int) -> float | None:
        """About how many seconds remain with so many tasks at a time; None before anything is done."""
        return self.seconds / self.done * self.open / max(1, at_once) if self.done else None


@dataclass(frozen=True)
class Answer:
    """The answer of a finished task."""

    task: int
    name: str
    value: Table


@dataclass(frozen=True)
class Event:
    """What happened at a time (seconds since 1970), of a job or (0) of the whole queue."""

    at: float
    job: int
    text: Text


def written(value: object) -> str:
    """JSON in its one form, so that equal values are equal to the byte."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def table_of(kept: str) -> Table:
    """The table that `written` wrote. :raises JsonError: it is none."""
    return parse(kept, LARGEST).table()


def text_as_json(text: Text) -> str:
    """A message to be kept; what is no text or number in it is kept as its words."""
    return written(as_json(text))


def text_of_json(kept: str) -> Text:
    """The message again; what is none is shown as it is."""
    try:
        return of_json(Text, parse(kept, LARGEST))
    except JsonError:
        return Text("%1", kept)
