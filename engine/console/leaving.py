"""Ctrl+C, a closed terminal and the end of the session, as one exception in the main thread."""

import contextlib
import io
import select
import signal
from collections.abc import Iterator
from types import FrameType

from engine.play.crew import HEARD_S

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks the last


class Leaving(BaseException):
    """The program is asked to end. `heard`: somebody may still read what it writes; a closed terminal nobody does."""

    def __init__(self, heard: bool) -> None:
        super().__init__()
        self.heard = heard


class Signals:
    """In its block the first of the signals raises `Leaving` in the main thread; later ones do nothing, so that what is saved
    then is saved. A program that was started to outlive its terminal (`nohup`) does."""

    def __init__(self) -> None:
        self._numbers = [number for name in SIGNALS if (number := getattr(signal, name, None)) is not None]
        self._busy = 0  # parts that are not broken off, one inside the other
        self._came: int | None = None

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """The block."""
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
        """A part of the block that is not broken off: a signal is heard at its end. Such parts may be nested."""
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
        raise Leaving(heard=number in (signal.SIGINT, signal.SIGTERM))


class HeardInput(io.FileIO):
    """An input whose reader hears a signal while nobody types: Python does not wake for one that came just before it began to
    read. Not for Windows, where only sockets can be waited for so."""

    def read(self, size: int | None = -1, /) -> bytes:
        """As `FileIO.read`."""
        while not select.select([self], [], [], HEARD_S)[0]:
            pass
        return super().read(size) or b""
