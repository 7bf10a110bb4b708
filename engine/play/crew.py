"""Work spread over threads: the one way for matches, tuning and night work.

Each thread has a hand of its own: engines of a match, a search, a child process. A search runs without Python's lock, so threads
fill all cores.

    with Crew(hire, at_once=2, name="match") as crew:
        crew.give(game)
        done = crew.wait(0.2)           # Done(game, result, error), or None
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
"""Who waits for a thread looks up so often: Python does not wake for a Ctrl+C that came just before it began to wait."""
_In = TypeVar("_In", contravariant=True)
_Out = TypeVar("_Out", covariant=True)


class Hand(Protocol[_In, _Out]):
    """Does one piece of work after the other, on one thread."""

    def work(self, item: _In) -> _Out:
        """Blocks until it is done."""

    def close(self) -> None:
        """Called once, on the same thread."""


@dataclass(frozen=True)
class Done(Generic[Item, Result]):
    """A piece of work that ended: with a result, or else with an error."""

    item: Item
    result: Result | None
    error: Exception | None = None


class Crew(Generic[Item, Result]):
    """Used by one thread. `hire` is called on each thread of the crew, before its first work."""

    def __init__(self, hire: Callable[[], Hand[Item, Result]], at_once: int, name: str) -> None:
        self._hire = hire
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
        """How many more pieces would be begun at once."""
        return self.at_once - self.busy

    def give(self, item: Item) -> None:
        """Begins a piece of work; it waits where nobody is free."""
        self.busy += 1
        self._work.put((item,))

    def wait(self, timeout_s: float | None = None) -> Done[Item, Result] | None:
        """The next piece that ends; None when none did in time."""
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
        """Waits for what is under way, begins nothing more."""
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
        hand: Hand[Item, Result] | None = None
        try:
            while (given := self._work.get()) is not None:
                (item,) = given
                try:
                    hand = hand or self._hire()
                    self._done.put(Done(item, hand.work(item)))
                except Exception as error:  # noqa: BLE001 - whatever it is, who gave the work has to hear of it
                    self._done.put(Done(item, None, error))
        finally:
            if hand is not None:
                hand.close()
