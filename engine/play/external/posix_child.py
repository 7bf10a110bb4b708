"""An engine's process under its guard, on systems with process groups and pollable pipes (Linux, macOS)."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.play.external import guard


class PosixChild:
    """Starts at once. :raises OSError: it cannot be started."""

    def __init__(self, command: Sequence[str], folder: str) -> None:
        keep, self._lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                _guarded(keep, command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder or None,
                start_new_session=True,
                pass_fds=(keep,),
            )
        except OSError:
            os.close(self._lifeline)
            raise
        finally:
            os.close(keep)
        assert self.process.stdin is not None
        os.set_blocking(self.process.stdin.fileno(), False)

    def write(self, data: bytes, deadline: float) -> None:
        """Sends all data, until `deadline` (time.monotonic) at most.

        :raises TimeoutError: the engine does not read it.
        :raises OSError, ValueError: the pipe is closed.
        """
        assert self.process.stdin is not None
        while data:
            try:
                data = data[os.write(self.process.stdin.fileno(), data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError from None
                select.select((), (self.process.stdin,), (), left)

    def kill(self) -> None:
        """Ends the engine and everything that it started, through the guard."""
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def kill_group(self) -> None:
        """Ends the guard too, if it has not ended."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)


def _guarded(lifeline: int, command: Sequence[str]) -> list[str]:
    """The command with its guard. A packed program is its own interpreter and recognises the guard by an argument."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine-guard", str(lifeline), *command]
    return [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(lifeline), *command]
