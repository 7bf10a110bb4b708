"""Stopper: how a piece of work is ended from outside. Made where the work is asked for, handed down to whatever searches for it.

stopper = Stopper()
threading.Thread(target=player.search, args=(position, limits, on_info, stopper)).start()
stopper.stop()  # before, while or after the search runs: this search ends, and no other does
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.game.limits import Limits


def _nothing() -> None:
    """What a stop does while nothing is searched: it is only remembered."""


class Stopper:
    """Belongs to one piece of work, which may search several times. Every method may be called from any thread, any number of
    times, before the work begins as well as after its end."""

    def __init__(self) -> None:
        # Reentrant: Ctrl+C can interrupt a `stop` on the main thread, and its handler stops as well.
        self._changed = threading.Condition(threading.RLock())
        self._stopped = self._hit = False
        self._on_stop: Callable[[], None] = _nothing
        self._on_hit: Callable[[], None] = _nothing

    def stop(self) -> None:
        """Ends the work soon, for good."""
        with self._changed:
            self._stopped = True
            self._on_stop()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """The move that is pondered on was played: the search's clock runs from now on."""
        with self._changed:
            self._hit = True
            self._on_hit()
            self._changed.notify_all()

    def asked(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def wait(self, *, or_hit: bool) -> None:
        """Blocks until the work is stopped, with `or_hit` until the pondered move was played at the latest."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or (or_hit and self._hit))

    def stopped_within(self, seconds: float) -> bool:
        """Waits so long, at most until `stop` is called; returns whether it was."""
        with self._changed:
            return self._changed.wait_for(self.asked, max(0.0, seconds))

    def wait_until_wanted(self, limits: Limits) -> None:
        """An infinite search answers only after a stop, a pondering one only after a stop or a ponder hit, as the protocols
        demand, even where the move is known or nothing is left to search."""
        if limits.infinite or limits.ponder:
            self.wait(or_hit=not limits.infinite)

    @contextmanager
    def reaching(self, on_stop: Callable[[], None], on_hit: Callable[[], None] = _nothing) -> Iterator[None]:
        """While this context lasts `stop` calls `on_stop` and `ponder_hit` calls `on_hit`; what was asked for earlier is called
        at its beginning, and nothing is called once it has ended. Both must be brief: whoever stops waits for them."""
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
