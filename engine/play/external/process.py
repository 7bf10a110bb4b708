"""A child process with lines of text as input and output: limited memory, a deadline on every wait, and no process left at
the end."""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.text import Text
from engine.ground.write_targets import is_file, is_folder
from engine.play.external.errors import EngineCrash, EngineFlood, EngineStall, EngineUnusable
from engine.play.external.launch import Deadlines, Launch
from engine.play.external.remote import connection_fault, machine_of, supervised_command
from engine.protocols.line_streams import CHUNK_BYTES, MAX_LINE_BYTES

if TYPE_CHECKING:
    from engine.play.external.posix_child import PosixChild
    from engine.play.external.windows_child import WindowsChild

MOST_WAITING_BYTES = 1_000_000  # unread lines; then the engine is made to wait by its full pipe
_LINE_COST = 120  # bytes that a waiting line takes beside its text
_STDERR_KEPT = 2_000  # the last bytes: what an engine says before it dies
_BY_SIGNAL = 128
_BY_WINDOWS = 0xC000_0000  # exit codes from here on are faults (NTSTATUS): 0xC0000005 is an access violation
_MANY_LINES = (
    500  # in one piece; an engine that talks so fast is slowed down, or this thread would slow the window down
)
_PAUSE_S = 0.02
_log = logging.getLogger(__name__)


class EngineProcess:
    """Starts at once. Lines are read by a thread of its own; everything else belongs to the thread that calls."""

    def __init__(self, launch: Launch, deadlines: Deadlines) -> None:
        """:raises EngineUnusable: there is no such program, or it cannot be run."""
        self.name = launch.name
        self._deadlines = deadlines
        program = _find(launch)
        try:
            self._child = _start((program, *supervised_command(launch.command)[1:]), launch.folder)
        except OSError as error:
            raise EngineUnusable("%1: %2 cannot be started (%3)", self.name, program, error) from error
        self._process = self._child.process
        _log.info("%s: started as process %d: %s", self.name, self._process.pid, " ".join(launch.command))
        self._machine, self._answered = machine_of(launch.command), False
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
        """Sends lines without line breaks inside.
        :raises EngineCrash: the input is closed.
        :raises EngineStall: the engine has not read it for a while."""
        _log.debug("%s < %s", self.name, "; ".join(lines))
        text = "".join(line.replace("\r", " ").replace("\n", " ") + "\n" for line in lines)
        self._window = (time.monotonic(), 0)
        with self._sending:
            self._write(text.encode("utf-8", errors="replace"))

    def line(self, deadline: float) -> tuple[str, float]:
        """The next line and when it came (time.perf_counter).

        Raises EngineStall at `deadline` (time.monotonic), EngineCrash at the end of the output, EngineFlood."""
        found = self.line_within(deadline - time.monotonic())
        if found is None:
            raise EngineStall("%1 did not answer in time", self.name)
        return found

    def line_within(self, timeout_s: float) -> tuple[str, float] | None:
        """The next line, or None after `timeout_s` or after a call of `wake`."""
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
        raise self._end()

    def wake(self) -> None:
        """Makes a running `line_within` return; callable from any thread."""
        with self._changed:
            self._changed.notify_all()

    def set_idle(self, idle: bool) -> None:
        """While idle (the engine ponders), search reports are dropped at once; answers remain."""
        self._idle = idle

    def kill(self) -> None:
        """Ends the engine and everything it started at once; any thread. `close` must still follow."""
        with self._sending:
            self._child.kill()

    def close(self, farewell: str = "quit", patience_s: float | None = None) -> None:
        """Sends the farewell, waits (`patience_s`, or else the deadline for leaving), then ends the engine and all its
        processes. May be called twice."""
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
            self._child.kill_group()
            self._process.wait()
        for thread in self._threads:
            thread.join(1.0)
        _log.info("%s: ended with exit code %s", self.name, self._process.poll())
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()

    def _wait(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
            return True
        return False

    def _write(self, data: bytes) -> None:
        try:
            self._child.write(data, time.monotonic() + self._deadlines.write_s)
        except TimeoutError:
            raise EngineStall("%1 does not read what is sent to it", self.name) from None
        except (OSError, ValueError) as error:
            raise self._end() from error

    def _end(self) -> EngineCrash:
        """The error for the end of the output."""
        if self._closed:
            return EngineCrash("%1 was ended", self.name)
        self._wait(0.5)
        code = self._process.poll()
        if code is None:
            return EngineCrash("%1 has closed its output", self.name)
        self._threads[1].join(0.2)
        last = self._stderr.decode("utf-8", errors="replace").strip().splitlines()[-1:]
        said = f": {''.join(c for c in last[0] if c.isprintable())[:200]}" if last else ""  # the engine's own words
        lost = connection_fault(self.name, self._machine, code, self._answered, said) if self._machine else None
        if lost is not None:
            return lost
        if _BY_SIGNAL < code < _BY_SIGNAL + 65:
            with contextlib.suppress(ValueError):
                return EngineCrash("%1 has crashed (%2)%3", self.name, signal.Signals(code - _BY_SIGNAL).name, said)
        if code >= _BY_WINDOWS:
            return EngineCrash("%1 has crashed (%2)%3", self.name, f"0x{code:X}", said)
        return EngineCrash("%1 has ended by itself (exit code %2)%3", self.name, code, said)

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
                    self._answered = True
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
                        self._flood(Text("%1 sends a line without end", self.name))
            if rest and not overlong:
                self._keep([rest], time.perf_counter())
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _keep(self, lines: list[bytes], heard: float) -> None:
        for raw in lines:
            if self._idle and _is_thinking(raw):
                continue
            line = _decoded(raw).rstrip("\r")
            _log.debug("%s > %s", self.name, line)
            with self._changed:
                while self._waiting_bytes > MOST_WAITING_BYTES and not self._closed and not self._idle:
                    self._changed.wait(1.0)
                if self._waiting_bytes > MOST_WAITING_BYTES:
                    continue  # no reader: output beyond the limit is dropped
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
            most, took = self._deadlines.flood_lines, f"{now - began:.1f}"
            self._flood(Text("%1 floods: more than %2 lines in %3 s", self.name, most, took))

    def _flood(self, text: Text) -> None:
        with self._changed:
            _log.warning("%s", text)
            self._fault = EngineFlood(text)
            self._changed.notify_all()

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._process.stderr.fileno(), CHUNK_BYTES):
                self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]


