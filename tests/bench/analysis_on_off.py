"""Games opened, analysed and closed again and again in the real window, and whether its memory stays as it is.

    xvfb-run python -m tests.bench.analysis_on_off FILE.pgn [GAMES]      (default: 10000, at least 1500)

One program is started with a user of its own. Each game of the file (from its start again where it has fewer) is opened in a
tab at a move of chance, analysed until the first lines are there, and closed. Every 500 games a line says what the program
holds: memory of its own in MB, as `long_life` counts it, and threads. At the end: games without lines after two seconds, and
the growth in MB for 1,000 games, a line of least squares behind the first fifth. Exit code 1 where that is above
LARGEST_GROWTH_MB, or a game had no lines.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.event_gaps import variables, watch
from tests.bench.first_wishes import ROOT
from tests.bench.long_life import own_memory_mb

if TYPE_CHECKING:
    from desktop.views.main_window import MainWindow

GAMES, EVERY = 10_000, 500
LOOK_MS, PATIENCE = 4, 500  # how often lines are looked for, and how many times
LARGEST_GROWTH_MB = 5.0  # for 1,000 games; hand-set: 5 kB for each


def _course(window: "MainWindow", path: Path, games: int) -> Iterator[int]:
    """Opens, analyses, closes; prints what is held, a JSON object a line."""
    from engine.pgn.index import GameList

    services, chance, silent = window.services, random.Random(1), 0
    found = GameList(path)
    for _ in found.load():
        pass
    for number in range(1, games + 1):
        game = found.game(number % len(found))
        places = [node.id for node in game.table if node.children] or [game.root.id]  # not where a game is over
        services.game.open_tab(game, current=chance.choice(places))
        services.analysis.set_running(True)
        for _ in range(PATIENCE):
            yield LOOK_MS
            if services.analysis.state.lines and services.analysis.state.tab == services.game.state.tab:
                break
        else:
            silent += 1
        services.analysis.set_running(False)
        services.game.close_tab(services.game.state.tab)
        if number % EVERY == 0:
            held = {"memory": own_memory_mb(os.getpid()), "threads": threading.active_count()}
            print(json.dumps({"games": number, "silent": silent, **held}), flush=True)
    found.close()


def told(path: Path, games: int) -> list[dict[str, float]]:
    """What a program of a user of its own holds while it does so; each is shown at once."""
    rows = []
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "tests.bench.analysis_on_off", "--watch", str(path), str(games)]
        with subprocess.Popen(command, cwd=ROOT, env=variables(home), stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None  # opened as a pipe above
            for line in program.stdout:
                if line.startswith("{"):
                    rows.append(row := json.loads(line))
                    print("{games:6} games  {memory:6.1f} MB  {threads} threads".format_map(row), flush=True)
    return rows


def main(arguments: list[str]) -> int:
    """Starts the program, or is it."""
    if arguments[:1] == ["--watch"]:
        return watch(partial(_course, path=Path(arguments[1]), games=int(arguments[2])))
    games = int(arguments[1]) if len(arguments) > 1 else GAMES
    if not arguments or games < 3 * EVERY:
        print(__doc__)
        return 2
    rows = told(Path(arguments[0]).resolve(), games)
    late = rows[len(rows) // 5 :]
    growth = 1000 * statistics.linear_regression([row["games"] for row in late], [row["memory"] for row in late]).slope
    silent = rows[-1]["silent"]
    print(f"{silent} without lines, {growth:+.2f} MB for 1,000 games")
    return 0 if rows[-1]["games"] > games - EVERY and not silent and growth <= LARGEST_GROWTH_MB else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
