"""How long from the start of the process to the board on the screen, as a ratio to a bare PySide6 window.

    xvfb-run python -m tests.bench.start_time [ROUNDS]

Prints the medians of three starts measured in turn in one run, so that a busy machine slows all alike: a bare window, the board
in Ratsu's window, and the whole window around it. The last line is `board N window M`, the ratios of the processor time.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 15
REPORT = """
import sys, time
def timed(base):
    class Timed(base):
        def paintEvent(self, event):
            super().paintEvent(event)
            if self.window().windowHandle().isExposed() and not getattr(self, "told", False):
                self.told = True
                print(time.monotonic(), time.process_time(), flush=True)
                from PySide6.QtCore import QTimer
                QTimer.singleShot(0, self.window().close)
    return Timed
"""
BARE = """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
application = QApplication([])
window = timed(QMainWindow)()
window.setCentralWidget(QLabel("bare"))
window.resize(1280, 840)
window.show()
application.exec()
"""
BOARD = """
from desktop import main
def time_board(stage):
    if stage == "folders":
        from desktop import program
        program.FirstBoard = timed(program.FirstBoard)
main.run([], time_board)
"""
WHOLE = """
from desktop import main
def time_window(stage):
    if stage == "window":
        from desktop.views.board import board_view
        board_view.BoardView = timed(board_view.BoardView)
main.run([], time_window)
"""
STARTS = (REPORT + BARE, REPORT + BOARD, REPORT + WHOLE)


def seconds(code: str, home: str) -> tuple[float, float]:
    """From before the process is made to the first paint in its exposed window: by the clock, and of the processor."""
    environment = {
        **os.environ,
        **{f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=True
    )
    painted, used = map(float, run.stdout.split()[:2])
    return painted - began, used


def main() -> int:
    """Measures in turn and prints the ratio of the medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as home:
        for code in STARTS:
            seconds(code, home)  # compiles what Python caches
        rows = [[seconds(code, home) for code in STARTS] for _ in range(rounds)]
    for kind, name in enumerate(("by the clock", "of the processor")):
        bare, board, window = (statistics.median(start[kind] for start in column) for column in zip(*rows, strict=True))
        print(f"{name}: bare {1000 * bare:.0f} ms, board {1000 * board:.0f} ms, window {1000 * window:.0f} ms")
        print(f"board {board / bare:.2f} window {window / bare:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
