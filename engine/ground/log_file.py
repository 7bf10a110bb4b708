"""Logging for the window and the console: `ratsu --log FILE ...`. Modules log through `logging.getLogger(__name__)`.

Standard output is never used, because it belongs to UCI and XBoard. Without `--log` no file is written; the window stores its
latest lines in memory (`RecentLines`).
"""

import argparse
import contextlib
import io
import logging
import re
import sys
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from engine.ground.errors import RatsuError
from engine.ground.files import appending, opened
from engine.ground.values import dataclass
from engine.ground.version import VERSION

LEVELS = ("debug", "info", "warning", "error")
MOST_BYTES = 5_000_000  # of one file; a full one becomes FILE.1 and replaces the old FILE.1
MOST_LINES = 500  # in memory, for the window's Help menu
HANDLER = "ratsu log file"  # the name of the handler in this process
_FORM = "%(asctime)s.%(msecs)03d %(levelname)-7s %(threadName)s %(name)s: %(message)s"
_TIME = "%Y-%m-%d %H:%M:%S"
_FIRST_LINE = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} ")  # the start of every file written by this module

_log = logging.getLogger(__name__)


class LogError(RatsuError):
    """The log cannot be written, or its options are wrong."""


@dataclass(frozen=True)
class LogOptions:
    """`file` None: no log. `level`: one of LEVELS."""

    file: Path | None = None
    level: str = "info"


def take_options(arguments: Sequence[str]) -> tuple[LogOptions, list[str]]:
    """Removes `--log FILE` and `--log-level LEVEL` from a command line, at any place. Returns them and the rest.

    :raises LogError: a value is missing, or the level is unknown.
    """
    found: dict[str, str] = {}
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in ("--log", "--log-level"):
            found[name] = value if equals else next(words, "")
            if not found[name]:
                raise LogError("%1 needs a value: %1 %2", name, "FILE" if name == "--log" else "|".join(LEVELS))
        elif word == "--":
            rest += [word, *words]
        else:
            rest.append(word)
    level = found.get("--log-level", LogOptions.level).lower()
    if level not in LEVELS:
        raise LogError("--log-level %1 is unknown; choose one of %2", repr(level), ", ".join(LEVELS))
    return LogOptions(Path(found["--log"]) if "--log" in found else None, level), rest


def add_help(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a parser's help; `take_options` has removed them before the parser runs."""
    group = parser.add_argument_group("log")
    group.add_argument("--log", metavar="FILE", dest="log_file", help="write a log to this file, for a bug report")
    group.add_argument("--log-level", metavar="LEVEL", help=f"{', '.join(LEVELS)} (default: {LogOptions.level})")


def begin(options: LogOptions) -> None:
    """Starts the log of this process; called once by the program's entry.

    :raises LogError: the file cannot be written, or is not a log.
    """
    root = logging.getLogger()
    root.addHandler(logging.NullHandler())  # without a handler Python prints warnings on standard error
    if options.file is None:
        return
    _check(options.file)
    root.addHandler(_file_handler(options.file, options.level))
    root.setLevel(options.level.upper())
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_thread
    import platform  # 1 ms, only with a log

    _log.info("Ratsu %s, Python %s, %s", VERSION, platform.python_version(), platform.platform())
    _log.info("command line: %s", " ".join(sys.argv[1:]))


class RecentLines(logging.Handler):
    """The latest lines, for the window; level info and above, even without a file."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(_formatter())
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a line."""
        self._lines.append(self.format(record))

    def lines(self) -> tuple[str, ...]:
        """The lines, oldest first."""
        with self.lock or threading.Lock():
            return tuple(self._lines)

    def install(self) -> None:
        """Begins to take the lines of every logger."""
        root = logging.getLogger()
        root.addHandler(self)
        root.setLevel(min(root.level, logging.INFO))

    def close(self) -> None:
        """Takes no more lines."""
        logging.getLogger().removeHandler(self)
        super().close()


def file_in_use() -> Path | None:
    """The log file of this process; None without one."""
    handlers = (handler for handler in logging.getLogger().handlers if handler.name == HANDLER)
    return next((Path(handler.baseFilename) for handler in handlers if isinstance(handler, logging.FileHandler)), None)


def recent_lines() -> tuple[str, ...]:
    """The latest lines, oldest first; empty in the console, which installs no `RecentLines`."""
    handlers = (handler for handler in logging.getLogger().handlers if isinstance(handler, RecentLines))
    return next((handler.lines() for handler in handlers), ())


def _check(path: Path) -> None:
    """Refuses other files, so that a mistyped name does not add log lines to a game. :raises LogError: it is not a log."""
    try:
        with opened(path) as file:
            start = file.read(32)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unwritable(path, error) from error
    if start and not _FIRST_LINE.match(start):
        raise LogError("%1 is not a log of Ratsu, and nothing was written to it. Name another file after --log.", path)


def _ends_within_a_line(path: Path) -> bool:
    """True if the last line is incomplete, after a full disk; the next line would be joined to it. :raises OSError: it cannot
    be read."""
    try:
        with opened(path) as file:
            if not file.seek(0, io.SEEK_END):
                return False
            file.seek(-1, io.SEEK_END)
            return file.read(1) != b"\n"
    except FileNotFoundError:
        return False


def _unwritable(path: Path, error: OSError) -> LogError:
    return LogError("the log %1 cannot be written (%2). Name another file after --log.", path, error)


def _formatter() -> logging.Formatter:
    return logging.Formatter(_FORM, _TIME)


def _file_handler(path: Path, level: str) -> logging.Handler:
    """:raises LogError: it cannot be opened."""
    from logging.handlers import RotatingFileHandler  # imports sockets and pickle: only with a log

    class LogFile(RotatingFileHandler):
        """A log file private to the user. Closes at the first line that cannot be written."""

        def _open(self) -> io.TextIOWrapper:
            torn = _ends_within_a_line(Path(self.baseFilename))
            raw = appending(Path(self.baseFilename), private=True)
            if torn:
                raw.write(b"\n")
            return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace")

        def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
            logging.getLogger().removeHandler(self)
            print(f"ratsu: the log ends, {path} cannot be written ({sys.exc_info()[1]})", file=sys.stderr)
            with contextlib.suppress(OSError):  # its buffer cannot be written either
                self.close()

    try:
        handler = LogFile(path, maxBytes=MOST_BYTES, backupCount=1)
    except OSError as error:
        raise _unwritable(path, error) from error
    handler.setFormatter(_formatter())
    handler.setLevel(level.upper())
    handler.name = HANDLER
    return handler


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, Exception):
        _log.critical("uncaught exception", exc_info=error)
    sys.__excepthook__(kind, error, trace)


def _log_thread(arguments: threading.ExceptHookArgs) -> None:
    if isinstance(arguments.exc_value, Exception):
        _log.critical("uncaught exception of a thread", exc_info=arguments.exc_value)
    threading.__excepthook__(arguments)
