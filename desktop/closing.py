"""The one flag that ends the program. Every stage of the start looks at it, and so does the event loop.

A signal's handler runs between any two lines of Python: while a service is built, while a window is painted. To close the
window there leaves a process without a window, or Qt in the middle of a paint. So the handler sets the flag and does nothing
else.
"""

import signal

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl+C, the end of the session, a closed terminal; Windows lacks the last


class Closing:
    """Whether the program is to end, and with which exit code (0: no fault)."""

    def __init__(self) -> None:
        self._asked = False
        self.exit_code = 0

    @property
    def asked(self) -> bool:
        """Whether the program is to end. Never taken back."""
        return self._asked

    def ask(self) -> None:
        """The program is to end."""
        self._asked = True

    def follow_signals(self) -> None:
        """From now on SIGINT, SIGTERM and SIGHUP ask for the end, as the window's button does.

        One that the caller of the program ignores (`nohup`, a background job) stays ignored.
        """
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: self.ask())
