"""A pool of worker threads, used for matches, tuning and night work.

Each thread has its own `PoolWorker`: engines of a match, a search, a child process. Searches release the GIL, so threads use all
cores.

    with WorkerPool(make_worker, at_once=2, name="match") as pool:
        pool.give(game)
        done = pool.wait(0.2)           # Done(game, result, error), or None
"""

import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from engine.ground.values import dataclass

Item = TypeVar("Item")
Result = TypeVar("Result")
HEARD_S = 0.2
"""The polling interval of a waiting thread: Python does not wake up for a Ctrl+C that came just before the wait."""
_In = TypeVar("_In", contravariant=True)
_Out = TypeVar("_Out", covariant=True)


class PoolWorker(Protocol[_In, _Out]):
    """Does one piece of work after another, on one thread."""

    def work(self, item: _In) -> _Out:
        """Does the work; blocks until it is done."""

    def close(self) -> None:
        """Releases the resources; called once, on the same thread."""


@dataclass(frozen=True)
class Done(Generic[Item, Result]):
    """A finished piece of work, with a result or an error."""

    item: Item
    result: Result | None
    error: Exception | None = None


class WorkerPool(Generic[Item, Result]):
    """A pool for one calling thread. `make_worker` is called on each worker thread before its first work."""

    def __init__(self, make_worker: Callable[[], PoolWorker[Item, Result]], at_once: int, name: str) -> None:
        self._make_worker = make_worker
        self._work: queue.SimpleQueue[tuple[Item] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done[Item, Result]] = queue.SimpleQueue()
        self.at_once, self.busy = at_once, 0
        self._threads = [
            threading.Thread(target=self._run, name=f"{name} worker {number}", daemon=True) for number in range(at_once)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def free(self) -> int:
        return self.at_once - self.busy

    def give(self, item: Item) -> None:
        self.busy += 1
        self._work.put((item,))

    def wait(self, timeout_s: float | None = None) -> Done[Item, Result] | None:
        """The next finished piece; None if none finished in time."""
        while True:
            try:
                done = self._done.get(timeout=HEARD_S if timeout_s is None else timeout_s)
            except queue.Empty:
                if timeout_s is not None:
                    return None
            else:
                self.busy -= 1
                return done

    def close(self) -> None:
        """Drops the queued work and waits for the running work."""
        while not self._work.empty():
            self._work.get()
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        hand: PoolWorker[Item, Result] | None = None
        try:
            while (given := self._work.get()) is not None:
                (item,) = given
                try:
                    hand = hand or self._make_worker()
                    self._done.put(Done(item, hand.work(item)))
                except Exception as error:  # noqa: BLE001 - any error is reported to the caller
                    self._done.put(Done(item, None, error))
        finally:
            if hand is not None:
                hand.close()
