"""Works on a queue until it is empty: gives tasks to workers, commits each answer, and pauses when the user wants it."""

import contextlib
import datetime
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text, why
from engine.ground.values import dataclass
from engine.night import jobs
from engine.night.pause_conditions import WORKING, PauseConditions, reason_to_pause
from engine.night.queue import FullDiskError, NightQueue
from engine.night.values import LostWorkerError, NightError, NightJob, NightJobState, Task
from engine.play.external.errors import EngineFault
from engine.play.worker_pool import Done, WorkerPool

LOOK_S = 0.2  # poll interval of pauses
JOBS_S = 1.0  # least poll interval of the jobs
MOST_POLLING = 0.05  # share of the time that counting tasks may take: 10,000 take 7 ms, 100,000 ten times that
AHEAD = 256  # tasks read at once: with 1,000 under way, a look for one reads a thousand rows
MOST_TRIES = 3  # attempts of a task whose worker crashes
FULL_WAIT_S = 600.0  # wait for space on a full disk before giving up
SIGN_S = 10.0  # lifetime of the sign of work unless renewed


class Workers(Protocol):
    """The interface of workers: a `WorkerPool` of child processes, or a cluster."""

    @property
    def busy(self) -> int: ...

    @property
    def free(self) -> int: ...

    @property
    def at_once(self) -> int: ...

    def give(self, item: Task) -> None: ...

    def wait(self, timeout_s: float | None = None) -> Done[Task, str] | None: ...


@dataclass(frozen=True)
class WorkState:
    """The state of the work: jobs, running tasks, and the reason of a pause (empty: none)."""

    jobs: tuple[NightJob, ...]
    under_way: int
    at_once: int
    pause_reason: Text


def work(
    queue: NightQueue,
    workers: Workers,
    engine: str,
    on_state: Callable[[WorkState], bool],
    rest: PauseConditions | None = None,
    local: WorkerPool[Task, str] | None = None,
) -> None:
    """Works until no task is left, or `on_state` returns False. `local`: runs the tasks for this machine only, if `workers`
    are other machines.
    :raises NightError: the queue cannot be used, or the disk stayed full."""
    with queue.held():
        queue.begin(engine)
        try:
            run = _QueueRun(queue, workers, engine, rest or PauseConditions(), local)
            try:
                run.go(on_state)
            finally:
                run.release_all()
        finally:
            with contextlib.suppress(NightError):
                queue.unsign(WORKING)


