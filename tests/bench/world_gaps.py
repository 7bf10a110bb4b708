"""How long the window is deaf while games are fetched from a server that fails in every way, and whether a game is lost.

    xvfb-run python -m tests.bench.world_gaps FILE.pgn [GAMES]      (default: 5,000)

One program is started with a user of its own; this process is the server on the loopback address. For each fault the program
fetches the games of FILE into a new collection, twice: what the fault cut off comes with the second time, and nothing comes
twice. Prints the gaps between two beats of a timer of one millisecond in ms. Promised: 99 of 100 below 16 ms, no game lost or
doubled, one sentence for each fault.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.event_gaps import ROOT, figures, variables, watch
from tests.engine.play.world import replaying_server as replay

if TYPE_CHECKING:
    from desktop.services.world.world_service import WorldService
    from desktop.views.main_window import MainWindow

PROMISED_MS = 16.0
DEFAULT_GAMES = 5_000
PAUSE_S = 2.0  # in place of a minute after an answer 429
_TICK_MS = 20
_ADDRESS = re.compile(rb'\[Site "[^"]+"\]')
_MOST_MS = 120_000  # for one fetching
FAULTS = {
    "none": lambda handler, body: False,
    "429": replay.limited,
    "cut in a line": replay.cut,
    "cut unnoticed": replay.cut_unnoticed,
    "ten times slower": replay.trickle,
    "longer than said": lambda handler, body: replay.send(handler, 200, body, length=len(body) - 999),
    "shorter than said": lambda handler, body: replay.send(handler, 200, body, length=len(body) + 999),
    "a web page": replay.page,
    "error 500": lambda handler, body: replay.send(handler, 500, b""),
    "silence": replay.silent,
    "1 GB without a line": replay.endless_line,
}


def _course(window: "MainWindow", base: str, folder: Path) -> Iterator[int]:
    """Fetches once for each fault, and once more."""
    from desktop.services.world.world_service import WorldService
    from tests.helpers.gaps import Gaps

    window.services.settings.set("net_lichess", True)
    for number, fault in enumerate(FAULTS):
        path = folder / f"{number}.ratsugames"
        world = WorldService(path, {"lichess": base}, PAUSE_S)
        world.setParent(window)
        world.configure(window.services.settings.settings)
        print(json.dumps({"fault": fault}), flush=True)
        yield 500  # for the server
        gaps = Gaps(window)
        yield from _fetched(world)
        gaps.stop()
        first = world.state
        yield from _fetched(world)
        row = {
            "fault": fault,
            "came": first.last.came if first.last else 0,
            "said": str(first.problem),
            **figures(gaps),
        }
        print(json.dumps({**row, "again": str(world.state.problem), "games": _games_in(path)}), flush=True)
        world.close()


def _fetched(world: "WorldService") -> Iterator[int]:
    from engine.play.world.downloads import DownloadFilter

    world.fetch("lichess", DownloadFilter("virtanen"))
    for _ in range(_MOST_MS // _TICK_MS):
        if not world.state.running:
            return
        yield _TICK_MS


def _games_in(path: Path) -> tuple[int, int]:
    """Games of a collection, and how many different addresses they have."""
    from books.collection.game_collection import Collection

    with Collection(path) as games:
        texts = [games.text(number) or b"" for number in range(1, len(games) + 1)]
    return len(texts), len({found[0] for text in texts if (found := _ADDRESS.search(text))})


def main() -> int:
    """Exit code 1 if a promise is broken."""
    if sys.argv[1:2] == ["--watch"]:
        return watch(partial(_course, base=sys.argv[2], folder=Path(sys.argv[3])))
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    from tests.bench.world_speed import lines_of

    count = int(sys.argv[2]) if len(sys.argv) > 2 else DEFAULT_GAMES
    server = replay.Server(count, lines_of(Path(sys.argv[1])))
    told = []
    try:
        with tempfile.TemporaryDirectory() as home:
            for row in _rows(server, home):
                print("  ".join(f"{name} {figure}" for name, figure in row.items()), flush=True)
                told.append(row["p99"] <= PROMISED_MS and row["games"] == [count, count] and not row["again"])
    finally:
        server.close()
    kept = len(told) == len(FAULTS) and all(told)
    print("kept" if kept else f"broken: 99 of 100 below {PROMISED_MS:g} ms, no game lost or doubled")
    return 0 if kept else 1


def _rows(server: replay.Server, home: str) -> Iterator[dict[str, Any]]:
    """What the program says of each fault; the server begins one when it names it."""
    command = [sys.executable, "-m", "tests.bench.world_gaps", "--watch", server.base, home]
    with subprocess.Popen(command, cwd=ROOT, env=variables(home), stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for line in program.stdout:
            row = json.loads(line) if line.startswith("{") else {}
            if len(row) == 1:
                server.faults = [FAULTS[row["fault"]]]
            elif row:
                yield row


if __name__ == "__main__":
    raise SystemExit(main())
