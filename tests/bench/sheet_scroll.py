"""How many frames a second the sheet of a large game is scrolled with.

    xvfb-run python -m tests.bench.sheet_scroll [VARIATIONS ...]      (default: 1000 10000)

A repertoire, with a time at each move, is shown in a sheet of 400 x 800 pixels until it is written. Then it is scrolled through
in steps of 90 pixels, as a wheel does, from the top and from the middle, and jumped through in 300 steps from end to end. Each
step is painted before the next. Prints the frames a second by the wall clock and by processor time of the window's thread,
which other work on the machine does not slow down, and the slowest frame. Wanted: 60 by processor time, also in the slowest 1 %.
"""

import os
import sys
import time
from collections.abc import Iterator

from PySide6.QtWidgets import QApplication

from desktop.views.game.notation_view import NotationView
from engine.game.tree import ROOT, Game
from tests.helpers.large_games import repertoire

WANTED = 60.0
FRAMES = 300
WHEEL = 90  # pixels


def with_times(game: Game) -> Game:
    """A time at each move of the main line: each then has a bar."""
    for node in game.main_line():
        game = game.with_node(node.changed(comment=f"[%emt 0:00:{node.ply % 60:02}]"))
    return game


def walks(last: int) -> Iterator[tuple[str, list[int]]]:
    """Places of the scroll bar."""
    yield "wheel, top", [WHEEL * step for step in range(FRAMES)]
    yield "wheel, middle", [last // 2 + WHEEL * step for step in range(FRAMES)]
    yield "bar dragged", [last * step // FRAMES for step in range(FRAMES)]


def measured(variations: int) -> float:
    """Prints a line for each walk; returns the fewest frames a second of the slowest 1 %."""
    application = QApplication.instance() or QApplication(sys.argv)
    view = NotationView()
    view.resize(400, 800)
    view.show()
    view.show_game(with_times(repertoire(variations)), ROOT)
    while not view.settled:
        application.processEvents()
    bar = view.verticalScrollBar()
    fewest = float("inf")
    for name, places in walks(bar.maximum()):
        frames = []
        began = time.perf_counter()
        for place in places:
            from_processor = time.thread_time()
            bar.setValue(place)
            view.repaint()
            application.processEvents()
            frames.append(time.thread_time() - from_processor)
        wall = time.perf_counter() - began
        slow = sorted(frames)[-max(1, len(frames) // 100)]
        fewest = min(fewest, 1 / slow)
        print(
            f"{variations} variations, {name}: {len(frames) / wall:.0f} a second, "
            f"by processor time {len(frames) / sum(frames):.0f}, slowest 1 %: {1 / slow:.0f}",
            flush=True,
        )
    view.close()
    view.deleteLater()
    return fewest


def main() -> int:
    """Exit code 1 if fewer frames than wanted are painted."""
    print(f"load {os.getloadavg()[0]:.1f}")
    fewest = min(measured(int(text)) for text in sys.argv[1:] or ("1000", "10000"))
    print("kept" if fewest >= WANTED else f"broken: {fewest:.0f} frames a second")
    return 0 if fewest >= WANTED else 1


if __name__ == "__main__":
    raise SystemExit(main())
