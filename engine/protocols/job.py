"""Work of a protocol on a thread of its own, which can be stopped at any time: a search, a count."""

import logging
import threading
import traceback
from collections.abc import Callable

from engine.game.move_choice import MoveChoice
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError

_log = logging.getLogger(__name__)


class Job:
    """A thread that works for a protocol: `task(stopper)` writes its own answer and leaves soon once it is stopped. Stopping the
    `stopper` never waits, `wait` never stops. `grace_s` is how many seconds `quit` lets it work on."""

    def __init__(self, task: Callable[[Stopper], None], grace_s: float = 0.0) -> None:
        self.stopper = Stopper()
        self.grace_s = grace_s
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


def settled(search: Callable[[], MoveChoice]) -> MoveChoice | RatsuError:
    """The answer of a search, or why there is none: of a bug too, for without an answer the other side would wait for ever."""
    try:
        return search()
    except RatsuError as error:
        return error
    except Exception as fault:  # noqa: BLE001 - see above
        _log.exception("the search failed")
        traceback.print_exc()
        return RatsuError("internal fault: %1; please report it with the position", repr(fault))
