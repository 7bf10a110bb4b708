"""Every check: what `make test` runs inside .venv. Stops at the first failure and names it.

Quick checkers run first. Slow ones run beside the tests at a lower priority; their output comes after the tests. A test
that measures time (marked `timing`, listed in docs/proof.md) can fail on a busy machine: up to `MOST_AGAIN` of them are
rerun alone, up to `MOST_RERUNS` times. build/reruns.jsonl records each rerun, and every later run prints it. If any
other test fails, nothing is rerun.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from installer.environment import ROOT

PYTHON = sys.executable
MOST_AGAIN = 3
MOST_RERUNS = 3
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
RERUNS = ROOT / "build" / "reruns.jsonl"
NOTHING_COLLECTED = 5  # pytest's exit code
INTERRUPTED = 130  # as a shell reports Ctrl+C
TESTS_FAILED = 1  # pytest's exit code; all others are faults of the run itself


IN_MEMORY = Path("/dev/shm")  # a RAM disk: no waiting for a disk
ROOM_NEEDED = 2 << 30  # bytes; the tests use about 100 MB at a time

TO_END_S = 6.0  # what pytest has after Ctrl+C to end its workers; then all that it started is killed

NICENESS = "2"  # of the slow checkers: a higher value would delay them beyond the tests

Command = tuple[str, list[str]]


def quick_checkers() -> list[Command]:
    """Returns name and command of the checkers that take a few seconds."""
    return [
        ("ruff check", [PYTHON, "-m", "ruff", "check", "--quiet", "."]),
        ("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."]),
        ("bench", [PYTHON, "-m", "installer.bench_signature"]),
    ]


def slow_checkers() -> list[Command]:
    """Returns the checkers that take up to a minute."""
    return [
        ("import-linter", [str(Path(PYTHON).parent / "lint-imports"), "--no-logo"]),
        ("mypy --strict", [PYTHON, "-m", "mypy"]),
    ]


def pytest_command(arguments: list[str]) -> list[str]:
    """Returns the command of the whole suite, spread over the cores."""
    cores = os.cpu_count() or 1
    workers = min(cores + (cores + 1) // 2, 8)  # 1.5 per core: many tests wait for programs that they started
    return [PYTHON, "-m", "pytest", "-n", str(workers), "--dist", "load", "--maxschedchunk", "2", *arguments]


def surroundings() -> dict[str, str]:
    """Returns the environment of the checks.

    Python's bytecode cache is on, as on a user's machine: hundreds of tests start the program, and each would compile
    its modules again. Temporary files go to a RAM disk if it has room.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    in_memory = os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= ROOM_NEEDED
    return {"TMPDIR": str(IN_MEMORY), **kept} if in_memory else kept


def collect(arguments: Sequence[str], environment: dict[str, str]) -> None:
    """Collects the tests once if most have no bytecode yet, which writes it; otherwise each worker would do it."""
    written = sum(1 for _ in (ROOT / "tests").rglob("*-pytest-*.pyc"))
    if written > sum(1 for _ in (ROOT / "tests").rglob("test_*.py")) // 2:
        return
    command = [PYTHON, "-m", "pytest", "--collect-only", "-q", "-n", "0", *arguments]
    # Errors in the tests are printed by the run.
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=False)


class SlowCheckers(threading.Thread):
    """Runs the slow checkers one after another, at a lower priority, until one fails.

    `said`: their output. `failed` and `code`: name and exit code of the one that failed, empty and 0 without a failure.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.said, self.failed, self.code = "", "", 0
        self._environment = environment
        self._stopped = False
        self._working: subprocess.Popen[str] | None = None

    def run(self) -> None:
        """Runs in the thread."""
        for name, command in slow_checkers():
            begun = time.monotonic()
            self._working = subprocess.Popen(
                ["nice", "-n", NICENESS, *command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=self._environment,
            )
            printed, _ = self._working.communicate()
            if self._stopped:
                return
            self.said += f"== {name}\n{printed}"
            if code := self._working.returncode:
                self.failed, self.code = name, code
                return
            self.said += f"== {name}: ok, {time.monotonic() - begun:.0f} s\n"

    def stop(self) -> None:
        """Stops the running checker and the thread."""
        self._stopped = True
        while self.is_alive():
            if self._working is not None:
                self._working.kill()
            self.join(0.1)


@contextlib.contextmanager
def beside(environment: dict[str, str]) -> Iterator[SlowCheckers]:
    """Runs the slow checkers beside the block, and prints their output at its end."""
    checkers = SlowCheckers(environment)
    checkers.start()
    try:
        yield checkers
    finally:
        checkers.stop()
        print(checkers.said, end="", flush=True)


def failed_tests() -> list[str]:
    """Returns the tests that failed in pytest's last run; empty if it recorded nothing."""
    try:
        return sorted(json.loads(LAST_FAILED.read_text("utf-8")))
    except (OSError, ValueError):
        return []


