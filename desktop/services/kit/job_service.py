"""JobService: runs a job in the background and shows its findings as they come."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TypeVar

from PySide6.QtCore import Slot

from desktop.model.job import JobPhase, JobState
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import StateService
from engine.ground.text import NOTHING, Text
from engine.jobs.job import Context, Finding, Job, Request, findings

CLOSE_MS = 5_000  # an import ends with its batch
T = TypeVar("T")


class JobService(StateService[JobState[Request, Finding]]):
    """Runs one request at a time on its own thread. Stopping keeps the findings so far."""

    def __init__(self, name: str, *needs: object, close_ms: int = CLOSE_MS) -> None:
        """`name`: the module, in `engine.jobs` if it has no dot; imported with the first request. `needs`: the
        arguments of its `JOB`. `close_ms`: see `Worker`.
        """
        super().__init__(JobState())
        self._name, self._needs = name if "." in name else f"engine.jobs.{name}", needs
        self._found: list[Finding] = []  # by the thread
        thread = f"ratsu-{name.rpartition('.')[2]}"
        self._work = JobWorker(thread, self, close_ms, finish=True)  # what `submit` was given is done
        self._work.looked.connect(self._look)

    def begin(self, request: Request) -> None:
        """Starts a request; the one before is stopped and forgotten."""
        self._found = []
        self._work.begin(partial(self._run, request, self._found), self._ended, self._failed)
        self._set(JobState(JobPhase.RUNNING, request))

    @Slot()
    def stop(self) -> None:
        self._work.stop()

    def pause(self, paused: bool) -> None:
        """Pauses at the next progress report, or continues."""
        self._work.context.pause(paused)

    def submit(self, work: Callable[[], T], on_done: Callable[[T], object]) -> None:
        """Queues something short on the same thread, after the running job. An error is shown as the job's."""
        self._problem(NOTHING)
        self._work.submit(work, on_done, self._problem)

    def close(self) -> bool:
        self.stop()
        return super().close()

    def _amend(self, found: Finding) -> None:
        """Replaces the last finding of a finished job."""
        self._found = [*self._found[:-1], found]
        self._look()

    def _run(self, request: Request, rows: list[Finding], context: Context) -> None:
        job: Job[Request, Finding] = import_module(self._name).JOB(*self._needs)
        for found in findings(job, request, context):
            if job.cumulative:
                rows[:] = [found]
            else:
                rows.append(found)

    @Slot()
    def _look(self) -> None:
        rows = tuple(self._found)
        context = self._work.context  # as new as the rows, or newer
        done, total = context.far
        self._set(replace(self._state, done=done, total=total, rows=rows, waiting=context.waiting))

    def _ended(self, _nothing: None) -> None:
        self._end(JobPhase.STOPPED if self._work.context.stopper.asked() else JobPhase.DONE)

    def _failed(self, problem: Text) -> None:
        self._end(JobPhase.FAILED, problem)

    def _end(self, phase: JobPhase, problem: Text = NOTHING) -> None:
        self._look()
        self._set(replace(self._state, phase=phase, problem=problem, waiting=NOTHING))

    def _problem(self, problem: Text) -> None:
        self._set(replace(self._state, problem=problem))
