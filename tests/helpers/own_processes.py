"""Python modules as processes that end with whoever started them, however that ends."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when the one that started it is gone


def started(
    *arguments: str,
    stdout: int | None = subprocess.DEVNULL,
    stderr: int | None = subprocess.DEVNULL,
    env: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":
    """`python -m ARGUMENTS` as the head of a process group."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        start_new_session=True,
        stdout=stdout,
        stderr=stderr,
        env=env,
        preexec_fn=_end_with_parent,
    )


def ended(process: "subprocess.Popen[bytes]") -> None:
    """Kills the process and its group; one that has ended by itself is left in peace."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _end_with_parent() -> None:
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
