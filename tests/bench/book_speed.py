"""Speeds of the book, each against a reference in the same run:

    python -m tests.bench.book_speed lookup [ROWS]        # a position looked up, against one bare SELECT of SQLite
    python -m tests.bench.book_speed packed               # one of the shipped book, and one that it does not hold
    python -m tests.bench.book_speed build GAMES.pgn [N]  # a book built, against python-chess only reading the first N
    games

Processor time, so that a busy machine does not matter; the last line is one JSON object.
"""

import gzip
import json
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import chess
import chess.pgn

from books.building.build import BuildOptions, MoveCounter, flagged
from books.building.imports import new_book
from books.choice.library import SHIPPED_BOOK, Library
from books.entry import Flag, MoveRow
from books.formats.games import read_lines
from books.store.book_file import BookFile
from books.store.connecting import Access

MOVES_A_POSITION = 5
PROBES, BATCH = 20_000, 20


def lookup(rows: int) -> dict[str, object]:
    """Microseconds for each look-up of a random position among `rows` rows, warm."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.ratsubook"
        with BookFile(path) as book:
            book.put_rows(_rows(rows))
        source = random.Random(2)
        keys = [_key(source.randrange(rows // MOVES_A_POSITION)) for _ in range(PROBES)]
        library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", path)
        bare = sqlite3.connect(path)
        with BookFile(path, Access.IMMUTABLE) as book:
            measured = {
                "bare_select_us": _each(
                    keys, lambda key: bare.execute("SELECT * FROM moves WHERE key = ?", (key,)).fetchall()
                ),
                "one_layer_us": _each(keys, book.rows),
                "three_layers_joined_us": _each(keys, library.moves_at),
            }
        bare.close()
        library.close()
    return {"rows": rows, **measured}


def packed() -> dict[str, object]:
    """Microseconds for each look-up of a random position of the shipped book, and of one that is not there; bytes each."""
    with BookFile(SHIPPED_BOOK, Access.IMMUTABLE) as book:
        keys = [position.key for position in book.all_positions()]
        probes = random.Random(2).choices(keys, k=PROBES)
        return {
            "bytes_a_position": round(SHIPPED_BOOK.stat().st_size / len(keys), 2),
            "found_us": _each(probes, book.rows),
            "missed_us": _each([key ^ 1 for key in probes], book.rows),
        }


def build(path: Path, games: int) -> dict[str, float]:
    """Games a second of processor time: a book built from the whole file, and python-chess reading the first `games`."""
    options = BuildOptions()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder, MoveCounter(options) as counter:
        for line in read_lines(path, options.max_ply):
            counter.add(line)
        with new_book(Path(folder) / "b.ratsubook", "bench") as book:
            book.put_counted(flagged(counter.counts(), options))
    ours = counter.games / (time.process_time() - began)
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") if path.suffix == ".gz" else path.open() as file:
        began = time.process_time()
        read = sum(1 for _ in islice(iter(lambda: chess.pgn.read_game(file), None), games))
        reference = read / (time.process_time() - began)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"ours_games_s": ours, "python_chess_games_s": reference, "ratio": ours / reference, "memory_mb": memory_mb}


def _rows(count: int) -> Iterator[MoveRow]:
    keys = sorted(_key(number) for number in range(count // MOVES_A_POSITION))
    for key in keys:
        for move in range(MOVES_A_POSITION):
            yield MoveRow(key, move, Flag.NORMAL, 10 + move, 5, 3, 2, source="games")


def _key(number: int) -> int:
    return (number * 0x9E3779B97F4A7C15 & 0xFFFF_FFFF_FFFF_FFFF) - (1 << 63)


def _each(keys: list[int], probe: Callable[[int], object]) -> dict[str, float]:
    """Microseconds a call, in batches too short for the system to change programs in most of them: the median, and the
    quickest tenth, which other programs have disturbed least."""
    for key in keys:
        probe(key)  # warm
    batches = []
    for place in range(0, len(keys), BATCH):
        began = time.process_time()
        for key in keys[place : place + BATCH]:
            probe(key)
        batches.append((time.process_time() - began) / BATCH * 1e6)
    batches.sort()
    return {"median": round(batches[len(batches) // 2], 1), "quickest_tenth": round(batches[len(batches) // 10], 1)}


if __name__ == "__main__":
    if sys.argv[1:2] == ["lookup"]:
        print(json.dumps(lookup(int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000)))
    elif sys.argv[1:2] == ["packed"]:
        print(json.dumps(packed()))
    elif sys.argv[1:2] == ["build"]:
        print(json.dumps(build(Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 3000)))
    else:
        print(__doc__)
        raise SystemExit(2)
