"""A test leaves nothing behind: no window, no running timer, no running thread, no open database. What is left is named, with
the line that started it (after napari's conftest)."""

import sqlite3
import sys
import threading
import traceback
import weakref
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

# The books of a mover end with its process: where movers are made in the tests' own process, they stay open.
DATABASES_CLOSED = (
    "tests/books/",
    "tests/engine/play/world/",
    "tests/engine/night/test_queue.py",
    "tests/fuzz/test_cost.py",
)
_started_at: "weakref.WeakKeyDictionary[Any, list[tuple[str, int, str]]]" = weakref.WeakKeyDictionary()


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails the test that leaves a thread or an open database, or, where Qt is loaded, a window, a timer or a QThread."""
    opened: list[_Watched] = []
    connect = sqlite3.connect
    if request.node.nodeid.startswith(DATABASES_CLOSED):
        monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: _watched(opened, connect, *given, **named))
    threads_before = set(threading.enumerate())
    with_qt = "PySide6.QtCore" in sys.modules
    if with_qt:
        _remember_starts(monkeypatch)
    yield
    left = _threads_left(threads_before) + [one.told for one in opened if one.told]
    if with_qt:
        left += _qt_left()
    if left:
        pytest.fail("left behind:\n" + "\n".join(left), pytrace=False)


class _Watched(sqlite3.Connection):
    """A connection that knows whether it was closed; from Python 3.13 on one that is not would be a ResourceWarning of
    whatever test runs when it is collected."""

    told = ""

    def close(self) -> None:
        """Closes it."""
        super().close()
        self.told = ""


def _watched(opened: list[_Watched], connect: Any, *given: Any, **named: Any) -> sqlite3.Connection:
    connection: _Watched = connect(*given, **{"factory": _Watched, **named})
    connection.told = f"open database {given[0]}, opened at\n{''.join(traceback.format_stack(limit=9)[:-2])}"
    opened.append(connection)
    return connection


def _remember_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtCore import QThread, QTimer

    for kind in (QTimer, QThread):
        monkeypatch.setattr(kind, "start", _remembering(kind.start))


def _remembering(start: Any) -> Any:
    def remembering_start(self: Any, *arguments: Any) -> Any:
        _started_at[self] = _callers()
        return start(self, *arguments)

    return remembering_start


def _callers() -> list[tuple[str, int, str]]:
    """File, line and function of those who called the caller of this. Their words are read only where something is left."""
    found: list[tuple[str, int, str]] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and len(found) < 5:
        found.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return found


def _start_of(started: Any) -> str:
    rows = reversed(_started_at.get(started, []))
    return "".join(traceback.format_list([traceback.FrameSummary(*row) for row in rows])) or "unknown"


def _threads_left(before: set[threading.Thread]) -> list[str]:
    new = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    for thread in new:
        thread.join(timeout=60)  # one that is just finishing may finish
    return [f"thread {thread.name}" for thread in new if thread.is_alive()]


def _qt_left() -> list[str]:
    import gc

    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer

    application = QCoreApplication.instance()
    if application is None:
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left = _windows_left(application)
    if left:
        gc.collect()
        left = _windows_left(application)
    for found in list(_started_at):  # not all that the collector knows: in a long run that is a second of each test
        if isinstance(found, QTimer) and _is_alive(found) and found.isActive():
            left.append(f"running timer {found!r}, started at\n{_start_of(found)}")
        elif isinstance(found, QThread) and _is_alive(found) and not found.wait(60_000):
            left.append(f"running thread {found!r}, started at\n{_start_of(found)}")
    return left


def _is_alive(found: Any) -> bool:
    import shiboken6

    return bool(shiboken6.isValid(found))


def _windows_left(application: Any) -> list[str]:
    """Top-level widgets that still exist, in words; empty for a QCoreApplication."""
    top_level: list[Any] = getattr(application, "topLevelWidgets", list)()
    return [
        f"window {type(widget).__module__}.{type(widget).__qualname__} {widget.objectName()!r} {widget.windowTitle()!r}"
        for widget in top_level
        if _is_alive(widget) and widget.parent() is None
    ]
