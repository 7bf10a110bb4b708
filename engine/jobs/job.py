"""A long task: a request goes in, findings come out, with progress and one way to stop.

    context = Context()
    for found in findings(Novelties(open_library), request, context): ...     # context.stopper.stop() from any thread ends it

Each module of this room has one job, named `JOB`. A request is a frozen dataclass; its fields made by `option` become
command-line options (`engine.console.run_job`).
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, ClassVar, Generic, TypeVar

from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text

Request = TypeVar("Request")
Finding = TypeVar("Finding")
_LOOK_S = 0.1  # poll interval of a paused job
OPTION = "option"  # the key in a field's metadata


def option(default: Any, text: str, *names: str, alone: str = "", **named: Any) -> Any:
    """A request's field that is also a command-line option. `text`: its help. `names`: the option's (default: from the field's
    name; without dashes: a positional argument). Options that share `alone` exclude each other. `named` goes to argparse."""
    return field(default=default, metadata={OPTION: (names, alone, {"help": text, **named})})


class Context:
    """The connection between a job and its caller: progress one way, pause and stop the other. Safe to read from any thread."""

    def __init__(
        self,
        stopper: Stopper | None = None,
        shown: Callable[[int, int], object] | None = None,
        said: Callable[[Text], object] | None = None,
    ) -> None:
        """`shown` is called with each progress, `said` with each reason to wait."""
        self.stopper = stopper or Stopper()
        self.far = (0, 0)
        self.waiting = NOTHING
        self._paused = False
        self._shown, self._said = shown, said

    def progress(self, done: int, total: int) -> bool:
        """Reports that `done` of `total` is done (0: unknown), and blocks during a pause. Returns whether the job may
        continue."""
        self.far, self.waiting = (done, total), NOTHING
        if self._shown is not None:
            self._shown(done, total)
        while self._paused and not self.stopper.stopped_within(_LOOK_S):
            pass
        return not self.stopper.asked()

    def pause(self, paused: bool) -> None:
        """Pauses the job at its next progress, or resumes it."""
        self._paused = paused

    def wait(self, why: Text) -> None:
        """Gives the reason why the next progress takes longer."""
        self.waiting = why
        if self._said is not None:
            self._said(why)


class Job(Generic[Request, Finding]):
    """A kind of long task. The instance holds what the task needs besides the request, such as the user's books."""

    cumulative: ClassVar[bool] = False
    """Whether each finding replaces the one before."""

    def run(self, request: Request, context: Context) -> Iterator[Finding]:
        """Yields findings. After a stop it ends soon, and may raise any RatsuError. Results on disk remain, and the next run
        resumes from them.
        :raises RatsuError: the job cannot be done."""
        raise NotImplementedError


def findings(job: Job[Request, Finding], request: Request, context: Context) -> Iterator[Finding]:
    """Yields the findings of a job. After a stop it ends without an error.
    :raises RatsuError: the job cannot be done."""
    try:
        yield from job.run(request, context)
    except RatsuError:
        if not context.stopper.asked():
            raise


def last(found: Iterator[Finding]) -> Finding | None:
    """Returns the last finding, which contains all of a cumulative job's; None if there is none."""
    return next(iter(deque(found, 1)), None)
