"""Long work as the window shows it."""

from enum import Enum
from typing import Generic, TypeVar

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

Wish = TypeVar("Wish")
Found = TypeVar("Found")


class Phase(Enum):
    """The state of a job."""

    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class JobState(Generic[Wish, Found]):
    """A job: what was asked for last, how far it is (`done` of `total`, 0: not known), what it has found so far, why it
    failed, and why it waits just now."""

    phase: Phase = Phase.READY
    wish: Wish | None = None
    done: int = 0
    total: int = 0
    rows: tuple[Found, ...] = ()
    problem: Text = NOTHING
    waiting: Text = NOTHING

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self.phase is Phase.RUNNING

    @property
    def last(self) -> Found | None:
        """What was found last."""
        return self.rows[-1] if self.rows else None

    @property
    def per_mille(self) -> int:
        """How far it is, for a bar of 1,000."""
        return round(1000 * min(1.0, self.done / self.total)) if self.total else 0
