"""Every check, one after the other: what `make test` runs inside .venv. Stops at the first that fails and names it.

A test that measures time (marked `timing`, listed in docs/proof.md) can fail because the machine is busy: up to `MOST_AGAIN` of
them are run once more, alone. Each rerun is kept in build/reruns.jsonl, and every later run prints what is there. If any other
test fails, nothing is run again.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from installer.environment import ROOT

PYTHON = sys.executable
MOST_AGAIN = 3
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
RERUNS = ROOT / "build" / "reruns.jsonl"
NOTHING_COLLECTED = 5  # pytest's exit code
TESTS_FAILED = 1  # pytest's exit code; all others are faults of the run itself


def steps(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Name and command of every check, the quick ones first."""
    cores = os.cpu_count() or 1
    workers = str(
        min(cores + (cores + 1) // 2, 8)
    )  # half as many again: many tests wait for programs that they started
    return [
        ("ruff check", [PYTHON, "-m", "ruff", "check", "--quiet", "."]),
        ("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."]),
        ("import-linter", [str(Path(PYTHON).parent / "lint-imports"), "--no-logo"]),
        ("bench", [PYTHON, "-m", "installer.bench_signature"]),
        ("mypy --strict", [PYTHON, "-m", "mypy"]),
        (
            "pytest",
            [PYTHON, "-m", "pytest", "-n", workers, "--dist", "load", "--maxschedchunk", "2", *pytest_arguments],
        ),
    ]


def with_bytecode() -> dict[str, str]:
    """The environment of the checks: Python keeps its bytecode, as on a user's machine. Hundreds of tests start the program, and
    each would compile its modules again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextlib.contextmanager
def collecting(arguments: Sequence[str], environment: dict[str, str]) -> Iterator[None]:
    """Meanwhile the tests are collected once, which keeps the bytecode of all of them: mypy needs one core only, and later each
    worker would rewrite each test for itself. What is wrong with them is told by the run."""
    command = [PYTHON, "-m", "pytest", "--collect-only", "-q", "-n", "0", *arguments]
    collector = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    try:
        yield
        collector.wait()
    finally:
        collector.kill()
        collector.wait()


def failed_tests() -> list[str]:
    """The tests that failed in the last run of pytest; none where it left no word."""
    try:
        return sorted(json.loads(LAST_FAILED.read_text("utf-8")))
    except (OSError, ValueError):
        return []


def all_timing(failed: list[str]) -> bool:
    """Whether every one of them is marked `timing`."""
    command = [PYTHON, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-m", "not timing", *failed]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == NOTHING_COLLECTED


def once_more(pytest_arguments: list[str]) -> int:
    """Runs failed tests of time again, alone. Returns pytest's exit code; that of a failure where others failed, too."""
    failed = failed_tests()
    if not 0 < len(failed) <= MOST_AGAIN or not all_timing(failed):
        return TESTS_FAILED
    print(f"== pytest: once more, alone: {' '.join(failed)}", flush=True)
    code = subprocess.run(
        [PYTHON, "-m", "pytest", "--last-failed", "-n", "0", *pytest_arguments], check=False
    ).returncode
    ended = "passed alone" if code == 0 else "failed again"
    RERUNS.parent.mkdir(exist_ok=True)
    with RERUNS.open("a", encoding="utf-8") as file:
        for test in failed:
            file.write(json.dumps({"time": time.strftime("%Y-%m-%d %H:%M:%S"), "test": test, "ended": ended}) + "\n")
    return code


def told_reruns() -> str:
    """What was run again so far, in one line for each test; empty if nothing was."""
    try:
        rows = [json.loads(line) for line in RERUNS.read_text("utf-8").splitlines()]
    except (OSError, ValueError):
        return ""
    lines = ["== run again since build/reruns.jsonl was begun (mend what comes often):"]
    for test in sorted({row["test"] for row in rows}):
        times = [row for row in rows if row["test"] == test]
        lines.append(f"   {len(times)} times, the last {times[-1]['time']} ({times[-1]['ended']}): {test}")
    return "\n".join(lines)


def main() -> int:
    """Runs the checks, with the arguments handed to pytest. Returns the exit code of the first that fails, or 0."""
    os.chdir(ROOT)
    if told := told_reruns():
        print(told, flush=True)
    started = time.monotonic()
    environment = with_bytecode()
    for name, command in steps(sys.argv[1:]):
        print(f"== {name}", flush=True)
        begun = time.monotonic()
        if name == "pytest":
            LAST_FAILED.unlink(missing_ok=True)  # what an earlier run left is not ours
        with collecting(sys.argv[1:], environment) if name == "mypy --strict" else contextlib.nullcontext():
            code = subprocess.run(command, check=False, env=environment).returncode
        if name == "pytest" and code == TESTS_FAILED:
            code = once_more(sys.argv[1:])
        if code != 0:
            print(f"== make test: {name} failed (exit code {code})", file=sys.stderr)
            return code
        print(f"== {name}: ok, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"== make test: everything passed in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
