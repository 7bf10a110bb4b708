"""Work on a thread of its own that can be stopped at any time: a search, which answers exactly once, or a count."""

import threading
import traceback
from collections.abc import Callable

from engine.errors import RatsuError
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, Mover, OnInfo

OnDone = Callable[[MoveChoice | RatsuError], None]


class Job:
    """A thread that works for a protocol; `stop` never waits, `wait` never stops."""

    def __init__(self, mover: Mover) -> None:
        self._mover = mover
        self._stop_asked = threading.Event()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)

    def start(self) -> None:
        """Starts the work; call once."""
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Asks for the answer now; does not wait for it."""
        self._stop_asked.set()
        self._mover.stop()

    @property
    def stopping(self) -> bool:
        """Whether the answer has been asked for."""
        return self._stop_asked.is_set()

    def ponder_hit(self) -> None:
        """The move pondered on was played; means nothing to other work than a pondering search."""

    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the answer to be handed over, at most `timeout` seconds. Returns whether it was."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        raise NotImplementedError


class TaskJob(Job):
    """Runs `task(stopped)`, which writes its own answer and leaves soon once `stopped()` is true."""

    def __init__(self, mover: Mover, task: Callable[[Callable[[], bool]], None]) -> None:
        super().__init__(mover)
        self._task = task

    def _run(self) -> None:
        self._task(self._stop_asked.is_set)


class SearchJob(Job):
    """Runs `mover.choose` in the background and hands the answer to `on_done`, on the search's thread.

    An infinite search answers only after `stop`, a pondering one only after `stop` or `ponder_hit`, as both
    protocols demand, even where the search has nothing left to do. `stop` and `ponder_hit` may come before the
    search has really begun: they are repeated at its first report, so none is lost.
    """

    def __init__(self, mover: Mover, position: GamePosition, limits: Limits, on_info: OnInfo, on_done: OnDone) -> None:
        super().__init__(mover)
        self._position = position
        self._limits = limits
        self._on_info = on_info
        self._on_done = on_done
        self._begun = False
        self._ponder_hit = False
        self._released = threading.Event()
        if not (limits.infinite or limits.ponder):
            self._released.set()

    def stop(self) -> None:
        """Asks for the answer now; does not wait for it."""
        self._released.set()
        super().stop()

    def ponder_hit(self) -> None:
        """The pondered move was played: from now on it is a search by the clock."""
        self._ponder_hit = True
        if self._limits.ponder:
            self._mover.ponder_hit()
        if not self._limits.infinite:
            self._released.set()

    def _report(self, info: Info) -> None:
        if not self._begun:
            self._begun = True
            if self._ponder_hit and self._limits.ponder:
                self._mover.ponder_hit()
        if self._stop_asked.is_set():
            self._mover.stop()
        self._on_info(info)

    def _run(self) -> None:
        answer: MoveChoice | RatsuError
        try:
            answer = self._mover.choose(self._position, self._limits, self._report)
        except RatsuError as error:
            answer = error
        except Exception as fault:  # noqa: BLE001 - a bug; without an answer the other side would wait for ever
            traceback.print_exc()
            answer = RatsuError(f"internal fault: {fault!r}; please report it with the position")
        self._released.wait()
        self._on_done(answer)
