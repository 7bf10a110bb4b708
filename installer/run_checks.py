"""Every check, one after the other: what `make test` runs inside .venv. Stops at the first that fails and names it."""

import os
import subprocess
import sys
import time
from pathlib import Path

from installer.environment import ROOT

PYTHON = sys.executable


def steps(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Name and command of every check, the quick ones first."""
    workers = str(min(os.cpu_count() or 1, 8))
    return [
        ("ruff check", [PYTHON, "-m", "ruff", "check", "--quiet", "."]),
        ("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."]),
        ("import-linter", [str(Path(PYTHON).parent / "lint-imports"), "--no-logo"]),
        ("mypy --strict", [PYTHON, "-m", "mypy"]),
        ("pytest", [PYTHON, "-m", "pytest", "-n", workers, "--dist", "worksteal", *pytest_arguments]),
    ]


def main() -> int:
    """Runs the checks, with the arguments handed to pytest. Returns the exit code of the first that fails, or 0."""
    os.chdir(ROOT)
    started = time.monotonic()
    for name, command in steps(sys.argv[1:]):
        print(f"== {name}", flush=True)
        begun = time.monotonic()
        code = subprocess.run(command, check=False).returncode
        if code != 0:
            print(f"== make test: {name} failed (exit code {code})", file=sys.stderr)
            return code
        print(f"== {name}: ok, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"== make test: everything passed in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
