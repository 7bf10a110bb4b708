"""Runs tests in forks of one process that has loaded pytest, hypothesis, Qt and chess: `python -m tests.mutants.forks`.

A new Python needs 0.9 seconds of processor time until the first test; a fork needs none of them. It loads the program
anew, with the mutant. Each line of standard input is JSON: a list of tests and
the patience with each; each line of standard output is a `Trial`.
"""

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

MOST_SECONDS = 40  # of processor time for a test; a mutant may hang: that is found, too
MOST_WAITED_S = 900  # a machine so busy that a test gets less than an eighth of a core decides nothing
PRELOADED = (
    *("hypothesis", "hypothesis.strategies", "hypothesis.extra.pytestplugin", "pytestqt.plugin", "xdist.plugin"),
    *("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg", "PySide6.QtNetwork", "PySide6.QtTest"),
    *("chess", "chess.pgn", "chess.engine", "chess.syzygy", "sqlite3", "zstandard", "fsrs", "qtawesome", "httpx"),
    *("asyncio", "multiprocessing.shared_memory", "http.server", "email.message", "xml.etree.ElementTree"),
)
# The loaded plugins cannot get pytest's own words for a failed `assert`, which nobody reads here.
OPTIONS = (
    *("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-profile", "found"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


@dataclass(frozen=True)
class Trial:
    """How tests ended: `ended` is pytest's exit code, or minus a signal; `failed` names the first test that failed or hung.

    `seconds` is the time that each file took, the last one not.
    """

    ended: int
    failed: str
    seconds: dict[str, float]

    @property
    def passed(self) -> bool:
        """Whether none failed; without a test for every day, none did."""
        return self.ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class _Told:
    """A plugin of pytest that writes which test begins and which fails: a killed fork tells nothing else."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", buffering=1)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        until = int(time.process_time()) + MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
        self._file.write(f"{time.monotonic()} {nodeid}\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._file.write(f"{time.monotonic()} {report.nodeid}\n")


def _run(tests: list[str], told: Path, patience_s: int) -> int:
    """In the fork: pytest's exit code."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, resource.RLIM_INFINITY))
    with Path(os.devnull).open("r+b") as nothing:
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    return int(pytest.main([*OPTIONS, "-o", f"timeout={patience_s}", *tests], plugins=[_Told(told)]))


def tried(tests: list[str], told: Path, patience_s: int) -> Trial:
    """Runs the tests, up to the first that fails. One that takes longer than `patience_s` by the clock fails.

    :raises TimeoutError: the machine is too busy.
    """
    began = time.monotonic()
    told.unlink(missing_ok=True)
    fork = os.fork()
    if not fork:
        code = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            code = _run(tests, told, patience_s)
        finally:
            os._exit(code)
    try:
        while True:
            ended, status = os.waitpid(fork, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - began > MOST_WAITED_S:
                raise TimeoutError(f"{tests} take more than {MOST_WAITED_S} s")
            time.sleep(0.01)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(fork, signal.SIGKILL)  # what the tests left, too
    lines = [line.partition(" ") for line in told.read_text("utf-8").splitlines()] if told.exists() else []
    seconds: dict[str, float] = {}
    for (start, _, name), (end, _, _) in pairwise(lines):
        file = name.partition("::")[0]
        seconds[file] = seconds.get(file, 0) + float(end) - float(start)
    # With -x the last test that began is the one that failed.
    return Trial(os.waitstatus_to_exitcode(status), lines[-1][2] if lines else "", seconds)


def main() -> None:
    """Answers until standard input ends."""
    os.environ["RATSU_PATIENCE_MS"] = "20000"  # what a mutant keeps from happening is awaited so long
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    with TemporaryDirectory(prefix="ratsu-mutants-") as folder:
        for line in sys.stdin:
            try:
                tests, patience_s = json.loads(line)
                answer = asdict(tried(tests, Path(folder) / "told.txt", patience_s))
            except TimeoutError:
                answer = {}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
