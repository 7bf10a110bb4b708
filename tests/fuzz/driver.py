"""One loop for all fuzzers: an input after the other, with a limit of processor time, a state on the disk and a tally."""

import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.ground.errors import RatsuError

MOST_SECONDS = 2.0  # of processor time for one input; the slowest sound one takes a tenth of it
MOST_TOLD = 5  # failures of one reader that are printed in full

Check = Callable[[random.Random], object]  # makes one input and reads it; a RatsuError is a refusal
Target = Callable[[Path], AbstractContextManager[Check]]  # prepares a reader in a folder of its own


@dataclass
class Tally:
    """What was tried with one reader."""

    name: str
    tried: int = 0
    refused: int = 0
    failed: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.name}: {self.tried} tried, {self.refused} refused, {self.failed} failed, {self.seconds:.1f} s"


class State:
    """Which input of which reader is at work, in a file that outlives a crash; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = -1

    def __enter__(self) -> "State":
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file >= 0:
            os.close(self._file)

    def next_input(self, name: str, first: int) -> int:
        """Behind the input that was begun last for this reader."""
        text = os.pread(self._file, 200, 0) if self._file >= 0 else b""
        try:
            kept = json.loads(text)
        except ValueError:
            return first
        return max(first, int(kept["begun"]) + 1) if kept.get("name") == name else first

    def begin(self, name: str, number: int) -> None:
        """This input comes now."""
        if self._file >= 0:
            os.pwrite(self._file, json.dumps({"name": name, "begun": number}).encode().ljust(200), 0)


def run(tally: Tally, target: Target, numbers: range, state: State, budget: float, limit: float) -> None:
    """Tries the inputs, from where the state says; counts into `tally`. A hang ends the process by SIGPROF."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ratsu-fuzz") as folder, target(Path(folder)) as check:
        for number in range(state.next_input(tally.name, numbers.start), numbers.stop):
            if time.monotonic() - began > budget:
                break
            state.begin(tally.name, number)
            try:
                with _limited(limit):
                    check(random.Random(f"{tally.name} {number}"))
            except RatsuError:
                tally.refused += 1
            except Exception:  # noqa: BLE001 - what the run is for
                tally.failed += 1
                if tally.failed <= MOST_TOLD:
                    print(f"{tally.name}, input {number}:\n{traceback.format_exc()}", file=sys.stderr, flush=True)
            tally.tried += 1
    tally.seconds = time.monotonic() - began


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
