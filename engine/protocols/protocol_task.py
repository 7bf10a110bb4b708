"""Work of a protocol on its own thread, which can be stopped at any time: a search, a perft."""

import logging
import threading
import traceback
from collections.abc import Callable

from engine.game.move_choice import MoveChoice
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError

_log = logging.getLogger(__name__)


class ProtocolTask:
    """A thread that works for a protocol; `task(stopper)` writes its own answer and ends soon after a stop.

    Stopping the `stopper` never waits, and `wait` never stops. `grace_s`: seconds that `quit` waits before it stops the work.
    """

    def __init__(self, task: Callable[[Stopper], None], grace_s: float = 0.0) -> None:
        self.stopper = Stopper()
        self.grace_s = grace_s
        self._thread = threading.Thread(target=task, args=(self.stopper,), name="search", daemon=True)

    def start(self) -> None:
        """Starts the work; call once."""
        self._thread.start()

    @property
    def running(self) -> bool:
        """True until the answer was delivered."""
        return self._thread.is_alive()

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the answer, at most `timeout` seconds. Returns whether it was delivered."""
        self._thread.join(timeout)
        return not self._thread.is_alive()


def search_result(search: Callable[[], MoveChoice]) -> MoveChoice | RatsuError:
    """The answer of a search, or the error without one. A bug is reported as an error too: without an answer the GUI would wait
    for ever."""
    try:
        return search()
    except RatsuError as error:
        return error
    except Exception as fault:  # noqa: BLE001 - see above
        _log.exception("the search failed")
        traceback.print_exc()
        return RatsuError("internal fault: %1; please report it with the position", repr(fault))
