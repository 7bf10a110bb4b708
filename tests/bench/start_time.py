"""How long from the start of the process to the window on the screen, as a ratio to a bare PySide6 window.

    xvfb-run python -m tests.bench.start_time [ROUNDS]

Prints the medians of three starts measured in turn in one run, so that a busy machine slows all alike: a bare window, Ratsu's
window on the screen, and the board painted in it. The last line is `ratio N board M`; N is promised to be at most 1.5.
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
                print(time.monotonic(), flush=True)
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
WINDOW = """
from desktop import program
program.Shell = timed(program.Shell)
from desktop import main
main.run([])
"""
BOARD = """
from desktop import program
fill = program.Program._fill
def timed_fill(self):
    from desktop.views.board import board_view
    board_view.BoardView = timed(board_view.BoardView)
    fill(self)
program.Program._fill = timed_fill
from desktop import main
main.run([])
"""
STARTS = (REPORT + BARE, REPORT + WINDOW, REPORT + BOARD)


def seconds(code: str, home: str) -> float:
    """From before the process is made to the first paint of its exposed window."""
    environment = {
        **os.environ,
        **{f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return float(run.stdout.split()[0]) - began


def main() -> int:
    """Measures in turn and prints the ratio of the medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as home:
        for code in STARTS:
            seconds(code, home)  # compiles what Python caches
        rows = [[seconds(code, home) for code in STARTS] for _ in range(rounds)]
    bare, window, board = (statistics.median(column) for column in zip(*rows, strict=True))
    print(
        f"bare window {bare * 1000:.0f} ms, Ratsu's {window * 1000:.0f} ms, board {board * 1000:.0f} ms ({rounds} rounds)"
    )
    print(f"ratio {window / bare:.2f} board {board / bare:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
