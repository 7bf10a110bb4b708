"""20,000 games into a collection and into a book, beside Debian's Scid and polyglot: processor time, all taking turns.

Run: `xvfb-run -a python -m tests.bench.games_in [GAMES|FILE [LEAST]]` (Scid's interpreter wants a display). Book and polyglot
count the same 24 plies of each game, and keep moves played in at least LEAST games (default 5).
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

from books.building.build import BuildOptions, MoveCounter, flagged
from books.building.imports import new_book
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.formats.games import read_lines
from tests.bench.pgn_speed import first_games, processor_s

GAMES = 20_000
ROUNDS = 3
SCID = "sc_base create [lindex $argv 0]; sc_base import [sc_base current] [lindex $argv 1]; sc_base close [sc_base current]; exit"
Work = Callable[[Path], object]  # what it makes lies at the path


def collect(games: Path, made: Path) -> None:
    """A collection of all games."""
    with Collection(made, create=True) as collection:
        import_pgn(collection, games)


def build(games: Path, made: Path, least: int = 5) -> None:
    """A book of all games."""
    options = BuildOptions(min_games=least)
    with MoveCounter(options) as counter:
        for line in read_lines(games, options.max_ply):
            counter.add(line)
        with new_book(made.with_suffix(".ratsubook"), "bench") as book:
            book.put_counted(flagged(counter.counts(), options))


def polyglot(program: str, least: int, games: Path, made: Path) -> None:
    """A book of the same plies by polyglot."""
    limit = str(BuildOptions().max_ply)
    command = [program, "make-book", "-pgn", str(games), "-bin", str(made), "-max-ply", limit, "-min-game", str(least)]
    subprocess.run(command, check=True, capture_output=True)


def scid(program: str, script: Path, games: Path, made: Path) -> None:
    """A database by Scid."""
    subprocess.run([program, str(script), str(made), str(games)], check=True, capture_output=True)


def found(name: str) -> str | None:
    """A program of Debian's, where games may lie outside the path."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def main() -> None:
    """Prints medians, games a second and bytes a game."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else str(GAMES)
    least = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        path, script = Path(folder) / "games.pgn", Path(folder) / "scid.tcl"
        path.write_bytes(first_games(int(wanted)) if wanted.isdecimal() else Path(wanted).read_bytes())
        games = path.read_bytes().count(b"[Event ")
        script.write_text(SCID)
        works: dict[str, Work] = {"collection": partial(collect, path), "book": lambda made: build(path, made, least)}
        if (program := found("tkscid")) is not None:
            works["Scid's database"] = partial(scid, program, script, path)
        if (program := found("polyglot")) is not None:
            works["polyglot's book"] = partial(polyglot, program, least, path)
        numbers = count()
        rows = [
            [processor_s(partial(work, Path(folder) / f"made{next(numbers)}.db")) for work in works.values()]
            for _ in range(ROUNDS)
        ]
        for place, (name, times) in enumerate(zip(works, zip(*rows, strict=True), strict=True)):
            size = sum(file.stat().st_size for file in Path(folder).glob(f"made{place}[.]*")) / games
            middle = statistics.median(times)
            print(f"{name:<16} {middle:6.2f} s, {games / middle:8,.0f} games/s, {size:5.0f} bytes a game")


if __name__ == "__main__":
    main()
