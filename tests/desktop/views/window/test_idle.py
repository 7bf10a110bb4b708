"""Nothing wakes a window that nobody touches."""

import gc
import os
import signal

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from desktop import signal_wakeup as signal_bell
from desktop.signal_wakeup import SignalWaker
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow


def repeating() -> list[QTimer]:
    """The timers that run and do not end by themselves."""
    timers = (one for one in gc.get_objects() if isinstance(one, QTimer) and isValid(one))
    return [timer for timer in timers if timer.isActive() and not timer.isSingleShot()]


def test_no_timer_repeats_on_any_page_of_an_idle_window(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    for mode in Mode:
        window.modes.show(mode)
    qtbot.waitUntil(lambda: not repeating(), timeout=5_000)


def test_a_signal_wakes_the_loop(qtbot: QtBot) -> None:
    heard: list[int] = []
    rung: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    owner = QObject()
    bell = SignalWaker(lambda: rung.extend(heard), owner)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        qtbot.waitUntil(lambda: rung == [signal.SIGTERM], timeout=5_000)
    finally:
        bell.stop()
        signal.signal(signal.SIGTERM, before)


def test_a_signal_wakes_the_loop_through_sockets_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal_bell, "_pair", signal_bell._pair_of_sockets)  # where the system has no such pipes
    test_a_signal_wakes_the_loop(qtbot)
