"""JobService: a job in the background, whose findings are shown as they come."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TypeVar

from PySide6.QtCore import QTimer, Slot

from desktop.model.job import JobState, Phase
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.text import NOTHING, Text
from engine.jobs.job import Context, Found, Job, Wish, findings

TICK_MS = 150
CLOSE_MS = 5_000  # an import ends with its batch
T = TypeVar("T")


class JobService(StateService[JobState[Wish, Found]]):
    """One wish at a time, on a thread of its own. A stop keeps what was found."""

    def __init__(self, name: str, *needs: object) -> None:
        """`name`: the module in `engine.jobs`, imported when the first wish comes; `needs`: what its `JOB` is made of."""
        super().__init__(JobState())
        self._name, self._needs = name, needs
        self._context = Context()
        self._found: list[Found] = []  # by the thread
        self._ticket = 0
        self._worker = Worker(f"ratsu-{name}", self, close_ms=CLOSE_MS, finish=True)  # what `submit` was given is done
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    def begin(self, wish: Wish) -> None:
        """Begins; what was asked for before is stopped and forgotten."""
        self.stop()
        self._worker.drop(self._ticket)
        self._context, self._found = Context(), []
        self._set(JobState(Phase.RUNNING, wish))
        job = partial(self._run, wish, self._context, self._found)
        self._ticket = self._worker.submit(job, self._ended, self._failed)
        self._tick.start()

    @Slot()
    def stop(self) -> None:
        """Stops within a moment."""
        self._context.stopper.stop()

    def submit(self, work: Callable[[], T], on_done: Callable[[T], object]) -> None:
        """Does something short on the same thread, after what is being done. An error is shown as the job's."""
        self._problem(NOTHING)
        self._worker.submit(work, on_done, self._problem)

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self.stop()
        return super().close()

    def _amend(self, found: Found) -> None:
        """Shows another value in place of what was found last, by a job that is over."""
        self._found = [*self._found[:-1], found]
        self._look()

    def _run(self, wish: Wish, context: Context, rows: list[Found]) -> None:
        job: Job[Wish, Found] = import_module(f"engine.jobs.{self._name}").JOB(*self._needs)
        for found in findings(job, wish, context):
            if job.cumulative:
                rows[:] = [found]
            else:
                rows.append(found)

    @Slot()
    def _look(self) -> None:
        rows = tuple(self._found)
        done, total = self._context.far  # as new as the rows, or newer
        self._set(replace(self._state, done=done, total=total, rows=rows))

    def _ended(self, _nothing: None) -> None:
        self._end(Phase.STOPPED if self._context.stopper.asked() else Phase.DONE)

    def _failed(self, problem: Text) -> None:
        self._end(Phase.FAILED, problem)

    def _end(self, phase: Phase, problem: Text = NOTHING) -> None:
        self._tick.stop()
        self._look()
        self._set(replace(self._state, phase=phase, problem=problem))

    def _problem(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))
