"""Runs tasks on several machines with Dask (`pip install ratsu[cluster]`), with its protocol and scheduler.

A worker with another engine gets no tasks. The tasks of a lost worker or scheduler are queued again.
"""

import asyncio
import contextlib
import os
import queue
import sys
import time
import uuid
from pathlib import Path
from typing import Any, Self

from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text, why
from engine.ground.write_targets import is_file
from engine.night import jobs
from engine.night.signature import signature
from engine.night.values import (
    ForeignEngineError,
    LostWorkerError,
    NightError,
    Task,
    text_as_json,
    text_of_json,
    written,
)
from engine.play.external.errors import EngineCrash
from engine.play.worker_pool import Done

CONNECT_S = 30.0  # Dask's own; a busy machine is slow to answer
START_S = 600.0  # for a worker to start beside other work, and to reach a scheduler that is gone
AGAIN_S = 5.0  # between two attempts to reach a lost scheduler
LEAVE_S = 2.0  # then a worker with another engine ends
REFUSE_S = 0.5  # of one refusal, so that such a worker gets few tasks before it ends
AHEAD = 2  # queued per worker, so that it never waits for the next
_QUIET = {
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.worker.profile.enabled": False,
}
"""Slower housekeeping for Dask's workers: by default a worker and its nanny wake up 20 to 100 times a second."""
_SIGNATURE = "ratsu-signature"
_ANSWER, _FAULT, _REFUSED = "answer", "fault", "refused"


