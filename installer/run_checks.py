"""Every check, one after the other: what `make test` runs inside .venv. Stops at the first that fails and names it.

Many tests start programs, kill them and look at what is left, two at a time on whatever machine. Up to `MOST_AGAIN` that fail
are run once more, alone; only those that fail again fail the run. They are named either way: each is a fault to be mended, in the
test or in the program.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from installer.environment import ROOT

PYTHON = sys.executable
MOST_AGAIN = 3
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
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
        ("mypy --strict", [PYTHON, "-m", "mypy"]),
        (
            "pytest",
            [PYTHON, "-m", "pytest", "-n", workers, "--dist", "load", "--maxschedchunk", "2", *pytest_arguments],
        ),
    ]


def failed_tests() -> list[str]:
    """The tests that failed in the last run of pytest; none where it left no word."""
    try:
        return sorted(json.loads(LAST_FAILED.read_text("utf-8")))
    except (OSError, ValueError):
        return []


def once_more(pytest_arguments: list[str]) -> int:
    """Runs the few tests that failed again, alone. Returns pytest's exit code; that of a failure where they are too many."""
    failed = failed_tests()
    if not 0 < len(failed) <= MOST_AGAIN:
        return TESTS_FAILED
    print(f"== pytest: once more, alone: {' '.join(failed)}", flush=True)
    code = subprocess.run(
        [PYTHON, "-m", "pytest", "--last-failed", "-n", "0", *pytest_arguments], check=False
    ).returncode
    if code == 0:
        print(f"== pytest: these failed once and passed alone, look at them: {' '.join(failed)}", flush=True)
    return code


def main() -> int:
    """Runs the checks, with the arguments handed to pytest. Returns the exit code of the first that fails, or 0."""
    os.chdir(ROOT)
    started = time.monotonic()
    for name, command in steps(sys.argv[1:]):
        print(f"== {name}", flush=True)
        begun = time.monotonic()
        if name == "pytest":
            LAST_FAILED.unlink(missing_ok=True)  # what an earlier run left is not ours
        code = subprocess.run(command, check=False).returncode
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
