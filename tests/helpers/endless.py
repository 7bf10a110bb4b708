"""Work on a thread that ends only when it is stopped, and what it spends after the stop.

It is counted in processor time: a busy machine lets the work end late, but it does not make it spend more.
"""

import sys
import threading
import time
from collections.abc import Callable

LONGEST_S = 60.0  # until the work counts as one that does not end


class Endless(threading.Thread):
    """Runs `work`, whose value becomes `result`."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.result: object = None
        self._work, self._end_s = work, 0.0
        self.start()

    def run(self) -> None:
        """Runs in the thread."""
        self.result = self._work()
        self._end_s = time.process_time() if sys.platform == "win32" else time.thread_time()

    def spent_after(self, stop: Callable[[], None]) -> float:
        """Stops it, waits for its end and returns the processor seconds that it spent between the two."""
        assert self.is_alive() and self.ident is not None
        before = _spent_s(self.ident)
        stop()
        self.join(LONGEST_S)
        assert not self.is_alive(), "it does not end"
        return self._end_s - before


def _spent_s(thread: int) -> float:
    """The processor seconds of a thread so far; on Windows, which tells them of no other thread, those of the program."""
    if sys.platform == "win32":
        return time.process_time()
    return time.clock_gettime(time.pthread_getcpuclockid(thread))