def _is_thinking(line: bytes) -> bool:
    """Whether a line is a search report of either protocol, which an idle client drops."""
    return line.lstrip().startswith((b"info", b"#")) or line[:4].strip()[:1].isdigit()


def _decoded(line: bytes) -> str:
    """A line's text: UTF-8, or else what Windows wrote before it."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _start(command: tuple[str, ...], folder: str) -> "PosixChild | WindowsChild":
    """:raises OSError: it cannot be started."""
    if os.name == "nt":
        from engine.play.external.windows_child import WindowsChild

        return WindowsChild(command, folder)
    from engine.play.external.posix_child import PosixChild

    return PosixChild(command, folder)


def _find(launch: Launch) -> str:
    """The program's file. A name without a slash is looked for in PATH; a relative path is meant from `folder`."""
    if not launch.command:
        raise EngineUnusable("%1: no program is named", launch.name)
    program = launch.command[0]
    if launch.folder and not is_folder(Path(launch.folder)):
        raise EngineUnusable("%1: there is no folder %2", launch.name, launch.folder)
    if not any(separator in program for separator in (os.sep, os.altsep or os.sep)):
        found = shutil.which(program)
        if found is None:
            raise EngineUnusable("%1: there is no program %2", launch.name, program)
        return found
    path = Path(launch.folder or ".").joinpath(program).absolute()
    if not is_file(path) and not is_folder(path):
        raise EngineUnusable("%1: there is no program %2", launch.name, program)
    if not is_file(path) or not os.access(path, os.X_OK):
        raise EngineUnusable("%1: %2 is not a program that may be run", launch.name, program)
    return str(path)
