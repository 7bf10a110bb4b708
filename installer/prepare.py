"""`python3 -m installer.prepare build|run|test|nightly|mutants|package|smoke|docs [-- ARGUMENTS]`: called by the Makefile.

Prepares a bare machine (system packages, .venv, compiled modules) and then runs the program or the checks. Every step
checks first and skips finished work, so that a second run costs a fraction of a second. Runs on the system's Python
with only its standard library.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from typing import NoReturn

from installer import compiled_modules, environment, system_libraries
from installer.errors import PrepareError

PROGRAMS = {
    "run": "desktop.command",
    "test": "installer.run_checks",
    "nightly": "installer.nightly",
    "mutants": "tests.mutants.drawn",
    "package": "installer.packing.build",
    "smoke": "installer.packing.smoke_test",
    "docs": "installer.api_pages",
}
NIGHTLY = ("test", "cluster", "mutants")
EXTRAS = {
    "test": ("test",),
    "nightly": NIGHTLY,
    "mutants": NIGHTLY,
    "docs": ("docs",),
}  # of the packages in pyproject.toml
NO_DISPLAY = """Ratsu needs a display for its window (DISPLAY and WAYLAND_DISPLAY are not set). You can:
  xvfb-run -a make run       open it on a virtual display
  .venv/bin/ratsu play       play in this terminal
  .venv/bin/ratsu --help     see everything that works without a window"""


def main() -> int:
    """Prepares, then runs the goal. Returns the exit code; 1 with a message if the machine is not ready."""
    parser = argparse.ArgumentParser(prog="make", description="Set up Ratsu and run it.")
    parser.add_argument("goal", choices=("build", *PROGRAMS))
    parser.add_argument("arguments", nargs="*", help="passed to the program or to pytest")
    wanted = parser.parse_args()
    try:
        with _one_at_a_time():
            _prepare(wanted.goal)
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted. The same command continues from here.", file=sys.stderr)
        return 1
    if wanted.goal == "build":
        print("Ratsu is ready: .venv/bin/ratsu --help")
        return 0
    if wanted.goal == "run" and not _has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    _become(PROGRAMS[wanted.goal], wanted.arguments)


def _prepare(goal: str) -> None:
    needs = system_libraries.build_needs()
    if goal != "build":
        needs += system_libraries.window_needs()
    if goal == "run" and not _has_display():
        needs += system_libraries.virtual_display_needs()
    if goal in ("test", "nightly", "mutants"):
        needs += system_libraries.test_needs()
    if goal == "nightly":
        needs += system_libraries.windows_needs()
    if goal == "smoke":
        needs += system_libraries.smoke_needs()
    if goal == "package":
        needs += system_libraries.package_needs()
    system_libraries.ensure(needs)
    environment.ensure(extras=EXTRAS.get(goal, ()))
    if goal != "package":  # compiles what it packs, with other flags and under other names
        compiled_modules.ensure()


def _become(module: str, arguments: list[str]) -> NoReturn:
    """Replaces this process by the module, run with .venv's Python."""
    command = [str(environment.PYTHON), "-m", module, *arguments]
    os.chdir(environment.ROOT)
    sys.stdout.flush()
    os.execv(command[0], command)


def _has_display() -> bool:
    """Whether a window can be shown. A set QT_QPA_PLATFORM counts, as a choice of the user (offscreen, vnc)."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Makes a second `make` wait, because both would write the same .venv."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    stamps = environment.ROOT / ".stamps"
    stamps.mkdir(exist_ok=True)
    with (stamps / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another make is setting Ratsu up here; waiting for it ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    raise SystemExit(main())
