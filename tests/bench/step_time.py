"""Processor time of the main thread for a step through a game with the arrow key held, and for a change of tab.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.step_time

The whole window in the mode Analyse, analysis off, two games of 120 plies. Prints the median, and what 90 of 100 stay
below. The X server's part, and what other threads do, are not in it.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.compose import Composition
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_shell import WindowShell
from engine.pgn.reader import read_games
from tests.desktop.services.conftest import folders_in
from tests.desktop.window_doubles import ScriptedSources
from tests.helpers.shared import SHARED

STEPS, TABS = 110, 40
HELD_S = 0.03  # between two repeats of a held key


def took_ms(act: Callable[[], object]) -> float:
    """Processor time of an act and of what the event loop does for it."""
    began = time.thread_time()
    act()
    QApplication.processEvents()
    return 1000 * (time.thread_time() - began)


def told(name: str, times: list[float]) -> None:
    """Prints the figures of one kind of act."""
    ninth = statistics.quantiles(times, n=10)[-1]
    print(f"{name}: median {statistics.median(times):.1f} ms, 90 % below {ninth:.1f} ms ({len(times)} times)")


def main() -> None:
    """Measures and prints."""
    application = QApplication(["ratsu"])
    games = [game for game in read_games(SHARED / "data" / "games" / "sample_2000.pgn") if len(game.main_line()) >= 120]
    with tempfile.TemporaryDirectory() as home:
        composition = Composition(folders_in(Path(home)), ScriptedSources(), reply_ms=0)
        services = composition.services
        services.analysis.switch(on=False)
        window, shell = MainWindow(services), WindowShell("")
        shell.fill(window)
        shell.resize(1280, 840)
        shell.show()
        composition.window_shown()
        window.show_mode(Mode.ANALYSE)
        tabs = []
        for game in games[:2]:
            services.game.open_tab(game)
            tabs.append(services.game.tabs.active)
        board = window.body.panel.board
        board.setFocus()
        for _ in range(20):
            application.processEvents()
            time.sleep(0.01)
        steps = []
        for _ in range(STEPS):
            steps.append(took_ms(lambda: QTest.keyClick(board, Qt.Key.Key_Right)))
            time.sleep(HELD_S)
        assert services.game.state.main_ply > STEPS // 2, "the keys did not reach the board"
        told("step", steps)
        told("tab", [took_ms(partial(services.game.select_tab, tabs[turn % 2])) for turn in range(TABS)])
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
