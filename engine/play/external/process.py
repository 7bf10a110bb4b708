"""A child process that speaks in lines: bounded in memory, a deadline on every wait, everything it starts ended with it."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

from engine.play.external import guard
from engine.play.external.errors import EngineCrash, EngineFlood, EngineStall, EngineUnusable
from engine.play.external.launch import Deadlines, Launch
from engine.textlines import CHUNK_BYTES, MAX_LINE_BYTES

MOST_WAITING_BYTES = 1_000_000  # unread lines; then the engine is made to wait by its full pipe
_LINE_COST = 120  # bytes that a waiting line takes beside its text
_STDERR_KEPT = 2_000  # the last bytes: what an engine says before it dies
_BY_SIGNAL = 128
_MANY_LINES = (
    500  # in one piece; an engine that talks so fast is slowed down, or this thread would slow the window down
)
_PAUSE_S = 0.02


class EngineProcess:
    """Starts at once. Lines are read by a thread of its own; everything else belongs to the thread that calls."""

    def __init__(self, launch: Launch, deadlines: Deadlines) -> None:
        """:raises EngineUnusable: there is no such program, or it cannot be run."""
        self.name = launch.name
        self._deadlines = deadlines
        program = _find(launch)
        keep, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                _guarded(keep, (program, *launch.command[1:])),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=launch.folder or None,
                start_new_session=True,
                pass_fds=(keep,),
            )
        except OSError as error:
            os.close(self._lifeline)
            raise EngineUnusable(f"{self.name}: {program} cannot be started ({error.strerror})") from error
        finally:
            os.close(keep)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._lines: deque[tuple[str, float]] = deque()
        self._waiting_bytes = 0
        self._ended = False
        self._closed = False
        self._idle = False
        self._fault: EngineFlood | None = None
        self._window: tuple[float, int] = (time.monotonic(), 0)
        self._stderr = b""
        self._threads = [
            threading.Thread(target=work, name=f"{what} of {self.name}", daemon=True)
            for work, what in ((self._read, "output"), (self._read_stderr, "errors"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """That of the guard."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether lines may still come."""
        return not (self._ended or self._closed)

    def send(self, *lines: str) -> None:
        """Sends lines, each without line breaks inside. Raises EngineCrash where nobody reads them any more, EngineStall
        where nobody has read them for a while."""
        text = "".join(line.replace("\r", " ").replace("\n", " ") + "\n" for line in lines)
        self._window = (time.monotonic(), 0)
        with self._sending:
            self._write(text.encode("utf-8", errors="replace"))

    def line(self, deadline: float) -> tuple[str, float]:
        """The next line and when it came (time.perf_counter).

        Raises EngineStall at `deadline` (time.monotonic), EngineCrash at the end of the output, EngineFlood."""
        found = self.line_within(deadline - time.monotonic())
        if found is None:
            raise EngineStall(f"{self.name} did not answer in time")
        return found

    def line_within(self, timeout_s: float) -> tuple[str, float] | None:
        """As `line`, but None after `timeout_s` or when `wake` was called."""
        with self._changed:
            if not self._lines and not self._ended and timeout_s > 0:
                self._changed.wait(timeout_s)
            if self._fault is not None:
                raise self._fault
            if self._lines:
                line, heard = self._lines.popleft()
                self._waiting_bytes -= len(line) + _LINE_COST
                self._changed.notify_all()
                return line, heard
            if not self._ended:
                return None
        raise EngineCrash(self._last_words())

    def wake(self) -> None:
        """Makes a running `line_within` look around; any thread."""
        with self._changed:
            self._changed.notify_all()

    def set_idle(self, idle: bool) -> None:
        """While idle, thinking output is thrown away as it comes (an engine that ponders); answers are kept."""
        self._idle = idle

    def kill(self) -> None:
        """Ends the engine and everything it started at once; any thread. `close` must still follow."""
        with self._sending:
            lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def close(self, farewell: str = "quit", patience_s: float | None = None) -> None:
        """Says farewell, waits a little (`patience_s`, else the deadline for leaving), then ends the engine and everything
        it started. May be called twice."""
        if self._closed:
            return
        with contextlib.suppress(EngineCrash, EngineStall):
            if not self._ended and self._fault is None:
                self.send(farewell)
        self._closed = True
        self.wake()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        if self._fault is None:
            self._wait(self._deadlines.quit_s if patience_s is None else patience_s)
        self.kill()  # the guard now kills whatever is left
        if not self._wait(2.0):
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for thread in self._threads:
            thread.join(1.0)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()

    # Inside

    def _wait(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
            return True
        return False

    def _write(self, data: bytes) -> None:
        deadline = time.monotonic() + self._deadlines.write_s
        assert self._process.stdin is not None
        while data:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise EngineStall(f"{self.name} does not read what is sent to it") from None
                select.select((), (self._process.stdin,), (), left)
            except (OSError, ValueError) as error:
                raise EngineCrash(self._last_words()) from error

    def _last_words(self) -> str:
        """Why nothing more comes, in a sentence."""
        if self._closed:
            return f"{self.name} was ended"
        self._wait(0.5)
        code = self._process.poll()
        if code is None:
            return f"{self.name} has closed its output"
        self._threads[1].join(0.2)
        last = self._stderr.decode("utf-8", errors="replace").strip().splitlines()[-1:]
        said = f": {''.join(c for c in last[0] if c.isprintable())[:200]}" if last else ""
        if _BY_SIGNAL < code < _BY_SIGNAL + 65:
            with contextlib.suppress(ValueError):
                return f"{self.name} has crashed ({signal.Signals(code - _BY_SIGNAL).name}){said}"
        return f"{self.name} has ended by itself (exit code {code}){said}"

    def _read(self) -> None:
        assert self._process.stdout is not None
        rest, overlong = b"", 0
        with contextlib.suppress(OSError, ValueError):
            while (
                not self._closed
                and self._fault is None
                and (chunk := os.read(self._process.stdout.fileno(), CHUNK_BYTES))
            ):
                *lines, rest = (rest + chunk).split(b"\n")
                heard = time.perf_counter()
                if lines:
                    if overlong:
                        lines.pop(0)  # the end of what was too long to be a line
                        overlong = 0
                    self._keep([line for line in lines if len(line) <= MAX_LINE_BYTES], heard)
                    self._count(len(lines))
                    if len(lines) > _MANY_LINES:
                        time.sleep(_PAUSE_S)
                if len(rest) > MAX_LINE_BYTES:
                    overlong, rest = overlong + len(rest), b""
                    if overlong > self._deadlines.endless_bytes:
                        self._flood(f"{self.name} sends a line without end")
            if rest and not overlong:
                self._keep([rest], time.perf_counter())
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _keep(self, lines: list[bytes], heard: float) -> None:
        for raw in lines:
            if self._idle and _is_thinking(raw):
                continue
            line = raw.decode("utf-8", errors="replace").rstrip("\r")
            with self._changed:
                while self._waiting_bytes > MOST_WAITING_BYTES and not self._closed and not self._idle:
                    self._changed.wait(1.0)
                if self._waiting_bytes > MOST_WAITING_BYTES:
                    continue  # nobody listens: what does not fit is lost
                self._lines.append((line, heard))
                self._waiting_bytes += len(line) + _LINE_COST
                self._changed.notify_all()

    def _count(self, lines: int) -> None:
        began, counted = self._window
        now = time.monotonic()
        if now - began > self._deadlines.flood_s:
            began, counted = now, 0
        self._window = (began, counted + lines)
        if counted + lines > self._deadlines.flood_lines:
            self._flood(f"{self.name} floods: more than {self._deadlines.flood_lines:,} lines in {now - began:.1f} s")

    def _flood(self, sentence: str) -> None:
        with self._changed:
            self._fault = EngineFlood(sentence)
            self._changed.notify_all()

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._process.stderr.fileno(), CHUNK_BYTES):
                self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]


