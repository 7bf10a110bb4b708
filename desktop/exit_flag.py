"""The flag that ends the program. Every stage of the start checks it, and so does the event loop.

A signal handler runs between any two lines of Python, also while a service is built or a window is painted. Closing the window
there could leave a process without a window, or Qt in the middle of a paint. So the handler only sets the flag.
"""

import signal

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl+C, the end of the session, a closed terminal; Windows has no SIGHUP


class ExitFlag:
    """Whether the program is to end, and its exit code (0: no fault)."""

    def __init__(self) -> None:
        self._asked = False
        self.exit_code = 0

    @property
    def asked(self) -> bool:
        """Whether the program is to end. Never reset."""
        return self._asked

    def ask(self) -> None:
        self._asked = True

    def follow_signals(self) -> None:
        """Makes SIGINT, SIGTERM and SIGHUP ask for the end, like the window's close button.

        One that the caller of the program ignores (`nohup`, a background job) stays ignored.
        """
        for name in SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: self.ask())