def all_timing(failed: list[str]) -> bool:
    """Whether all of them are marked `timing`."""
    command = [PYTHON, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-m", "not timing", *failed]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == NOTHING_COLLECTED


def rerun(pytest_arguments: list[str]) -> int:
    """Reruns failed timing tests, alone, until they pass. Returns the last exit code of pytest, or TESTS_FAILED if other
    tests failed too.
    """
    failed = failed_tests()
    if not 0 < len(failed) <= MOST_AGAIN or not all_timing(failed):
        return TESTS_FAILED
    code, reruns = TESTS_FAILED, 0
    command = [PYTHON, "-m", "pytest", "--last-failed", "-n", "0", *pytest_arguments]
    while code == TESTS_FAILED and failed and reruns < MOST_RERUNS:
        reruns += 1
        print(f"== pytest: rerun {reruns} of at most {MOST_RERUNS}, alone: {' '.join(failed)}", flush=True)
        code = subprocess.run(command, check=False).returncode
        passed = set(failed) - set(failed_tests()) if code in (0, TESTS_FAILED) else set()
        RERUNS.parent.mkdir(exist_ok=True)
        with RERUNS.open("a", encoding="utf-8") as file:
            for test in failed:
                ended = "passed alone" if test in passed else "failed again"
                row = {"time": time.strftime("%Y-%m-%d %H:%M:%S"), "test": test, "ended": ended}
                file.write(json.dumps(row) + "\n")
        failed = failed_tests()
    return code


def rerun_lines() -> str:
    """Returns the reruns so far, one line for each test; empty without any."""
    try:
        rows = [json.loads(line) for line in RERUNS.read_text("utf-8").splitlines()]
    except (OSError, ValueError):
        return ""
    lines = ["== run again since build/reruns.jsonl was begun (mend what comes often):"]
    for test in sorted({row["test"] for row in rows}):
        times = [row for row in rows if row["test"] == test]
        lines.append(f"   {len(times)} times, the last {times[-1]['time']} ({times[-1]['ended']}): {test}")
    return "\n".join(lines)


def failure(name: str, code: int) -> int:
    """Prints the name of the failed check. Returns its exit code."""
    print(f"== make test: {name} failed (exit code {code})", file=sys.stderr)
    return code


def end(tests: "subprocess.Popen[bytes]") -> None:
    """Interrupts pytest, so that it prints what has failed; kills it and its processes after `TO_END_S`."""
    if sys.platform == "win32":
        tests.kill()
        return
    tests.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        tests.wait(TO_END_S)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(tests.pid, signal.SIGKILL)
    tests.wait()


def take_endings_for_interrupts() -> None:
    """A closed terminal and SIGTERM end the run as Ctrl+C does."""

    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    for ending in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(ending, interrupt)


def run_tests(arguments: list[str], environment: dict[str, str], checkers: SlowCheckers) -> int:
    """Runs the tests, and reruns failed timing tests. A failing checker interrupts them. Returns an exit code."""
    print("== pytest", flush=True)
    begun = time.monotonic()
    LAST_FAILED.unlink(missing_ok=True)  # remove an earlier run's record
    # In a group of its own: Ctrl+C reaches this process alone, which then ends the whole group, however a test hangs.
    own_group = None if sys.platform == "win32" else 0
    # The background of a shell ignores SIGINT; the tests must not inherit that, or a failing checker could not end them.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(pytest_command(arguments), env=environment, process_group=own_group) as tests:
        signal.signal(signal.SIGINT, before)
        try:
            while tests.poll() is None and not checkers.failed:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    tests.wait(0.5)
        finally:
            if tests.poll() is None:
                end(tests)
    code = tests.returncode
    if code == TESTS_FAILED:
        checkers.join()
        code = rerun(arguments)
    if code == 0:
        print(f"== pytest: ok, {time.monotonic() - begun:.0f} s", flush=True)
        checkers.join()
    return code


def main() -> int:
    """Runs the checks; arguments are passed to pytest. Returns the exit code of the first that fails, or 0."""
    os.chdir(ROOT)
    if lines := rerun_lines():
        print(lines, flush=True)
    started = time.monotonic()
    environment = surroundings()
    try:
        for name, command in quick_checkers():
            print(f"== {name}", flush=True)
            if code := subprocess.run(command, check=False, env=environment).returncode:
                return failure(name, code)
        with beside(environment) as checkers:
            collect(sys.argv[1:], environment)
            code = run_tests(sys.argv[1:], environment, checkers)
    except KeyboardInterrupt:
        return failure("interrupted run", INTERRUPTED)
    if checkers.failed:
        return failure(checkers.failed, checkers.code)
    if code != 0:
        return failure("pytest", code)
    print(f"== make test: everything passed in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    take_endings_for_interrupts()
    raise SystemExit(main())
