"""How long from the start of the process to the window on the screen, as a ratio to a bare PySide6 window.

    xvfb-run python -m tests.bench.start_time [ROUNDS]

Prints both medians and, in the last line, `ratio N`. The promise is at most 1.5. Both are measured in one run, in
turn, so that a busy machine slows both.
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
            if self.windowHandle().isExposed() and not getattr(self, "told", False):
                self.told = True
                print(time.monotonic(), flush=True)
                from PySide6.QtCore import QTimer
                QTimer.singleShot(0, self.close)
    return Timed
"""
BARE = (
    REPORT
    + """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
application = QApplication([])
window = timed(QMainWindow)()
window.setCentralWidget(QLabel("bare"))
window.resize(1280, 840)
window.show()
application.exec()
"""
)
RATSU = (
    REPORT
    + """
from desktop import program
program.MainWindow = timed(program.MainWindow)
from desktop import main
main.run([])
"""
)


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
        for code in (BARE, RATSU):
            seconds(code, home)  # compiles what Python caches
        pairs = [(seconds(BARE, home), seconds(RATSU, home)) for _ in range(rounds)]
    bare, ratsu = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"bare window {bare * 1000:.0f} ms, Ratsu {ratsu * 1000:.0f} ms (medians of {rounds})")
    print(f"ratio {ratsu / bare:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
