"""The units of a night: processes with a budget in seconds, in the order of their start."""

import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from installer.environment import ROOT
from installer.nightly import sanitizers

PYTHON = sys.executable
PYTEST = (PYTHON, "-u", "-m", "pytest", "-q", "-n", "0", "-o", "faulthandler_timeout=0")
# `--capture=sys`: a sanitizer bypasses Python's streams, and output captured at that level is lost if the process dies.
SANITIZED = (*PYTEST, "--capture=sys", "-m", "not long and not timing")
LARGE_ROOMS = ("pgn", "training", "tablebases")  # their tests take more than 200 s under sanitizers
WORK = ROOT / "build" / "nightly"
HOURS = 2.0
IN_MEMORY = Path("/dev/shm")  # a RAM disk: six times as many damaged files are read
LANES = 2  # units side by side; a third would disturb timing tests
FUZZED = 100_000  # inputs of each fuzzer; text formats get more
FUZZED_S, OWN_S = 42, 25  # seconds of a fuzzer, and of one for the program's own files
FUZZED_MORE: Mapping[str, int] = {
    "fen": 20_000_000,
    "epd": 1_000_000,
    "pgn": 2_000_000,
    "uci": 250_000,
    "xboard": 250_000,
}
ROOMS = (
    "rules",
    "game",
    "evaluation",
    "search",
    "pgn",
    "human",
    "training",
    "protocols",
)  # of the engine, with compiled code


ON_WINDOWS: Mapping[str, Sequence[str]] = {
    "files": ("tests/engine/ground", "tests/engine/pgn"),
    "engine": ("tests/engine/rules", "tests/engine/game", "tests/engine/search", "tests/engine/protocols"),
    "books": ("tests/books",),
    "tables": ("tests/tablebases",),
    "window": ("tests/desktop/services", "tests/desktop/model"),
}  # folders of tests, as units of the night under wine


@dataclass(frozen=True)
class Unit:
    """A process. `budget_s`: the limit; a unit stopped there counts as cut, which is not a failure. `needs`: a unit
    that must have passed before."""

    name: str
    command: tuple[str, ...]
    budget_s: float
    folder: Path = ROOT
    variables: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""


def all_units(scale: float = 1.0) -> list[Unit]:
    """Returns every unit. `scale` multiplies budgets and fuzz counts: below 1 for a trial, above 1 for longer nights."""
    found = [*_checks(), *_windows(), *_sanitized(scale), *_long(), *_fuzzers(scale)]
    return [Unit(**{**vars(unit), "budget_s": max(45.0, unit.budget_s * scale)}) for unit in found]


def _checks() -> Iterable[Unit]:
    yield Unit("checks", (PYTHON, "-m", "installer.run_checks", "--hypothesis-profile=night"), 1_200)
    yield Unit("documents", (*PYTEST, "-m", "long or not long", "tests/test_documents.py"), 120)
    yield Unit("signature", (PYTHON, "-m", "desktop.command", "bench"), 120)
    yield Unit("mutants", (PYTHON, "-m", "tests.mutants"), 1_000)
    yield Unit("growth", (PYTHON, "-m", "tests.bench.growth", "--scale", "0.1"), 420)


def _long() -> Iterable[Unit]:
    """Yields a unit for each file with tests marked `long`."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if re.search(r"mark\.long\b", path.read_text("utf-8")):
            yield Unit(f"long {name.removeprefix('tests/')}", (*PYTEST, "-m", "long", name), 105)


@functools.cache
def readers(which: str = "list") -> list[str]:
    """Returns the names of the fuzzers; `own`: only those for the program's own files and for sound inputs."""
    command = [PYTHON, "-m", "tests.fuzz", which]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def _fuzzers(scale: float) -> Iterable[Unit]:
    own = readers("own")
    for name in readers():
        seconds = OWN_S if name in own else FUZZED_S
        yield _fuzzer(f"fuzz {name}", name, int(FUZZED_MORE.get(name, FUZZED) * scale), seconds, scale)


def _fuzzer(title: str, name: str, count: int, seconds: float, scale: float) -> Unit:
    state = WORK / f"{title.replace(' ', '-').replace(':', '')}.state"
    seconds = max(10.0, seconds * scale)
    words = ("--count", str(count), "--budget", str(int(seconds)), "--state", str(state))
    variables = {"TMPDIR": str(IN_MEMORY)} if os.access(IN_MEMORY, os.W_OK) else {}
    return Unit(title, (PYTHON, "-m", "tests.fuzz", name, *words), seconds + 15, variables=variables)


def _sanitized(scale: float) -> Iterable[Unit]:
    """Yields the units of the sanitized core: the build, a check that a planted fault is found, then tests and fuzzers."""
    build, planted = "sanitizers: build", "sanitizers: planted fault"
    yield Unit(build, (PYTHON, "-m", "installer.nightly.sanitizers", "build"), 900)
    yield Unit(planted, (PYTHON, "-m", "installer.nightly.sanitizers", "planted"), 60, needs=build)
    here = {"folder": sanitizers.FOLDER, "variables": sanitizers.variables(), "needs": planted}
    for room in (*(f"tests/engine/{name}" for name in ROOMS), "tests/tablebases", "tests/books/formats"):
        seconds = 280 if room.endswith(LARGE_ROOMS) else 200
        yield Unit(f"sanitizers: {room}", (*SANITIZED, room), seconds, **here)  # type: ignore[arg-type]
    own = readers("own")
    for name in (one for one in readers() if one not in own):  # compiled code reads nothing damaged in the others
        unit = _fuzzer(f"sanitizers: fuzz {name}", name, int(FUZZED * scale), 30, scale)
        command, variables = (*unit.command, "--limit", "60"), {**unit.variables, **sanitizers.variables()}
        yield Unit(unit.name, command, unit.budget_s, **{**here, "variables": variables})  # type: ignore[arg-type]


def _windows() -> Iterable[Unit]:
    """Yields the program for Windows under wine: its build, its console, and the tests of the rooms that differ there."""
    build = "windows: build"
    module = (PYTHON, "-m", "installer.foreign.windows")
    yield Unit(build, (*module, "build"), 190)
    yield Unit("windows: console", (*module, "check"), 90, needs=build)
    for name, rooms in ON_WINDOWS.items():
        yield Unit(f"windows: {name}", (*module, "test", *rooms), 60, needs=build)


def environment(unit: Unit) -> dict[str, str]:
    """Returns the environment variables of the unit's process."""
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", **unit.variables}
