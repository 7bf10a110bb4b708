"""How long from the start of the process to the board on the screen, as a ratio to a bare PySide6 window.

    xvfb-run python -m tests.bench.start_time [ROUNDS]

Prints the medians of four starts measured in turn in one run, so that a busy machine slows all alike: a bare window, the picture
of the board in Ratsu's window, the board on which moves can be made, and the whole window around it, each until its painting is
done. The last line is `picture N board N window N`, the ratios of the processor time.
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
BARE = """
import os, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
def report():
    print(time.monotonic(), time.process_time(), flush=True)
    os._exit(0)
class Timed(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        if self.windowHandle().isExposed():
            QTimer.singleShot(0, report)
application = QApplication([])
window = Timed()
window.setCentralWidget(QLabel("bare"))
window.resize(1280, 840)
window.show()
application.exec()
"""
PROGRAM = """
import os, time
from desktop import main
def at_stage(stage):
    if stage == {stage!r}:
        painted = time.monotonic(), time.process_time()
        from PySide6.QtWidgets import QApplication
        assert any(shown.windowHandle().isExposed() for shown in QApplication.topLevelWidgets() if shown.windowHandle())
        print(*painted, flush=True)
        os._exit(0)
main.run([], at_stage)
"""
STAGES = ("game", "imports", "door")  # each begins when what the one before it shows has been painted
STARTS = (BARE, *(PROGRAM.format(stage=stage) for stage in STAGES))


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
    names = ("picture", "board", "window")
    for kind, name in enumerate(("by the clock", "of the processor")):
        bare, *ours = (statistics.median(start[kind] for start in column) for column in zip(*rows, strict=True))
        told = ", ".join(f"{part} {1000 * time_s:.0f} ms" for part, time_s in zip(names, ours, strict=True))
        print(f"{name}: bare {1000 * bare:.0f} ms, {told}")
        print(" ".join(f"{part} {time_s / bare:.2f}" for part, time_s in zip(names, ours, strict=True)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
