"""A collection of many games: import, memory, size, look-ups, changes, duplicates, and a book of the same games.

Games are those of `tests.bench.many_games`.
"""

import random
import resource
from pathlib import Path

from books.building.build import BuildOptions, MoveCounter, flagged
from books.building.imports import new_book
from books.collection.editing import deleted, replaced, restored
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.positions import games_with_position
from books.collection.query import Query
from books.collection.search import search
from books.collection.tidying.duplicates import duplicates_of_collection
from books.explorer.explorer import explore
from books.formats.games import read_lines
from engine.pgn.reader import games_of
from engine.rules.board import CoreBoard
from tests.bench import many_games
from tests.bench.collection_speed import random_key
from tests.bench.growth.measuring import Meter

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
SMALL_IMPORTS = (20, 200, 2_000)
LOOK_UPS = 400
MOST_COMPARED = 1_000_000
"""Of larger collections of made games, each of which has up to 50 beginnings in others, duplicates are not looked for."""
SHOWN = 200  # games of the first page of a list
EACH = 5  # games of a small import


def measure(games: int, folder: Path, meter: Meter) -> None:
    """What is done with a collection of so many games, and a book of all their moves."""
    file, path = (meter.inputs or folder) / f"{games}.pgn", folder / "collection"
    if not file.exists():
        part = file.with_suffix(".part")
        many_games.write(part, games)
        part.replace(file)
    with Collection(path, create=True) as collection:
        meter.time("import", lambda: import_pgn(collection, file))
        meter.facts["MB of the import"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        collection.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        meter.facts["bytes/game"] = path.stat().st_size / len(collection)
    look_ups(path, meter)
    changes(folder, path, meter)
    if games <= MOST_COMPARED:
        with Collection(path) as collection:
            search_all = duplicates_of_collection(collection, lambda *_: True)
            meter.facts["groups"] = meter.time("duplicates", lambda: sum(1 for _ in search_all))
    meter.time("book of all moves", lambda: book(file, folder / "all.ratsubook"))


def measure_imports(imports: int, folder: Path, meter: Meter) -> None:
    """A collection that has grown by so many imports of five games."""
    texts = list(many_games.games(imports * EACH, 1_000))
    files = []
    for number in range(imports):
        files.append(folder / f"{number}.pgn")
        files[-1].write_text("".join(texts[EACH * number : EACH * (number + 1)]), encoding="utf-8")
    with Collection(folder / "collection", create=True) as collection:
        meter.time("all imports", lambda: [import_pgn(collection, file) for file in files])
    look_ups(folder / "collection", meter)


def book(games: Path, path: Path) -> None:
    """A book of every move of the first plies of the games."""
    options = BuildOptions(min_games=1)
    with MoveCounter(options) as counter, new_book(path, "growth") as made:
        for line in read_lines(games, options.max_ply):
            counter.add(line)
        made.put_counted(flagged(counter.counts(), options))


def look_ups(path: Path, meter: Meter) -> None:
    """What is asked of a collection."""
    chance = random.Random(1)
    with Collection(path) as collection:
        keys = [random_key(collection, chance) for _ in range(LOOK_UPS)]
        meter.facts["runs"] = float(collection.db.execute("SELECT count(*) FROM runs").fetchone()[0])
        games_with_position(collection, keys[0])
        times = []
        for key in keys:
            meter.time("position", lambda key=key: games_with_position(collection, key))  # type: ignore[misc]
            times.append(meter.costs["position"])
        meter.costs["position"] = sorted(times)[LOOK_UPS // 2]
        meter.costs["position, slowest in a hundred"] = sorted(times)[LOOK_UPS * 99 // 100]
        start = CoreBoard.start()
        meter.time("explorer, first time", lambda: explore(collection, start))
        meter.time("explorer", lambda: explore(collection, start))
    with Collection(path) as collection:
        meter.time("list", lambda: (len(collection), search(collection, Query(), SHOWN)))
        meter.time("player 'an', first time", lambda: search(collection, Query(player="an"), SHOWN))
        meter.time("player 'an'", lambda: search(collection, Query(player="an"), SHOWN))
        meter.time("event 'an'", lambda: search(collection, Query(event="an"), SHOWN))


def changes(folder: Path, path: Path, meter: Meter) -> None:
    """Single changes of a collection."""
    small = folder / "five.pgn"
    chance = random.Random(2)
    texts = (" ".join(many_games.line_of([], chance)) for _ in range(EACH))
    small.write_text("".join(f'[White "Tal, M"]\n\n{text} *\n\n' for text in texts), encoding="utf-8")
    with Collection(path) as collection:
        middle = len(collection) // 2
        whole = games_of(text_of(collection, collection.games([middle])[0]).encode(), "game")[0]
        edited = whole.with_header("Annotator", "Ratsu")
        meter.time("import of five games", lambda: import_pgn(collection, small))
        change = meter.time("edit", lambda: replaced(collection, middle, edited))
        meter.time("undo", lambda: restored(change))
        change = meter.time("deletion", lambda: deleted(collection, [middle]))
        meter.time("its undo", lambda: restored(change))
