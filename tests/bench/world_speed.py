"""How many games a second of processor time come from a stream into a collection.

    .venv/bin/python -m tests.bench.world_speed --games 100000

The server runs in other threads of this process; only the thread that fetches is counted.
"""

import argparse
import contextlib
import tempfile
import time
from pathlib import Path

from books.collection.game_collection import Collection
from engine.play.world.fetching import fetch_games
from engine.play.world.wanted import Wanted
from engine.play.world.wire import Wire
from tests.engine.play.world.replaying_server import Server


def main() -> None:
    """Prints games, seconds of processor time, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    count = parser.parse_args().games
    with (
        contextlib.closing(Server(count)) as server,
        tempfile.TemporaryDirectory() as folder,
        Collection(Path(folder) / "c", create=True) as games,
        Wire(print, lambda: True, 600) as wire,
    ):
        begin = time.thread_time()
        report = fetch_games(games, "lichess", Wanted("virtanen"), wire, base=server.base)
        took_s = time.thread_time() - begin
    print(
        f"{report.added} of {count} games, {took_s:.1f} s of processor time, {report.added / took_s:.0f} games a second"
    )


if __name__ == "__main__":
    main()
