"""Wakes Qt's event loop on a signal. Without it Python's handler would wait for the next event of the window."""

import os
import signal
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, Slot


class SignalWaker(QObject):
    """Python writes a byte for each signal into a pipe, and Qt watches the other end, so that an idle window can sleep."""

    def __init__(self, rung: Callable[[], object], parent: QObject) -> None:
        """`rung` is called in the GUI thread after the handlers of the signals."""
        super().__init__(parent)
        self._rung = rung
        self._heard, self._pulled, self._read, self._close = _pair()
        self._notifier = QSocketNotifier(self._heard, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._ring)
        signal.set_wakeup_fd(self._pulled, warn_on_full_buffer=False)

    def stop(self) -> None:
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._close()

    @Slot()
    def _ring(self) -> None:
        self._read()
        self._rung()


def _pair() -> tuple[int, int, Callable[[], object], Callable[[], None]]:
    """The read end, the write end, a function that reads, and one that closes both ends."""
    if not hasattr(os, "pipe2"):  # macOS, and Windows, on which Python needs a socket
        return _pair_of_sockets()
    heard, pulled = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def close() -> None:
        os.close(heard)
        os.close(pulled)

    return heard, pulled, lambda: os.read(heard, 4096), close


def _pair_of_sockets() -> tuple[int, int, Callable[[], object], Callable[[], None]]:
    import socket  # 3 ms of the start, so only if needed

    heard, pulled = socket.socketpair()
    for end in (heard, pulled):
        end.setblocking(False)

    def close() -> None:
        heard.close()
        pulled.close()

    return heard.fileno(), pulled.fileno(), lambda: heard.recv(4096), close
