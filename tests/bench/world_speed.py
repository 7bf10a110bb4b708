"""How many games a second of processor time come from a stream into a collection.

    .venv/bin/python -m tests.bench.world_speed --games 100000 [--pgn FILE.pgn]

The server runs in other threads of this process; only the thread that fetches is counted. Without a file the games have three
moves; with one they have the moves of its games, each with a clock and an evaluation behind it, as lichess sends them.
"""

import argparse
import contextlib
import tempfile
import time
from itertools import islice
from pathlib import Path

from books.collection.game_collection import Collection
from engine.pgn.reader import read_games
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import fetch_games
from engine.play.world.http_client import HttpClient
from tests.engine.play.world.replaying_server import Server, told


def lines_of(path: Path) -> list[str]:
    """The moves of the first 2,000 games of a file, with clocks and evaluations."""
    return [told(" ".join(node.san for node in found.main_line())) for found in islice(read_games(path), 2_000)]


def main() -> None:
    """Prints games, seconds of processor time, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--pgn", type=Path)
    given = parser.parse_args()
    count, more = given.games, {"lines": lines_of(given.pgn)} if given.pgn is not None else {}
    with (
        contextlib.closing(Server(count, **more)) as server,
        tempfile.TemporaryDirectory() as folder,
        Collection(Path(folder) / "c", create=True) as games,
        HttpClient(print, lambda: True, 600) as wire,
    ):
        begin = time.thread_time()
        *_, report = fetch_games(games, "lichess", DownloadFilter("virtanen"), wire, server.base)
        took_s = time.thread_time() - begin
    print(
        f"{report.added} of {count} games, {took_s:.1f} s of processor time, {report.added / took_s:.0f} games a second"
    )


if __name__ == "__main__":
    main()
