"""Runs the units of a night one after another, stops each at its budget, and stores its result."""

import hashlib
import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from installer.environment import ROOT
from installer.nightly.units import Unit, environment

PASSED, FAILED, CUT = "passed", "failed", "cut"
LOOK_S = 0.5  # interval at which a lane checks whether it was stopped
GRACE_S = 20.0  # from the interrupt to the kill: time for pytest to print its results
_TRIED = re.compile(r"\b(\d+) (?:passed|tried)\b")
_FAILED = re.compile(r"\b(\d+) (?:failed|errors?|survived)\b")
_BROKEN = re.compile(r"^[.sxX]*[FE]", re.MULTILINE)  # a failed test in pytest's line of dots


@dataclass(frozen=True)
class Result:
    """The result of a unit."""

    end: str
    tried: int
    failed: int
    seconds: int


class Night:
    """The units and their results, shared by the lanes."""

    def __init__(self, folder: Path, units: Sequence[Unit], end: float, again: bool = False) -> None:
        """`folder` takes logs and state. `end`: by `time.monotonic`. `again`: earlier results are dropped."""
        self._folder, self._units, self._end = folder, units, end
        self._guard = threading.Condition()
        self._taken: set[str] = set()
        self._stopped = threading.Event()
        folder.mkdir(parents=True, exist_ok=True)
        self._state = folder / "state.json"
        self._sources = sources()
        kept = {} if again else self._kept()
        self._cut_after = {name: result.seconds for name, result in kept.items() if result.end == CUT}
        self.results = {name: result for name, result in kept.items() if result.end != CUT}

    def stop(self) -> None:
        """Stops the running units; callable from any thread. They are not counted and run again in the next call."""
        self._stopped.set()

    def work(self) -> None:
        """Runs one lane until no unit is left, the time is over, or the night is stopped."""
        while (unit := self._next()) is not None:
            left = self._end - time.monotonic()
            result = self._run(unit, min(self._budget_s(unit), left))
            if self._stopped.is_set():
                return
            with self._guard:
                self.results[unit.name] = result
                if result.end == CUT:
                    self._cut_after[unit.name] = result.seconds
                self._keep()
                self._guard.notify_all()
            print(f"== {unit.name}: {result.end}, {result.tried} tried, {result.seconds} s", flush=True)

    def _budget_s(self, unit: Unit) -> float:
        """Returns the budget; a unit that was cut gets twice its last time, so that it finishes eventually."""
        return max(unit.budget_s, 2.0 * self._cut_after.get(unit.name, 0))

    def _next(self) -> Unit | None:
        """Returns the next unit whose needs have passed; waits for running ones. After all others, units that were cut
        run again, the shortest first, as long as the night allows. None: no unit is left."""
        with self._guard:
            while time.monotonic() < self._end and not self._stopped.is_set():
                waiting = [
                    unit for unit in self._units if unit.name not in self.results and unit.name not in self._taken
                ]
                names = {unit.name for unit in waiting} | (self._taken - self.results.keys())
                for unit in waiting:
                    needed = self.results.get(unit.needs)
                    if (
                        not unit.needs
                        or (needed and needed.end == PASSED)
                        or (not needed and unit.needs not in self._all())
                    ):
                        self._taken.add(unit.name)
                        return unit
                if not any(unit.needs in names for unit in waiting):
                    return self._once_more()
                self._guard.wait(1.0)
            return None

    def _once_more(self) -> Unit | None:
        left = self._end - time.monotonic()
        cut = [unit for unit in self._units if unit.name in self.results and self.results[unit.name].end == CUT]
        fits = [unit for unit in cut if self._budget_s(unit) <= left]
        if not fits:
            return None
        unit = min(fits, key=self._budget_s)
        del self.results[unit.name]
        return unit

    def _all(self) -> set[str]:
        return {unit.name for unit in self._units}

    def _run(self, unit: Unit, seconds: float) -> Result:
        log = self._folder / f"{re.sub(r'[^a-z0-9]+', '-', unit.name)}.log"
        began = time.monotonic()
        with log.open("wb") as output:
            process = subprocess.Popen(
                unit.command,
                cwd=unit.folder,
                env=environment(unit),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            cut = not _ended(process, seconds, self._stopped)
            until_then = _text(log)
            if cut:
                _end(process)
        seconds_taken = round(time.monotonic() - began)
        return result_of(unit, _text(log), until_then if cut else None, process.returncode, seconds_taken)

    def _kept(self) -> dict[str, Result]:
        try:
            kept = json.loads(self._state.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if kept["sources"] != self._sources:
            return {}
        return {name: Result(**values) for name, values in kept["results"].items()}

    def _keep(self) -> None:
        results = {name: asdict(result) for name, result in self.results.items()}
        beside = self._state.with_suffix(".part")
        beside.write_text(json.dumps({"sources": self._sources, "results": results}, indent=1), encoding="utf-8")
        beside.replace(self._state)


def result_of(unit: Unit, text: str, until_then: str | None, returncode: int, seconds: int) -> Result:
    """Returns the result of a unit from its output. `until_then`: the output before it was interrupted; None: it was
    not interrupted."""
    tried, failed = (sum(map(int, pattern.findall(text))) for pattern in (_TRIED, _FAILED))
    if until_then is None:
        end = FAILED if returncode else PASSED
    else:
        if "pytest" in unit.command and not _BROKEN.search(until_then):
            failed = 0  # an effect of the interrupt: Qt's loop blames the slot in which it arrives
        end = FAILED if failed else CUT
    return Result(end, tried + failed * ("tried" not in text), max(failed, end == FAILED), seconds)


def _text(log: Path) -> str:
    return log.read_text("utf-8", errors="replace")


def _ended(process: subprocess.Popen[bytes], seconds: float, stopped: threading.Event) -> bool:
    """Waits for the end of a process; False if it takes longer, or the night is stopped."""
    end = time.monotonic() + seconds
    while not stopped.is_set() and time.monotonic() < end:
        try:
            process.wait(min(LOOK_S, max(0.0, end - time.monotonic())))
        except subprocess.TimeoutExpired:
            continue
        return True
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupts a process, then kills it, with all its children."""
    for how in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(GRACE_S)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue


def sources() -> str:
    """Returns a digest of every source file of the checkout."""
    digest = hashlib.sha256()
    for folder in ("engine", "books", "tablebases", "desktop", "tests", "installer"):
        for path in sorted((ROOT / folder).rglob("*.p[xy]*")):
            if path.suffix in (".py", ".pyi", ".pxd"):
                digest.update(path.read_bytes())
    return digest.hexdigest()
