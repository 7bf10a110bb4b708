"""What the game commands share: progress on the terminal, cancelling with Ctrl+C, JSON lines."""

import argparse
import contextlib
import json
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

INTERVAL_S = 0.2
CANCELLED = 1  # exit code


class Meter:
    """Progress on standard error where that is a terminal; the first Ctrl+C asks the work to stop, the second ends it."""

    def __init__(self, quiet: bool = False) -> None:
        self.cancelled = False
        self._shown = 0.0
        self._quiet = quiet or not sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> bool:
        """Shows how far the work is; False once it was cancelled."""
        now = time.monotonic()
        if not self._quiet and (now - self._shown >= INTERVAL_S or done >= total):
            self._shown = now
            print(f"\r{100 * done // max(1, total):3d} %", end="", file=sys.stderr, flush=True)
        return not self.cancelled

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self.cancelled = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextlib.contextmanager
    def listening(self) -> Iterator["Meter"]:
        """While open, Ctrl+C cancels the work instead of the program."""
        before = signal.signal(signal.SIGINT, self._interrupted)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)
            if not self._quiet:
                print("\r     \r", end="", file=sys.stderr)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON value a line")


def show(arguments: argparse.Namespace, value: dict[str, object], text: str) -> None:
    """Prints a value as JSON or as text, as asked for."""
    print(json.dumps(value, ensure_ascii=False) if arguments.json else text)


def ended(meter: Meter, code: int = 0) -> int:
    """The exit code; a cancelled work says so."""
    if meter.cancelled:
        print("cancelled; what was done so far is kept", file=sys.stderr)
        return CANCELLED
    return code
