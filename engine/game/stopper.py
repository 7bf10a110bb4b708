"""Stopper: ends a task from outside. The caller makes it and passes it down to the search.

stopper = Stopper() threading.Thread(target=player.search, args=(position, limits, on_info, stopper)).start()
stopper.stop()  # before, during or after the search: ends this search and no other
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.game.limits import Limits


def _nothing() -> None:
    """The default action of a stop outside a search."""


class Stopper:
    """Belongs to one task, which may search several times. Every method may be called from any thread, any number of
    times, before the task begins and after its end."""

    def __init__(self) -> None:
        # Reentrant: Ctrl+C can interrupt a `stop` on the main thread, and its handler stops as well.
        self._changed = threading.Condition(threading.RLock())
        self._stopped = self._hit = False
        self._on_stop: Callable[[], None] = _nothing
        self._on_hit: Callable[[], None] = _nothing

    def stop(self) -> None:
        """Ends the task soon, for good."""
        with self._changed:
            self._stopped = True
            self._on_stop()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """The pondered move was played: the search's clock runs from now on."""
        with self._changed:
            self._hit = True
            self._on_hit()
            self._changed.notify_all()

    def asked(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def wait(self, *, or_hit: bool) -> None:
        """Blocks until the task is stopped or, with `or_hit`, the pondered move was played."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or (or_hit and self._hit))

    def stopped_within(self, seconds: float) -> bool:
        """Waits this long, or until `stop` is called. Returns whether it was."""
        with self._changed:
            return self._changed.wait_for(self.asked, max(0.0, seconds))

    def wait_until_wanted(self, limits: Limits) -> None:
        """Delays the answer as the protocols demand: of an infinite search until a stop, of a pondering one until a
        stop or a ponder hit, even if the move is already known."""
        if limits.infinite or limits.ponder:
            self.wait(or_hit=not limits.infinite)

    @contextmanager
    def reaching(self, on_stop: Callable[[], None], on_hit: Callable[[], None] = _nothing) -> Iterator[None]:
        """Within this context `stop` calls `on_stop` and `ponder_hit` calls `on_hit`; earlier requests call them at its
        beginning. Both must be brief, because the stopping thread waits for them."""
        with self._changed:
            self._on_stop, self._on_hit = on_stop, on_hit
            if self._hit:
                on_hit()
            if self._stopped:
                on_stop()
        try:
            yield
        finally:
            with self._changed:
                self._on_stop = self._on_hit = _nothing
