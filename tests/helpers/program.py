"""The whole program as a process, as a user starts it."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run_ratsu(
    *arguments: str,
    typed: str = "",
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    before: Sequence[str] = (),
    timeout_s: float = 60,
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
