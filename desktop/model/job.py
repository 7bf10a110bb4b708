"""Background jobs as the window shows them."""

from enum import Enum
from typing import Generic, TypeVar

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

Request = TypeVar("Request")
Finding = TypeVar("Finding")


class JobPhase(Enum):
    """The state of a job."""

    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class JobState(Generic[Request, Finding]):
    """A job: its last request, progress (`done` of `total`, 0: unknown), findings, why it failed, and why it is waiting."""

    phase: JobPhase = JobPhase.READY
    request: Request | None = None
    done: int = 0
    total: int = 0
    rows: tuple[Finding, ...] = ()
    problem: Text = NOTHING
    waiting: Text = NOTHING

    @property
    def running(self) -> bool:
        return self.phase is JobPhase.RUNNING

    @property
    def last(self) -> Finding | None:
        return self.rows[-1] if self.rows else None

    @property
    def per_mille(self) -> int:
        return round(1000 * min(1.0, self.done / self.total)) if self.total else 0
