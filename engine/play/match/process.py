"""A child process that speaks in lines: bounded, with a deadline on every wait, its whole group ended with it."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence

from engine.play.match.contestant import QUIT_S
from engine.play.match.errors import EngineCrash, EngineStall, MatchError
from engine.textlines import LineReader

MOST_WAITING_LINES = 10_000  # an engine that floods is made to wait by its full pipe


class LineProcess:
    """Starts at once; raises MatchError where the program cannot be started."""

    def __init__(self, name: str, command: Sequence[str], folder: str = "") -> None:
        self._name = name
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=folder or None,
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise MatchError(f"{name}: there is no program {command[0]}") from error
        except OSError as error:
            raise MatchError(f"{name}: {command[0]} cannot be started ({error.strerror})") from error
        self._lines: queue.Queue[tuple[str, float] | None] = queue.Queue(MOST_WAITING_LINES)
        self._reader = threading.Thread(target=self._read, name=f"output of {name}", daemon=True)
        self._reader.start()

    def send(self, *lines: str) -> None:
        """Sends lines. Raises EngineCrash where nobody reads them."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineCrash(f"{self._name} has closed its input") from error

    def line(self, deadline: float) -> tuple[str, float]:
        """The next line and when it came (time.perf_counter).

        Raises EngineStall at `deadline` (time.monotonic), EngineCrash at the end of the output."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty as error:
            raise EngineStall(f"{self._name} did not answer in time") from error
        if line is None:
            self._lines.put(None)
            raise EngineCrash(f"{self._name} has ended (exit code {self._process.poll()})")
        return line

    def close(self, farewell: str = "quit") -> None:
        """Says farewell, waits a little, then ends the process group. May be called twice."""
        with contextlib.suppress(EngineCrash):
            self.send(farewell)
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_S)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._drain()
        self._reader.join(QUIT_S)

    def _drain(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in LineReader(stdout):
                if line is not None:
                    self._lines.put((line, time.perf_counter()))
        self._lines.put(None)
