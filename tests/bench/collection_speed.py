"""A collection of all shared games: import time, bytes a game, search times.

Run: `python -m tests.bench.collection_speed [FILES ...]`. Without files, all 243,379 shared games. Positions are taken
from random plies of random games, each searched once, so most of them are rare and some are openings that half of the
games reached.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.positions import games_with_position
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import explore
from engine.rules.board import CoreBoard
from tests.helpers.shared import SHARED

SEARCHES = 1000
QUERIES = (
    Query(player="karpov"),
    Query(white="tal", result="1-0"),
    Query(eco="B9", elo_min=2650),
    Query(event="linares", date_from="1990", date_to="1995"),
    Query(opening="sicilian najdorf"),
    Query(material="KRPvKR"),
)


def random_key(games: Collection, chance: random.Random) -> int:
    """The key of a position that occurred."""
    (game,) = games.games([chance.randint(1, len(games))])
    board = CoreBoard.start() if game.start_fen is None else CoreBoard.from_fen(game.start_fen, game.chess960)
    for at in range(0, 2 * chance.randint(0, len(game.moves) // 2), 2):
        move = game.moves[at] | game.moves[at + 1] << 8
        if not board.is_legal(move):
            break
        board.push(move)
    return board.key


def main() -> None:
    """Prints sizes and times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    files = parser.parse_args().files or sorted((SHARED / "data" / "games").glob("*.pgn.gz"))
    with tempfile.TemporaryDirectory() as folder, Collection(Path(folder) / "all", create=True) as games:
        began, wall = time.process_time(), time.perf_counter()
        reports = [import_pgn(games, path) for path in files]
        print(
            f"import {time.process_time() - began:.1f} s of processor time, {time.perf_counter() - wall:.1f} s on the clock"
        )
        print(f"{sum(report.games for report in reports):,} games read, {len(games):,} kept")
        games.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        index = games.db.execute("SELECT sum(length(data)) FROM blocks").fetchone()[0]
        plies = games.db.execute("SELECT sum(length(moves) / 2) FROM games").fetchone()[0]
        table = (games.path.stat().st_size - index) / len(games)
        print(
            f"{table:.0f} bytes a game, {index / plies:.1f} bytes a ply of index, {plies / len(games):.0f} plies a game"
        )
        chance = random.Random(1)
        times = []
        for _ in range(SEARCHES):
            key = random_key(games, chance)
            began = time.perf_counter()
            games_with_position(games, key)
            times.append(1000 * (time.perf_counter() - began))
        times.sort()
        p50, p99 = times[SEARCHES // 2], times[SEARCHES * 99 // 100]
        print(f"position search p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {times[-1]:.2f} ms")
        for name in ("first", "second"):
            began = time.perf_counter()
            explore(games, CoreBoard.start())
            print(f"explorer at the start position, {name} time: {1000 * (time.perf_counter() - began):.1f} ms")
        for query in QUERIES:
            began = time.perf_counter()
            found = len(search(games, query, -1))
            said = ", ".join(f"{name} {value}" for name, value in vars(query).items() if value)
            print(f"{said}: {found} games in {1000 * (time.perf_counter() - began):.0f} ms")


if __name__ == "__main__":
    main()
