"""Background work: a thread with a queue, whose answers arrive in the GUI thread.

The worker's only cross-thread signal ends in a `@Slot` method of a QObject in the GUI thread, over an explicitly queued
connection: plain callables as cross-thread receivers crash PySide6 from 6.8 on (PYSIDE-3124).
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.ground.errors import RatsuError
from engine.ground.text import Text

T = TypeVar("T")
CLOSE_MS = 500  # how long a worker may take to finish its job when the program ends
_log = logging.getLogger(__name__)


class Worker(QObject):
    """Runs jobs one after another on one thread, which starts with the first job.

    Answers are delivered in the GUI thread, except those of dropped jobs. Every other job is answered, whatever it
    raises: by `on_done` or by `on_error`, which gets a RatsuError's text. Any other exception is a bug and also goes to
    the crash report.
    """

    ended = Signal(int)  # ticket of a job that was not dropped; its answer is delivered next
    _finished = Signal(int, object, object)  # ticket, value, error

    def __init__(
        self, name: str, parent: QObject | None = None, close_ms: int = CLOSE_MS, *, finish: bool = False
    ) -> None:
        """`close_ms`: how long the running job may take when the worker is closed; `finish`: queued jobs are run before
        that.
        """
        super().__init__(parent)
        self._name, self._close_ms, self._finish = name, close_ms, finish
        self._jobs: deque[tuple[int, Callable[[], Any]]] = deque()
        self._receivers: dict[int, tuple[Callable[[Any], object], Callable[[Text], object]]] = {}
        self._next_ticket = 1
        self._wake = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(self, job: Callable[[], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]) -> int:
        """Queues a job. `on_done` and `on_error` are called in the GUI thread. Returns a ticket for `drop`."""
        ticket = self._next_ticket
        self._next_ticket += 1
        self._receivers[ticket] = (on_done, on_error)
        with self._wake:
            if self._closing:
                return ticket
            self._jobs.append((ticket, job))
            self._wake.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        return ticket

    def submit_latest(
        self, job: Callable[[], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]
    ) -> int:
        """Queues a job in place of all queued or running ones: only the last answer counts."""
        self.drop_all()
        return self.submit(job, on_done, on_error)

    def drop(self, ticket: int) -> None:
        """Drops a job: it is not run if it is queued, and its answer is not delivered if it is running."""
        self._receivers.pop(ticket, None)
        with self._wake:
            self._jobs = deque(job for job in self._jobs if job[0] != ticket)

    def drop_all(self) -> None:
        self._receivers.clear()
        with self._wake:
            self._jobs.clear()

    def close(self) -> bool:
        """Ends the thread: after the running job, or after all queued ones.

        Returns whether it ended in time. The caller has asked the running job to stop. A thread that does not end is
        left to the end of the process.
        """
        if not self._finish:
            self.drop_all()
        self._receivers.clear()
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._thread is None:
            return True
        self._thread.join(self._close_ms / 1000)
        return not self._thread.is_alive()

    @Slot(int, object, object)
    def _deliver(self, ticket: int, value: Any, error: BaseException | None) -> None:
        receiver = self._receivers.pop(ticket, None)
        if receiver is not None:
            on_done, on_error = receiver
            self.ended.emit(ticket)
            if error is None:
                on_done(value)
            elif isinstance(error, RatsuError):
                on_error(error.text)
            else:
                on_error(
                    Text("This failed because of an error in Ratsu (%1: %2). Try again.", type(error).__name__, error)
                )
        if error is not None and not isinstance(error, RatsuError):
            raise error if isinstance(error, Exception) else RuntimeError(repr(error)) from error

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._jobs and not self._closing:
                    self._wake.wait()
                if not self._jobs:
                    return
                ticket, job = self._jobs.popleft()
            try:
                self._send(ticket, job(), None)
            except BaseException as error:  # noqa: BLE001 - raised in the GUI thread, where the crash report is
                told = isinstance(error, RatsuError)  # no bug: the user reads it
                _log.log(logging.INFO if told else logging.ERROR, "%s: %s", self._name, error, exc_info=not told)
                self._send(ticket, None, error)

    def _send(self, ticket: int, value: Any, error: BaseException | None) -> None:
        if self._closing:
            return  # the receiver may be deleted already
        try:
            self._finished.emit(ticket, value, error)
        except RuntimeError:  # the program ended while the job ran: the QObject is gone
            return


class Mailbox:
    """The last report of each rank, put by a search's thread and taken by a timer of the GUI thread.

    A newer report replaces an older one, so that reports never queue up.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reports: dict[int, Any] = {}

    def put(self, rank: int, report: Any) -> None:
        """Stores a report, from any thread."""
        with self._lock:
            self._reports[rank] = report

    def take(self) -> dict[int, Any]:
        with self._lock:
            reports, self._reports = self._reports, {}
        return reports
