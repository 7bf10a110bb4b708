"""The whole program as a process, as a user starts it; or its console commands in this process."""

import contextlib
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

from engine import command_line

ROOT = Path(__file__).resolve().parent.parent.parent
_BY_SHELL = "#!/bin/sh\n'''exec' {python} \"$0\" \"$@\"\n'''\n"  # the kernel takes no path with a space after `#!`


def engine_spec(*words: str | Path) -> str:
    """`cmd=…` as `ratsu match` takes it, for a program and its arguments, whatever signs their paths have."""
    return f"cmd={shlex.quote(shlex.join(map(str, words)))}"


def make_script(path: Path, code: str) -> None:
    """Makes an executable file of Python code."""
    path.write_text(_BY_SHELL.format(python=shlex.quote(sys.executable)) + code, encoding="utf-8")
    path.chmod(0o755)


def ratsu_here(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`ratsu ARGUMENTS` in this process: for what a command says and returns, in a tenth of the time of a process."""
    out, told = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told), patch("sys.stdin", io.StringIO(typed)):
        try:
            code = command_line.main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), told.getvalue())


def run_ratsu(
    *arguments: str,
    typed: str = "",
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    before: Sequence[str] = (),
    timeout_s: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Runs `ratsu ARGUMENTS` and waits for its end.

    `typed` goes to its standard input; `variables` are set and those in `without` unset; `before` is a command that
    starts it (setpriv, xvfb-run). The checkout's own modules run, from whatever folder.
    """
    environment = {name: value for name, value in os.environ.items() if name not in without}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(variables or {})}
    return subprocess.run(
        [*before, sys.executable, "-m", "desktop.command", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd or ROOT,
        env=environment,
        timeout=timeout_s,
        check=False,
    )


def spent_by_programs() -> float:
    """The processor seconds of the programs that this process has started and that have ended."""
    import resource  # not on Windows

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