def _is_thinking(line: bytes) -> bool:
    """Whether a line is a report of either protocol, which nobody needs who does not listen."""
    return line.startswith((b"info", b"#")) or line[:4].strip()[:1].isdigit()


def _guarded(lifeline: int, command: tuple[str, ...]) -> list[str]:
    """The command behind the guard. A packed program is its own interpreter: it knows the guard by an argument."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine-guard", str(lifeline), *command]
    return [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(lifeline), *command]


def _find(launch: Launch) -> str:
    """The program's file. A name without a slash is looked for in PATH; a relative path is meant from `folder`."""
    if not launch.command:
        raise EngineUnusable(f"{launch.name}: no program is named")
    program = launch.command[0]
    if launch.folder and not Path(launch.folder).is_dir():
        raise EngineUnusable(f"{launch.name}: there is no folder {launch.folder}")
    if "/" not in program:
        found = shutil.which(program)
        if found is None:
            raise EngineUnusable(f"{launch.name}: there is no program {program}")
        return found
    path = Path(launch.folder or ".").joinpath(program).absolute()
    if not path.exists():
        raise EngineUnusable(f"{launch.name}: there is no program {program}")
    if path.is_dir() or not os.access(path, os.X_OK):
        raise EngineUnusable(f"{launch.name}: {program} is not a program that may be run")
    return str(path)
