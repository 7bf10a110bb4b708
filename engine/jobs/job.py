"""What every long piece of work is: a wish, findings as they are found, progress, one way to stop.

    context = Context()
    for found in findings(Novelties(open_library), wish, context): ...     # context.stopper.stop() from any thread ends it

Each module of this room has one job, which it calls `JOB`. A wish is a frozen dataclass. Its fields made by `option` are options
of the job's command too (`engine.console.run_job`).
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, ClassVar, Generic, TypeVar

from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text

Wish = TypeVar("Wish")
Found = TypeVar("Found")
_LOOK_S = 0.1  # how often a paused job looks whether it may continue
OPTION = "option"  # the key in a field's metadata


def option(default: Any, text: str, *names: str, alone: str = "", **named: Any) -> Any:
    """A field of a wish that a command takes as an option. `text` is its help; `names` are those of the option (usually made of
    the field's), a name without dashes is a positional argument; of the options with the same `alone` one may be given; `named`
    goes to argparse."""
    return field(default=default, metadata={OPTION: (names, alone, {"help": text, **named})})


class Context:
    """What a job is given: it says here how far it is, and hears that it must stop. Any thread may look."""

    def __init__(
        self,
        stopper: Stopper | None = None,
        shown: Callable[[int, int], object] | None = None,
        said: Callable[[Text], object] | None = None,
    ) -> None:
        """`shown` is called at every progress, `said` with each reason to wait."""
        self.stopper = stopper or Stopper()
        self.far = (0, 0)
        self.waiting = NOTHING
        self._paused = False
        self._shown, self._said = shown, said

    def progress(self, done: int, total: int) -> bool:
        """Says that `done` of `total` is done (0: not known), and waits during a pause. Returns whether the job may continue."""
        self.far, self.waiting = (done, total), NOTHING
        if self._shown is not None:
            self._shown(done, total)
        while self._paused and not self.stopper.stopped_within(_LOOK_S):
            pass
        return not self.stopper.asked()

    def pause(self, paused: bool) -> None:
        """Lets the job wait at its next progress, or continue."""
        self._paused = paused

    def wait(self, why: Text) -> None:
        """Says why the next progress takes longer."""
        self.waiting = why
        if self._said is not None:
            self._said(why)


class Job(Generic[Wish, Found]):
    """A kind of long work. An instance has what the work needs besides the wish, such as the user's books."""

    cumulative: ClassVar[bool] = False
    """Whether each finding takes the place of the one before."""

    def run(self, wish: Wish, context: Context) -> Iterator[Found]:
        """Yields what it finds. After a stop it ends soon, and may raise any RatsuError. What it keeps on disk stays, and the
        next run continues there.

        :raises RatsuError: it cannot be done.
        """
        raise NotImplementedError


def findings(job: Job[Wish, Found], wish: Wish, context: Context) -> Iterator[Found]:
    """What a job finds. After a stop it ends without an error.

    :raises RatsuError: it cannot be done.
    """
    try:
        yield from job.run(wish, context)
    except RatsuError:
        if not context.stopper.asked():
            raise


def last(found: Iterator[Found]) -> Found | None:
    """What is found last, which is all of it where a job is cumulative; None without any."""
    return next(iter(deque(found, 1)), None)
