"""Turns Ctrl+C, a closed terminal and the end of the session into one exception in the main thread."""

import contextlib
import io
import select
import signal
from collections.abc import Iterator
from types import FrameType

from engine.play.worker_pool import HEARD_S

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks SIGHUP


class ExitRequest(BaseException):
    """The program is asked to end. `heard`: its output may still be read; false after the terminal was closed."""

    def __init__(self, heard: bool) -> None:
        super().__init__()
        self.heard = heard


class Signals:
    """A block in which the first signal raises `ExitRequest` in the main thread and later ones are ignored, so that saving can
    finish. Signals that the program was started to ignore (`nohup`) remain ignored."""

    def __init__(self) -> None:
        self._numbers = [number for name in SIGNALS if (number := getattr(signal, name, None)) is not None]
        self._busy = 0  # depth of nested deferred parts
        self._came: int | None = None

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Installs the handlers for the block."""
        before = {number: signal.getsignal(number) for number in self._numbers}
        for number, handler in before.items():
            if number == signal.SIGINT or handler is not signal.SIG_IGN:
                signal.signal(number, self._come)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)

    @contextlib.contextmanager
    def later(self) -> Iterator[None]:
        """A part of the block that is not interrupted: a signal takes effect at its end. Such parts may be nested."""
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1
            if not self._busy and self._came is not None:
                self._leave(self._came)

    def _come(self, number: int, _frame: FrameType | None) -> None:
        if self._busy:
            self._came = self._came or number
        else:
            self._leave(number)

    def _leave(self, number: int) -> None:
        self._came = None
        for one in self._numbers:
            signal.signal(one, signal.SIG_IGN)
        raise ExitRequest(heard=number in (signal.SIGINT, signal.SIGTERM))


class HeardInput(io.FileIO):
    """An input that a signal interrupts while it waits for a line: Python does not wake up for a signal that came just before
    the read. Not for Windows, which can wait only for sockets this way."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Reads as `FileIO.read` does."""
        while not select.select([self], [], [], HEARD_S)[0]:
            pass
        return super().read(size) or b""
