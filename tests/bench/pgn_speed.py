"""Rates of the PGN readers and the writer beside python-chess's `read_game` and Debian's pgn-extract, in one run, as ratios.

Run: `python -m tests.bench.pgn_speed [--games 20000] [--reference 1500]`. All read the same games of the shared set,
one core, taking turns; processor time counts, so that other work on the machine does not. python-chess reads the first
`--reference` games.
"""

import argparse
import gzip
import io
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import chess.pgn

from engine.pgn.index import GameList
from engine.pgn.reader import read_games, read_main_lines
from engine.pgn.writer import written_game
from tests.helpers.shared import SHARED

SOURCE = SHARED / "data" / "games" / "elite2600_C.pgn.gz"
WRITTEN = 4_000  # games held as trees for writing alone
SECOND = SHARED / "data" / "games" / "elite2600_D.pgn.gz"


def first_games(count: int) -> bytes:
    """The first games of the shared collection, plain."""
    content = gzip.decompress(SOURCE.read_bytes()) + gzip.decompress(SECOND.read_bytes())
    starts = content.split(b"[Event ")[1 : count + 1]
    return b"".join(b"[Event " + start for start in starts)


def processor_s(work: Callable[[], object]) -> float:
    """Processor time of a call, its child processes included."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.process_time()
    work()
    own = time.process_time() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime


def drain(games: object) -> None:
    """Reads to the end and keeps nothing."""
    for _ in games:  # type: ignore[attr-defined]
        pass


def reference_games(text: str, count: int) -> None:
    """python-chess on the first games."""
    handle = io.StringIO(text)
    drain(islice(iter(lambda: chess.pgn.read_game(handle), None), count))


def main() -> None:
    """Prints games a second of each, and the median ratios to python-chess."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--reference", type=int, default=1_500)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    content = first_games(arguments.games)
    text = content[: len(content) // 4].decode("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        path.write_bytes(content)
        works: dict[str, tuple[int, Callable[[], object]]] = {
            "python-chess read_game": (arguments.reference, lambda: reference_games(text, arguments.reference)),
            "main lines, with keys": (arguments.games, lambda: drain(read_main_lines(path))),
            "trees": (arguments.games, lambda: drain(read_games(path))),
            "reading and writing": (arguments.games, lambda: drain(map(written_game, read_games(path)))),
            "list of games": (arguments.games, lambda: drain(GameList(path).load())),
        }
        extract = shutil.which("pgn-extract") or shutil.which("/usr/games/pgn-extract")
        if extract:
            command = [extract, "-s", "-r", str(path)]
            works["pgn-extract, check only"] = (
                arguments.games,
                lambda: subprocess.run(command, check=True, capture_output=True),
            )
            rewrite = [extract, "-s", "-o", str(Path(folder) / "again.pgn"), str(path)]
            works["pgn-extract, and writing"] = (
                arguments.games,
                lambda: subprocess.run(rewrite, check=True, capture_output=True),
            )
        kept = list(islice(read_games(path), WRITTEN))
        works["writing alone"] = (WRITTEN, lambda: drain(map(written_game, kept)))
        ratios: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(arguments.rounds):
            rates = {name: count / processor_s(work) for name, (count, work) in works.items()}
            for name, rate in rates.items():
                ratios[name].append(rate / rates["python-chess read_game"])
                print(f"{name:<26} {rate:>10,.0f} games/s")
        for name, values in ratios.items():
            print(f"ratio {name:<26} {statistics.median(values):6.1f}")
    print(
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB (the text held for python-chess included)"
    )


if __name__ == "__main__":
    main()
