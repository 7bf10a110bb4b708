"""Work on a thread of its own that can be stopped at any time: a search, which answers exactly once, or a count."""

import logging
import threading
import traceback
from collections.abc import Callable

from engine.errors import RatsuError
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, Mover, OnInfo
from engine.game.stopper import Stopper

OnDone = Callable[[MoveChoice | RatsuError], None]
_log = logging.getLogger(__name__)


class Job:
    """A thread that works for a protocol: `task(stopper)` writes its own answer and leaves soon once it is stopped. Stopping the
    `stopper` never waits, `wait` never stops."""

    def __init__(self, task: Callable[[Stopper], None]) -> None:
        self.stopper = Stopper()
        self._thread = threading.Thread(target=task, args=(self.stopper,), name="search", daemon=True)

    def start(self) -> None:
        """Starts the work; call once."""
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the answer to be handed over, at most `timeout` seconds. Returns whether it was."""
        self._thread.join(timeout)
        return not self._thread.is_alive()


class SearchJob(Job):
    """Runs `mover.choose` in the background and hands the answer to `on_done`, on the search's thread.

    An infinite search answers only after a stop, a pondering one only after a stop or a ponder hit, as both protocols demand,
    even where book or tables knew the move at once.
    """

    def __init__(self, mover: Mover, position: GamePosition, limits: Limits, on_info: OnInfo, on_done: OnDone) -> None:
        super().__init__(self._search)
        self._mover = mover
        self._position = position
        self._limits = limits
        self._on_info = on_info
        self._on_done = on_done

    def _search(self, stopper: Stopper) -> None:
        answer: MoveChoice | RatsuError
        try:
            answer = self._mover.choose(self._position, self._limits, self._on_info, stopper)
        except RatsuError as error:
            answer = error
        except Exception as fault:  # noqa: BLE001 - a bug; without an answer the other side would wait for ever
            _log.exception("the search failed")
            traceback.print_exc()
            answer = RatsuError("internal fault: %1; please report it with the position", repr(fault))
        if self._limits.infinite or self._limits.ponder:
            stopper.wait(or_hit=not self._limits.infinite)
        self._on_done(answer)