class Cluster:
    """Workers of a Dask scheduler, with the interface of `WorkerPool`. Used by one thread."""

    def __init__(self, address: str, engine: str) -> None:
        """Connects to the scheduler. `address`: `tcp://HOST:8786`, or the path of a scheduler file.
        :raises NightError: Dask is not installed, or the scheduler does not answer."""
        self._address, self._engine = address, engine
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._futures: dict[Any, Task] = {}
        self._lost: list[Done[Task, str]] = []
        self._looked, self._threads = 0.0, 0
        self._foreign: set[str] = set()  # addresses of workers that were refused
        self._client = self._connected()

    @property
    def busy(self) -> int:
        """The number of submitted tasks."""
        return len(self._futures) + len(self._lost)

    @property
    def at_once(self) -> int:
        """The number of tasks that all workers run at a time; 0 without workers."""
        self._look()
        return self._threads

    @property
    def free(self) -> int:
        """The number of further tasks that keep the workers busy."""
        return AHEAD * self.at_once - self.busy

    def give(self, item: Task) -> None:
        """Submits a task to the scheduler."""
        key = f"ratsu-{item.job}-{item.number}-{uuid.uuid4().hex[:8]}"
        try:
            future = self._client.submit(remote, item.kind, item.payload, item.nodes, self._engine, key=key, pure=False)
        except Exception as error:  # noqa: BLE001 - Dask has no family of errors; whatever it is, the task is not given out
            self._lost.append(Done(item, None, LostWorkerError(why(error))))
            return
        self._futures[future] = item
        future.add_done_callback(self._ended.put)

    def wait(self, timeout_s: float | None = None) -> Done[Task, str] | None:
        """Returns the next task that ended or failed with its worker; None after `timeout_s`."""
        if not self._lost:
            self._look()
        if self._lost:
            return self._lost.pop(0)
        try:
            future = self._ended.get(timeout=timeout_s)
        except queue.Empty:
            return None
        task = self._futures.pop(future, None)
        return None if task is None else self._told(task, future)

    def close(self) -> None:
        """Cancels the submitted tasks and disconnects, because another queue may use another engine."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures))
        with contextlib.suppress(Exception):
            self._client.set_metadata([_SIGNATURE], None)
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _told(self, task: Task, future: Any) -> Done[Task, str]:
        if future.status in ("cancelled", "lost"):
            return Done(task, None, LostWorkerError(NOTHING))
        try:
            kind, text, worker = future.result(timeout=CONNECT_S)
        except Exception as error:  # noqa: BLE001 - what another machine raises, or Dask of it (KilledWorker)
            return Done(task, None, EngineCrash(Text("worker of the cluster: %1", why(error))))
        if kind == _REFUSED:
            if worker in self._foreign:  # reported already; the worker is about to end
                return Done(task, None, LostWorkerError(NOTHING))
            self._foreign.add(worker)
            return Done(task, None, LostWorkerError(text_of_json(text)))
        return Done(task, text) if kind == _ANSWER else Done(task, None, NightError(text_of_json(text)))

    def _look(self) -> None:
        """Counts the workers. If the scheduler is lost, queues all tasks again and reconnects."""
        now = time.monotonic()
        if now - self._looked < (AGAIN_S if self._client is None else 1.0):
            return
        self._looked = now
        try:
            if self._client is None:
                self._client = self._connected()
            if self._client.status != "running":
                raise OSError("the connection has ended")
            self._threads = sum(self._client.nthreads().values())
        except Exception:  # noqa: BLE001 - a scheduler that cannot be asked is gone, whatever is said of it
            self._gone()

    def _gone(self) -> None:
        self._threads = 0
        words = Text("The scheduler %1 is gone; its tasks are given out again when it is back.", self._address)
        for task in self._futures.values():
            self._lost.append(Done(task, None, LostWorkerError(words)))
            words = NOTHING  # report it once
        self._futures.clear()
        if self._client is not None:
            with contextlib.suppress(Exception):
                self._client.close(timeout=1)
        self._client = None

    def _connected(self) -> Any:
        client = connected(self._address)
        client.set_metadata([_SIGNATURE], self._engine)
        return client


def connected(address: str, **more: object) -> Any:
    """A client of the scheduler. :raises NightError: Dask is not installed, or the scheduler does not answer."""
    try:
        import distributed
    except ImportError as error:
        raise NightError("a cluster needs Dask: pip install 'ratsu[cluster]'") from error
    client: Any = distributed.Client
    try:
        return client(**_place(address), timeout=CONNECT_S, set_as_default=False, **more)
    except (OSError, ValueError) as error:
        raise NightError(
            "no Dask scheduler answers at %1 (%2); start one with `dask scheduler`", address, error
        ) from error


def _place(address: str) -> dict[str, str]:
    by_file = "://" not in address and (is_file(Path(address)) or os.sep in address)
    return {"scheduler_file" if by_file else "address": address}


def remote(kind: str, payload: str, nodes: int, engine: str) -> tuple[str, str, str]:
    """Runs a task on the worker. Returns the answer or the error in JSON, and the worker's name.

    A worker with another engine ends with its nanny: the scheduler would retry its tasks on it, and a worker that refuses at
    once would get every task.
    """
    worker = _own_address()
    if signature() != engine:
        _leave()
        return _REFUSED, text_as_json(foreign(worker, signature(), engine)), worker
    try:
        return _ANSWER, written(jobs.answer(kind, payload, nodes)), worker
    except RatsuError as error:
        return _FAULT, text_as_json(why(error)), worker


def foreign(worker: str, its: str, wanted: str) -> Text:
    """The reason why a worker gets no tasks."""
    return Text(
        "The worker %1 has another engine (%2 instead of %3) and gets no work. Update Ratsu there.", worker, its, wanted
    )


def _own_address() -> str:
    worker = _own_worker()
    return "" if worker is None else str(worker.address)


def _own_worker() -> Any:
    """The Dask worker that runs this task; None outside of one."""
    from distributed import get_worker

    try:
        return get_worker()
    except ValueError:
        return None


def _leave() -> None:
    """Ends this worker soon, after its answer is fetched; its other tasks go to other workers."""
    worker = _own_worker()
    if worker is not None:
        worker.loop.add_callback(worker.loop.call_later, LEAVE_S, worker.close)
        time.sleep(REFUSE_S)


def run_worker(address: str, processes: int) -> int:
    """`ratsu night worker ADDRESS`: works for the scheduler until Ctrl+C; waits while the scheduler is down.

    :raises NightError: the scheduler does not answer.
    :raises ForeignEngineError: the queue belongs to another engine.
    """
    first = connected(address)
    first.close()
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, 19)  # its children too
    while True:
        try:
            _check(address)
            print(f"working for {address} with {processes} processes: {signature()}", flush=True)
            asyncio.run(_serve(address, processes))
        except ForeignEngineError:
            raise
        except (NightError, OSError, RuntimeError):  # no answer, or Dask could not start a worker
            pass
        print(f"the work for {address} has ended; looking for the scheduler again", file=sys.stderr, flush=True)
        time.sleep(AGAIN_S)


def _check(address: str) -> None:
    """:raises NightError: the scheduler does not answer. :raises ForeignEngineError: the queue belongs to another engine."""
    client = connected(address)
    try:
        wanted = client.get_metadata([_SIGNATURE], default=None)
    finally:
        client.close()
    if wanted is not None and wanted != signature():
        raise ForeignEngineError(
            "the queue at %1 has another engine (%2) than this machine (%3), which gets no work; update Ratsu",
            *(address, wanted, signature()),
        )


async def _serve(address: str, processes: int) -> None:
    import dask.config
    from distributed import Nanny

    dask.config.set(_QUIET)  # the children get it from their nannies
    place = _place(address)
    where = {"scheduler_ip": place["address"]} if "address" in place else place
    async with contextlib.AsyncExitStack() as stack:
        nannies = [
            await stack.enter_async_context(Nanny(**where, nthreads=1, death_timeout=START_S)) for _ in range(processes)
        ]
        await asyncio.gather(*(nanny.finished() for nanny in nannies))
