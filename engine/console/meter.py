"""The progress of a long command on standard error, and its stop by Ctrl+C."""

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

from engine.game.stopper import Stopper
from engine.ground.text import Text

INTERVAL_S = 0.2
CANCELLED = 1  # exit code


class Meter:
    """Prints progress if standard error is a terminal. While it listens, the first Ctrl+C stops the work, the second the
    program."""

    def __init__(self, label: str = "", *, quiet: bool = False) -> None:
        """`label`: the name of the work."""
        self.stopper = Stopper()
        self._label = f"{label}: " if label else ""
        self._shown = 0.0
        self._note = ""
        self._quiet = quiet or not sys.stderr.isatty()

    @property
    def cancelled(self) -> bool:
        return self.stopper.asked()

    def __call__(self, done: int, total: int) -> bool:
        """Prints the progress; `total` 0: unknown. Returns False once it was cancelled."""
        now = time.monotonic()
        if not self._quiet and (now - self._shown >= INTERVAL_S or 0 < total <= done):
            self._shown = now
            share = f"{100 * done // total:3d} %" if total else f"{done:,}"
            print(f"\r{self._label}{share}{self._note} ", end="", file=sys.stderr, flush=True)
        return not self.cancelled

    def note(self, text: str) -> None:
        """Adds this to the progress from now on; empty: nothing."""
        self._note = f", {text}" if text else ""

    def clear(self) -> None:
        """Erases the progress line, for another text."""
        if self._shown:
            self._shown = 0.0
            print("\r" + " " * (len(self._label) + len(self._note) + 20) + "\r", end="", file=sys.stderr, flush=True)

    def say(self, text: Text) -> None:
        self.clear()
        print(text, file=sys.stderr)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self.stopper.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextlib.contextmanager
    def listening(self) -> Iterator["Meter"]:
        """While open, Ctrl+C cancels the work instead of the program. If the program was started to ignore Ctrl+C, it still
        does."""
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._interrupted)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)
            self.clear()


def exit_code(meter: Meter, code: int = 0) -> int:
    """The exit code; reports a cancelled work."""
    if meter.cancelled:
        print("cancelled; finished work is saved", file=sys.stderr)
        return CANCELLED
    return code
