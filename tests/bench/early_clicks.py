"""A first move made before the window is filled: is it played?

    xvfb-run python -m tests.bench.early_clicks [ROUNDS]      (default: 4 of each)

As soon as the start position is painted, 1.e4 is played through the X server (xdotool): by two clicks with 0.05, 0.3 and 0.6 s
between them, by dragging the pawn, and by keys. Prints how many of the moves were played, for each way. Exit code 1 if one was
lost. Needs xdotool.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 4
PROGRAM = """
import time
from PySide6.QtCore import QPoint, QTimer
from desktop import program
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.kit import geometry

class Told(program.FirstBoard):
    def paintEvent(self, event):
        super().paintEvent(event)
        if self.window().windowHandle().isExposed() and not getattr(self, "told", False):
            self.told = True
            ratio = self.devicePixelRatioF()
            place = geometry.board_at_start(self.size(), self._side, self._zoom, ratio)
            where = BoardGeometry.fit(place.width(), place.height(), ratio, self._flipped, self._coordinates, 1.0)
            for square in (12, 28):
                at = self.mapToGlobal((where.rect(square).translated(place.topLeft())).center().toPoint())
                print(at.x(), at.y(), flush=True)

program.FirstBoard = Told
fill = program.Program._fill
def told_fill(self):
    fill(self)
    print(time.monotonic(), flush=True)
    def tell():
        print("played", *[move.uci for move in self._window.services.game.state.game.main_line()][:1], flush=True)
        self._shell.close()
    QTimer.singleShot(4000, tell)
program.Program._fill = told_fill
from desktop import main
main.run([])
"""
Point = tuple[str, str]


def tool(*words: str) -> None:
    """Runs xdotool."""
    subprocess.run(["xdotool", *words], check=True)


def clicked(gap_s: float) -> Callable[[Point, Point], None]:
    """Two clicks with a pause."""

    def play(start: Point, end: Point) -> None:
        tool("mousemove", *start, "click", "1")
        time.sleep(gap_s)
        tool("mousemove", *end, "click", "1")

    return play


def dragged(start: Point, end: Point) -> None:
    """The pawn is dragged."""
    tool("mousemove", *start, "mousedown", "1")
    for part in (0.3, 0.6, 1.0):
        between = [str(round(int(one) + part * (int(two) - int(one)))) for one, two in zip(start, end, strict=True)]
        tool("mousemove", *between)
    tool("mouseup", "1")


def typed(start: Point, _: Point) -> None:
    """The move is typed; the mouse over the window gives it the keyboard where no window manager does."""
    tool("mousemove", *start, "key", "slash", "e", "4", "Return")


def played(way: Callable[[Point, Point], None], home: str) -> tuple[bool, bool]:
    """Starts the program and plays. Returns whether the first move is e2e4, and whether it was made before the window was
    filled."""
    names = ("CONFIG", "DATA", "STATE", "CACHE")
    environment = {**os.environ, **{f"XDG_{name}_HOME": f"{home}/{name}" for name in names}}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    start, end = (tuple(process.stdout.readline().split()) for _ in range(2))
    way(start, end)  # type: ignore[arg-type]
    made = time.monotonic()
    filled, *rest = process.stdout.read().split("\n")
    process.wait(60)
    return "played e2e4" in rest, made < float(filled)


def main() -> int:
    """Plays in turn and counts."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    ways: dict[str, Callable[[Point, Point], None]] = {f"clicks, {gap} s": clicked(gap) for gap in (0.05, 0.3, 0.6)}
    ways |= {"drag": dragged, "keys": typed}
    lost = 0
    for name, way in ways.items():
        with tempfile.TemporaryDirectory() as home:
            answers = [played(way, home) for _ in range(rounds)]
        count = sum(move for move, _ in answers)
        lost += rounds - count
        print(
            f"{name}: {count} of {rounds} played, {sum(early for _, early in answers)} made before the window was filled"
        )
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
