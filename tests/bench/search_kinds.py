"""Every kind of search of a collection beside python-chess, which plays each game over: the counts must be equal.

Run: `python -m tests.bench.search_kinds [FILE] [--games 12000]`. Without a file, the shared classic games.
"""

import argparse
import io
import itertools
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import chess.pgn

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from engine.pgn.streams import blocks
from tests.books.collection.search_oracle import KINDS, boards_of
from tests.helpers.shared import SHARED


def main() -> int:
    """Prints a line for each kind. Returns 1 if a count differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=SHARED / "data" / "games" / "classics_to_1969.pgn.gz")
    parser.add_argument("--games", type=int, default=12_000)
    arguments = parser.parse_args()
    text = io.StringIO(b"".join(blocks(arguments.file, None)).decode("utf-8", "replace"))
    read = itertools.islice(iter(partial(chess.pgn.read_game, text), None), arguments.games)
    with tempfile.TemporaryDirectory() as folder, Collection(Path(folder) / "all", create=True) as games:
        whole = list(read)
        source = Path(folder) / "games.pgn"
        source.write_text("\n\n".join(map(str, whole)), encoding="utf-8")
        report = import_pgn(games, source)
        stored = {game.id: game for game in search(games, Query(), -1)}
        print(f"{report.games:,} games read, {len(stored):,} different ones")
        wrong, python_s = 0, time.process_time()
        theirs: dict[str, list[int]] = {kind.name: [] for kind in KINDS}
        for game in stored.values():
            moves = [game.moves[at] | game.moves[at + 1] << 8 for at in range(0, len(game.moves), 2)]
            boards = boards_of(map(_move, moves))
            for kind in KINDS:
                if kind.holds(boards):
                    theirs[kind.name].append(game.id)
        python_s = time.process_time() - python_s
        ours_s = 0.0
        for kind in KINDS:
            began = time.process_time()
            ours = [game.id for game in search(games, kind.query, -1)]
            took = time.process_time() - began
            ours_s += took
            wrong += ours != theirs[kind.name]
            same = "equal" if ours == theirs[kind.name] else "DIFFERENT"
            print(f"{kind.name:<40} {len(ours):>6} {len(theirs[kind.name]):>6}  {same}  {1000 * took:6.0f} ms")
    print(f"{len(KINDS)} kinds, {wrong} different; processor time {ours_s:.1f} s, python-chess {python_s:.0f} s")
    return int(wrong > 0)


def _move(move: int) -> chess.Move:
    """Returns a core move as a move of python-chess."""
    source, target = move & 63, move >> 6 & 63
    if move >> 14 == 3:  # castling is king takes rook
        return chess.Move(source, (source & 56) + (6 if target > source else 2))
    return chess.Move(source, target, (move >> 12 & 3) + 2 if move >> 14 == 1 else None)


if __name__ == "__main__":
    sys.exit(main())
