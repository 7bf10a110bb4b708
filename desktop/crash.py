"""Reports internal errors: in a log, and to the user as plain text. Nothing is sent anywhere.

Exceptions of slots and threads come here through Python's hooks; crashes of compiled code are written by faulthandler and
reported at the next start.
"""

import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, Slot, qInstallMessageHandler, qVersion

from engine.ground.files import append_durably, appending
from engine.ground.version import VERSION

FAULT_LOG = "crash.log"
ERROR_LOG = "errors.log"
LARGEST_LOG = 1_000_000  # bytes; a larger log is renamed to .old, and a new one begun
QUIET = ("This plugin does not support ",)  # the offscreen platform says this of windows and menus
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_log = logging.getLogger(__name__)


class CrashReport:
    """Installs the program's hooks. `tell` is called with the user's text and the log's path; None before there is a window."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: the folder of the logs; None if it cannot be written."""
        self._folder = folder
        self._file: FileIO | None = None
        self._telling = False
        self._elsewhere = _ThreadErrors(self)
        self.tell: Callable[[str, str], None] | None = None
        self.last_fault = self._take_last_fault()

    def install(self) -> None:
        if self._folder is not None:
            try:
                self._file = appending(self._folder / FAULT_LOG, private=True)
                self._file.truncate(0)
                faulthandler.enable(self._file)
            except OSError:
                faulthandler.enable()
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        qInstallMessageHandler(self._on_qt_message)

    def close(self) -> None:
        """Removes the hooks at a regular end, so that the next start reports no crash."""
        qInstallMessageHandler(None)
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        faulthandler.disable()
        if self._file is not None:
            self._file.close()
            self._file = None

    def report(self, error: BaseException) -> None:
        _log.error("unexpected exception", exc_info=error)
        text = "".join(traceback.format_exception(error))
        path = self._write(f"{_header()}\n{text}")
        sys.stderr.write(text)
        self.tell_user(fault_sentence(error), path)

    def tell_user(self, text: str, path: str) -> None:
        if self.tell is None or self._telling:
            return
        self._telling = True  # a fault in `tell` must not be reported through `tell`, endlessly
        try:
            self.tell(text, path)
        finally:
            self._telling = False

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.report(error)

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None and not isinstance(arguments.exc_value, SystemExit):
            _log.error("unexpected exception of a thread", exc_info=arguments.exc_value)
            path = self._write(f"{_header()}\n" + "".join(traceback.format_exception(arguments.exc_value)))
            sys.stderr.write(f"a background thread failed: {arguments.exc_value!r}; see {path or 'above'}\n")
            with suppress(RuntimeError):  # the program has ended meanwhile
                self._elsewhere.failed.emit(fault_sentence(arguments.exc_value), path)

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        _log.log(_LEVELS[kind], "Qt: %s", text)
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) or text.startswith(QUIET):
            return
        self._write(f"{_header()}\nQt {kind.name}: {text}\n")
        sys.stderr.write(f"Qt: {text}\n")

    def _take_last_fault(self) -> str:
        """Sets aside the log of a crash in the last run. Returns its path, empty if there was none."""
        if self._folder is None:
            return ""
        log = self._folder / FAULT_LOG
        try:
            if not log.exists() or not log.stat().st_size:
                return ""
            kept = log.with_name(f"crash-{datetime.now().astimezone():%Y%m%d-%H%M%S}.log")
            log.replace(kept)
        except OSError:
            return ""
        return str(kept)

    def _write(self, text: str) -> str:
        """Appends to the error log. Returns its path, empty on failure."""
        if self._folder is None:
            return ""
        log = self._folder / ERROR_LOG
        try:
            if log.exists() and log.stat().st_size > LARGEST_LOG:
                log.replace(log.with_suffix(".old"))
            append_durably(log, f"{text}\n".encode(errors="backslashreplace"), private=True)
        except OSError:
            return ""
        return str(log)


class _ThreadErrors(QObject):
    """Passes failures of threads to the GUI thread."""

    failed = Signal(str, str)  # the user's text, and the path of the log

    def __init__(self, report: CrashReport) -> None:
        super().__init__()
        self._report = report
        self.failed.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    @Slot(str, str)
    def _tell(self, text: str, path: str) -> None:
        self._report.tell_user(text, path)


def fault_sentence(error: BaseException) -> str:
    return f"Internal error: {type(error).__name__}: {error}"


def _header() -> str:
    import platform  # only when there is something to report

    now = datetime.now().astimezone().isoformat(timespec="seconds")
    return f"--- {now} Ratsu {VERSION}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
