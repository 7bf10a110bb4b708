"""Starts the program of the present folder and answers on a line what is on its screen: see `first_wishes.py`.

Knows nothing of its own checkout: it is run in older ones as well.
"""

import json
import queue
import socket
import sys
import threading
from pathlib import Path
from typing import Any

POLL_MS = 10


class Line:
    """Expressions come in by a thread, are evaluated in the window's thread, and their values go back."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(address)
        self._file = self._socket.makefile("rw")
        self._asked: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for text in self._file:
            self._asked.put(json.loads(text))

    def answer(self) -> None:
        """Answers what was asked."""
        while not self._asked.empty():
            try:
                value = eval(self._asked.get(), {**globals(), **names()})
            except Exception:  # noqa: BLE001 - not there yet, or never
                value = None
            plain = value if isinstance(value, (int, str, list, tuple)) else value is not None
            self._file.write(json.dumps(plain) + "\n")
            self._file.flush()


def names() -> dict[str, Any]:
    """The window and its parts, as they were called then and now."""
    from PySide6.QtWidgets import QApplication, QToolButton

    window = next(one for one in QApplication.allWidgets() if type(one).__name__ == "MainWindow")
    body = getattr(window, "body", None) or window.desk  # type: ignore[attr-defined]
    bar = getattr(body, "mode_bar", None) or body.rail
    board = body.panel.board
    services = window.services  # type: ignore[attr-defined]
    return {
        "window": window,
        "body": body,
        "bar": bar,
        "board": board,
        "services": services,
        "QToolButton": QToolButton,
    }


def at(widget: Any) -> list[int] | None:
    """The middle of a widget on the screen, if it can be seen and used."""
    if widget is None or not widget.isVisible() or not widget.isEnabled():
        return None
    middle = widget.mapToGlobal(widget.rect().center())
    return [middle.x(), middle.y()]


def square(name: str, board: Any = None) -> list[int]:
    """The middle of a square on the screen."""
    board = board or names()["board"]
    number = ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)
    middle = board.mapToGlobal(board.geometry_now.centre(number).toPoint())
    return [middle.x(), middle.y()]


def buttons() -> list[Any]:
    """All buttons in sight."""
    from PySide6.QtWidgets import QAbstractButton, QApplication

    return [one for one in QApplication.allWidgets() if isinstance(one, QAbstractButton) and one.isVisible()]


def button(text: str) -> Any:
    """The button that says so, if it is in sight."""
    for one in buttons():
        if text in (one.text().replace("&", ""), one.accessibleName()):
            return one
    return None


def dialog(kind: str) -> Any:
    """The dialog of a class."""
    from PySide6.QtWidgets import QApplication

    return next((one for one in QApplication.allWidgets() if type(one).__name__ == kind and one.isVisible()), None)


page = dialog


def clipboard(text: str) -> bool:
    """Puts a text there."""
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText(text)
    return True


def main(address: str) -> int:
    """Runs the program; the line is opened as soon as it has a window."""
    sys.path[0] = str(Path.cwd())
    from desktop.main import run

    kept: list[Any] = []

    def at_stage(_: str) -> None:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        if not kept and QApplication.instance() is not None:
            line, timer = Line(address), QTimer()
            timer.timeout.connect(line.answer)
            timer.start(POLL_MS)
            kept.extend((line, timer))

    return run([], at_stage)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
