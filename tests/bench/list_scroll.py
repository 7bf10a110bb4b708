"""Processor time of the main thread for a step of scrolling in a list of games.

Run: `QT_QPA_PLATFORM=offscreen python -m tests.bench.list_scroll [FILE]`. Without a file, the shared sample of 2,000 games.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop.compose import Composition
from desktop.views.games.games_page import GamesPage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.desktop.services.conftest import folders_in
from tests.desktop.window_doubles import ScriptedSources
from tests.helpers.shared import SHARED

STEPS_PX = (1, 28, 700)  # a pixel, a row, a page
TIMES = 40


def wait(done: Callable[[], object]) -> None:
    """Runs the window until something is done, at most a minute."""
    end = time.monotonic() + 60
    while not done():
        QApplication.processEvents()
        time.sleep(0.005)
        if time.monotonic() > end:
            raise SystemExit("list_scroll: the list was not read within a minute")


def main() -> None:
    """Prints the median for each step."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "data" / "games" / "sample_2000.pgn"
    application = QApplication(["ratsu"])
    with tempfile.TemporaryDirectory() as home:
        composition = Composition(folders_in(Path(home)), ScriptedSources(), reply_ms=0)
        composition.window_shown()
        window = MainWindow(composition.services)
        window.resize(1400, 1000)
        window.show()
        window.show_mode(Mode.GAMES)
        lists = composition.services.lists
        lists.open(path)
        wait(lambda: lists.state.total and not lists.state.loading)
        page = window.findChild(GamesPage)
        assert isinstance(page, GamesPage)
        bar = page.table.verticalScrollBar()
        for step in STEPS_PX:
            took_ms = []
            for _ in range(TIMES):
                application.processEvents()
                began = time.thread_time()
                bar.setValue(bar.value() + step)
                application.processEvents()
                took_ms.append(1000 * (time.thread_time() - began))
            print(f"{step:>4} pixels: median {statistics.median(took_ms):.1f} ms, most {max(took_ms):.1f} ms")
        composition.close()
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
