"""How collections grow: import, memory, size and look-ups from 10,000 games up, with the exponents of growth.

Run: `python -m tests.bench.collection_growth [--small] [--folder FOLDER] [GAMES ...]`, by default with 10,000, 100,000 and
1,000,000 games of `tests.bench.many_games`; ten million take 10 GB and 25 minutes. Times are processor time (user and system).
`--small`: 2,000 imports of 5 games each instead, beside one import of the same games.
"""

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from books.collection.editing import deleted, replaced, restored
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.positions import games_with_position
from books.collection.query import Query
from books.collection.search import search
from books.collection.tidying.duplicates import duplicates_of_collection
from books.explorer.explorer import explore
from engine.pgn.reader import games_of
from engine.rules.board import CoreBoard
from tests.bench import many_games
from tests.bench.collection_speed import random_key

SIZES = (10_000, 100_000, 1_000_000)
LOOK_UPS = 400
MOST_COMPARED = 1_000_000
"""Of larger collections of made games, each of which has up to 50 beginnings in others, duplicates are not looked for."""
SHOWN = 200  # games of the first page of a list
IMPORTS, EACH = 2_000, 5
"""Imports one after the other, and the games of each."""
T = TypeVar("T")
GROWING = (
    "import s", "position p50 ms", "position p99 ms", "first explorer ms", "explorer ms", "list ms", "player ms", "event ms",
    "five games ms", "edit ms", "delete ms", "duplicates s",
)  # fmt: skip


def main() -> None:
    """Prints a row for each size, then the exponents from the first to the last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--measure", nargs=2, type=Path, metavar=("FILE", "COLLECTION"), help=argparse.SUPPRESS)
    parser.add_argument("games", nargs="*", type=int)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measured(*arguments.measure)))
        return
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        if arguments.small:
            small_imports(Path(name))
            return
        rows = [(games, _in_a_process(Path(name), games)) for games in arguments.games or SIZES]
    (first, least), (last, most) = rows[0], rows[-1]
    if last > first:
        for what in GROWING if "duplicates s" in most else GROWING[:-1]:
            print(f"{what}: n^{math.log(most[what] / least[what]) / math.log(last / first):.2f}")


def measured(games: Path, path: Path) -> dict[str, float]:
    """The figures of one collection, which is made here."""
    found: dict[str, float] = {}
    with Collection(path, create=True) as collection:
        seconds, report = _timed(lambda: import_pgn(collection, games))
        found |= {"games": len(collection), "import s": seconds, "games/s": report.games / seconds}
        found["import MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        collection.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found["bytes/game"] = path.stat().st_size / len(collection)
    found |= look_ups(path) | changes(path.parent, path)
    if found["games"] <= MOST_COMPARED:
        found |= duplicates(path)
    return found


def look_ups(path: Path) -> dict[str, float]:
    """What is asked of a collection, in milliseconds."""
    chance = random.Random(1)
    with Collection(path) as collection:
        keys = [random_key(collection, chance) for _ in range(LOOK_UPS)]
        times = sorted(_timed(lambda key=key: games_with_position(collection, key))[0] for key in keys)  # type: ignore[misc]
        start = CoreBoard.start()
        first = _timed(lambda: explore(collection, start))[0]
        found = {
            "runs": float(collection.db.execute("SELECT count(*) FROM runs").fetchone()[0]),
            "position p50 ms": 1000 * times[LOOK_UPS // 2],
            "position p99 ms": 1000 * times[LOOK_UPS * 99 // 100],
            "first explorer ms": 1000 * first,
            "explorer ms": 1000 * min(_timed(lambda: explore(collection, start))[0] for _ in range(3)),
        }
    with Collection(path) as collection:
        found["list ms"] = 1000 * _timed(lambda: (len(collection), search(collection, Query(), SHOWN)))[0]
        found["first player ms"] = 1000 * _timed(lambda: search(collection, Query(player="an"), SHOWN))[0]
        found["player ms"] = 1000 * _timed(lambda: search(collection, Query(player="an"), SHOWN))[0]
        found["event ms"] = 1000 * _timed(lambda: search(collection, Query(event="an"), SHOWN))[0]
    return found


def changes(folder: Path, path: Path) -> dict[str, float]:
    """What single changes of a collection take, in milliseconds, and five new games."""
    small = folder / "five.pgn"
    chance = random.Random(2)
    texts = (" ".join(many_games.line_of([], chance)) for _ in range(EACH))
    small.write_text("".join(f'[White "Tal, M"]\n\n{text} *\n\n' for text in texts), encoding="utf-8")
    with Collection(path) as collection:
        middle = len(collection) // 2
        whole = games_of(text_of(collection, collection.games([middle])[0]).encode(), "game")[0]
        edited = whole.with_header("Annotator", "Ratsu")
        found = {"five games ms": 1000 * _timed(lambda: import_pgn(collection, small))[0]}
        seconds, change = _timed(lambda: replaced(collection, middle, edited))
        found["edit ms"] = 1000 * seconds
        found["undo ms"] = 1000 * _timed(lambda: restored(change))[0]
        seconds, change = _timed(lambda: deleted(collection, [middle]))
        found["delete ms"] = 1000 * seconds
        found["undelete ms"] = 1000 * _timed(lambda: restored(change))[0]
    return found


def duplicates(path: Path) -> dict[str, float]:
    """The search for duplicates, in seconds."""
    with Collection(path) as collection:
        seconds, groups = _timed(lambda: sum(1 for _ in duplicates_of_collection(collection, lambda *_: True)))
    return {"duplicates s": seconds, "groups": float(groups)}


def small_imports(folder: Path) -> None:
    """Look-ups after many small imports, and after one of the same games."""
    texts = list(many_games.games(IMPORTS * EACH, 1_000))
    with Collection(folder / "many", create=True) as collection:
        for number in range(IMPORTS):
            file = folder / f"{number}.pgn"
            file.write_text("".join(texts[EACH * number : EACH * (number + 1)]), encoding="utf-8")
            import_pgn(collection, file)
    (folder / "all.pgn").write_text("".join(texts), encoding="utf-8")
    with Collection(folder / "one", create=True) as collection:
        import_pgn(collection, folder / "all.pgn")
    for name in ("many", "one"):
        print(name, _shown(look_ups(folder / name)))


def _in_a_process(folder: Path, games: int) -> dict[str, float]:
    """Measures in a process of its own, because of the memory."""
    file, path = folder / "games.pgn", folder / "collection"
    many_games.write(file, games)
    command = [sys.executable, "-m", "tests.bench.collection_growth", "--measure", str(file), str(path)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(_shown(found), flush=True)
    for made in _made(folder):
        made.unlink()
    return found


def _made(folder: Path) -> Iterator[Path]:
    yield from folder.glob("collection*")
    yield folder / "games.pgn"


def _shown(found: dict[str, float]) -> str:
    return ", ".join(
        f"{name} {value:,.4g}" if value < 1000 else f"{name} {value:,.0f}" for name, value in found.items()
    )


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Processor time in seconds, and the result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


if __name__ == "__main__":
    main()
