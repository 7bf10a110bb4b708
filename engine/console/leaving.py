"""Ctrl+C, a closed terminal and the end of the session, as one exception in the main thread."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks the last


class Leaving(BaseException):
    """The program is asked to end. `heard`: somebody may still read what it writes; a closed terminal nobody does."""

    def __init__(self, heard: bool) -> None:
        super().__init__()
        self.heard = heard


@contextlib.contextmanager
def leaving_by_signal() -> Iterator[None]:
    """In the block the first of the signals raises `Leaving` in the main thread; later ones do nothing, so that what is saved
    then is saved. A program that was started to outlive its terminal (`nohup`) does."""
    numbers = [number for name in SIGNALS if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.getsignal(number) for number in numbers}

    def leave(number: int, _frame: FrameType | None) -> None:
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)
        raise Leaving(heard=number in (signal.SIGINT, signal.SIGTERM))

    for number, handler in before.items():
        if number == signal.SIGINT or handler is not signal.SIG_IGN:
            signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
