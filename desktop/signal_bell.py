"""Wakes Qt's loop when a signal has come. Without it Python's handler would wait for the next event of the window."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, Slot


class SignalBell(QObject):
    """Python writes a byte for each signal to one end of a pair of sockets, and Qt watches the other: an idle window sleeps."""

    def __init__(self, rung: Callable[[], object], parent: QObject) -> None:
        """`rung` is called in the GUI thread after the handlers of the signals."""
        super().__init__(parent)
        self._rung = rung
        self._heard, self._pulled = socket.socketpair()  # sockets: on Windows Python takes no pipe
        for end in (self._heard, self._pulled):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._ring)
        signal.set_wakeup_fd(self._pulled.fileno(), warn_on_full_buffer=False)

    def stop(self) -> None:
        """Hears nothing any more."""
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._heard.close()
        self._pulled.close()

    @Slot()
    def _ring(self) -> None:
        self._heard.recv(4096)
        self._rung()
