"""What the modules of screens share: the value of one picture, and waiting."""

import time
from collections.abc import Callable
from dataclasses import dataclass

_PATIENCE = 10  # times as long, where others are at work


@dataclass(frozen=True)
class Screen:
    """One picture: what the window shows, in which colours, size (device-independent pixels) and scaling."""

    name: str
    shows: str
    width: int = 1024
    height: int = 700
    scheme: str = "light"
    scaling: float = 1.0
    language: str = "en"


def let_run(milliseconds: int) -> None:
    """Lets the window and the threads behind it run. QTest.qWait would keep the GIL and starve the threads."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(condition: Callable[[], bool], milliseconds: int) -> None:
    """Lets the window run until the condition holds; ends the program where it never does. `milliseconds` are those of a
    quiet machine."""
    deadline = time.monotonic() + _PATIENCE * milliseconds / 1000
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("screens: the engine did not answer in time")
        let_run(20)