class _QueueRun:
    def __init__(
        self,
        queue: NightQueue,
        workers: Workers,
        engine: str,
        rest: PauseConditions,
        local: WorkerPool[Task, str] | None,
    ) -> None:
        self._queue, self._workers, self._engine, self._rest, self._local = queue, workers, engine, rest, local
        self._began: dict[tuple[int, int], float] = {}
        self._given: dict[tuple[int, int], Task] = {}
        self._signed, self._sign = -SIGN_S, NOTHING
        self._every: tuple[NightJob, ...] = ()
        self._next_read = 0.0
        self._ahead: dict[bool | None, deque[Task]] = {}

    def go(self, on_state: Callable[[WorkState], bool]) -> None:
        while True:
            self._complete()
            pause_reason = reason_to_pause(self._rest, self._queue.signs(), datetime.datetime.now().astimezone())
            self._publish_state(pause_reason)
            if not pause_reason:
                self._give(self._workers, False if self._local is not None else None)
                if self._local is not None:
                    self._give(self._local, True)
            every = self._jobs()
            if not on_state(WorkState(every, len(self._began), self._workers.at_once, pause_reason)):
                return
            waiting = any(job.state is NightJobState.WAITING and job.open for job in every)
            if not self._began and not waiting:
                if every == tuple(self._queue.jobs()):
                    return  # and no job was added meanwhile
                self._next_read = 0.0
            self._take(self._workers.wait(LOOK_S))
            if self._local is not None:
                self._take(self._local.wait(0.0) if self._local.busy else None)

    def _jobs(self) -> tuple[NightJob, ...]:
        began = time.monotonic()
        if began >= self._next_read:
            before, self._every = self._every, tuple(self._queue.jobs())
            if [_order(job) for job in before] != [_order(job) for job in self._every]:
                self._ahead.clear()
            now = time.monotonic()
            self._next_read = now + max(JOBS_S, (now - began) / MOST_POLLING)
        return self._every

    def _count(self, task: Task, done: int = 0, failed: int = 0, seconds: float = 0.0) -> None:
        """Counts a finished task without reading the queue, unless it was the last one of its job."""
        for at, job in enumerate(self._every):
            if job.id == task.job:
                job = replace(job, done=job.done + done, failed=job.failed + failed, seconds=job.seconds + seconds)
                self._every = (*self._every[:at], job, *self._every[at + 1 :])
                if job.open > 0:
                    return
        self._next_read = 0.0

    def _publish_state(self, pause_reason: Text) -> None:
        """Publishes in the queue that it is worked on, or why the work pauses."""
        now = time.monotonic()
        if now - self._signed >= SIGN_S / 2 or pause_reason != self._sign:
            self._signed, self._sign = now, pause_reason
            with contextlib.suppress(FullDiskError):  # waits for disk space, and reports that
                self._queue.sign(WORKING, pause_reason, SIGN_S)

    def _give(self, workers: Workers, here: bool | None) -> None:
        while workers.free > 0:
            ahead = self._ahead.setdefault(here, deque())
            if not ahead:
                ahead.extend(self._queue.next_tasks(AHEAD, self._began.keys(), here))
            if not ahead:
                return
            task = ahead.popleft()
            try:
                ready = jobs.prepared(task)
            except RatsuError as error:
                self._with_retry(partial(self._queue.fail, task, why(error)))
                self._count(task, failed=1)
                continue
            if ready is None:
                ahead.clear()
                return
            self._began[task.key] = time.monotonic()
            self._given[task.key] = ready
            workers.give(ready)

    def _take(self, done: Done[Task, str] | None) -> None:
        if done is None:
            return
        task, error = done.item, done.error
        seconds = time.monotonic() - self._began.pop(task.key)
        self._given.pop(task.key)
        if error is None:
            try:
                answer = jobs.absorbed(task, done.result or "{}")
            except RatsuError as fault:
                error = fault
        if error is not None:
            self._release(task)
        if isinstance(error, LostWorkerError):
            if why(error):
                self._with_retry(lambda: self._queue.note(why(error)))
        elif isinstance(error, EngineFault):
            self._with_retry(lambda: self._crashed(task, why(error)))
        elif isinstance(error, RatsuError):
            self._with_retry(lambda: self._queue.fail(task, why(error)))
            self._count(task, failed=1)
        elif error is not None:
            raise error
        else:
            self._with_retry(lambda: self._queue.finish(task, self._engine, answer, seconds, ""))
            self._count(task, done=1, seconds=seconds)

    def _release(self, task: Task) -> None:
        with contextlib.suppress(RatsuError):  # then it ends by itself, a little later
            jobs.released(task)

    def release_all(self) -> None:
        """Gives back what the tasks under way took: they are done again next time."""
        for task in self._given.values():
            self._release(task)

    def _crashed(self, task: Task, fault: Text) -> None:
        tries = self._queue.tried(task)
        if tries >= MOST_TRIES:
            self._queue.fail(task, Text("given up after %1 tries: %2", tries, fault))
            self._count(task, failed=1)
        else:
            self._queue.note(Text("%1: %2; it is tried again", task.name, fault), task.job)

    def _complete(self) -> None:
        """Finishes jobs without open tasks and saves their results."""
        under_way = {job for job, _ in self._began}
        for job in self._jobs():
            if job.state is not NightJobState.WAITING or job.open or job.id in under_way:
                continue
            try:
                for line in jobs.keep(job, self._queue.answers(job.id)):
                    self._queue.note(line.text, job.id)
            except RatsuError as error:
                fault = why(error)
                self._with_retry(lambda job=job, fault=fault: self._queue.note(fault, job.id))  # type: ignore[misc]
            self._with_retry(lambda job=job: self._queue.end(job.id))  # type: ignore[misc]
            self._next_read = 0.0

    def _with_retry(self, change: Callable[[], None]) -> None:
        """Changes the queue; waits for space on a full disk. :raises NightError: it stayed full, or the queue is damaged."""
        began, full = time.monotonic(), NOTHING
        while True:
            try:
                change()
                if full:
                    seconds = round(time.monotonic() - began)
                    self._queue.note(Text("The disk was full; the work waited %1 s for room.", seconds))
                return
            except FullDiskError as error:
                full = why(error)
                if time.monotonic() - began > FULL_WAIT_S:
                    raise NightError(full) from error
                time.sleep(min(1.0, FULL_WAIT_S / 10))


def _order(job: NightJob) -> tuple[object, ...]:
    """The values that decide which tasks come next. Another value makes the tasks read ahead stale."""
    return job.id, job.state, job.priority, job.tasks
