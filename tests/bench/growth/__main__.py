"""How cost and memory grow with what a user has, and the line of code where they grow faster than n^1.05.

    python -m tests.bench.growth [KIND ...] [--scale S] [--folder FOLDER] [--inputs FOLDER]

Kinds are games, imports, books, tasks, trees and cards.

Each size is measured in a process of its own: processor time (user and system) of everything a user does with it, and the
most memory. The largest: ten million games (10 GB of disk, half an hour), ten million moves of a book, 100,000 tasks, trees of
100,000 moves, 20,000 cards. `--scale 0.1`: a tenth of each size. The exponent is that from the first size to the last.
Exit code 1: something grows faster than n^1.3 that is not in `KNOWN`.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.bench.growth import books, cards, games, tasks, trees
from tests.bench.growth.measuring import Meter

LIMIT, FAILS = 1.05, 1.3
LEAST_S = 0.002  # below this a cost is lost in the noise, and its exponent means nothing
KINDS: Mapping[str, tuple[tuple[int, ...], Callable[[int, Path, Meter], None]]] = {
    "games": (games.SIZES, games.measure),
    "imports": (games.SMALL_IMPORTS, games.measure_imports),
    "books": (books.SIZES, books.measure),
    "tasks": (tasks.SIZES, tasks.measure),
    "trees": (trees.SIZES, trees.measure),
    "cards": (cards.SIZES, cards.measure),
}
KNOWN: Mapping[tuple[str, str], str] = {
    ("games", "duplicates"): "the made games begin alike: pairs grow with n^2",
}


def main() -> int:
    """Prints a table for each kind, then what grows too fast and where."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, help="where collections and books are made and deleted")
    parser.add_argument("--inputs", type=Path, help="keeps the files of games for the next run")
    parser.add_argument("--one", nargs=3, metavar=("KIND", "SIZE", "COST"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(_measured(asked.one[0], int(asked.one[1]), Meter(asked.one[2], asked.inputs), asked.folder)))
        return 0
    if unknown := [kind for kind in asked.kinds if kind not in KINDS]:
        parser.error(f"{unknown[0]} is none of {', '.join(KINDS)}")
    folders = [
        word for name in ("folder", "inputs") if (path := vars(asked)[name]) for word in (f"--{name}", str(path))
    ]
    return max(_grown(kind, asked.scale, folders) for kind in asked.kinds or KINDS)


def _grown(kind: str, scale: float, folders: Sequence[str]) -> int:
    sizes = [max(10, round(size * scale)) for size in KINDS[kind][0]]
    found = []
    for size in sizes:
        found.append(_in_a_process(kind, size, "", folders))
        facts = ", ".join(f"{name} {value:,.0f}" for name, value in found[-1]["facts"].items())
        print(f"{kind}, {size:,}: {facts}", flush=True)
    print(f"| {kind} | {' | '.join(f'{size:,}' for size in sizes)} | exponent |\n|{'---|' * (len(sizes) + 2)}")
    code = 0
    for name in found[0]["costs"]:
        costs = [one["costs"].get(name) for one in found]
        known = [(size, cost) for size, cost in zip(sizes, costs, strict=True) if cost is not None]
        (first, least), (last, most) = known[0], known[-1]
        exponent = math.log(max(most, 1e-6) / max(least, 1e-6)) / math.log(last / first)
        row = " | ".join("" if cost is None else _shown(cost) for cost in costs)
        print(f"| {name} | {row} | {exponent:.2f} |", flush=True)
        if exponent > LIMIT and most >= LEAST_S:
            line = _in_a_process(kind, last, name, folders)["hottest"]
            why = KNOWN.get((kind, name), "")
            print(f"  {kind}, {name}: n^{exponent:.2f} in {line}{why and f'; {why}'}", flush=True)
            code |= exponent > FAILS and not why
    return code


def _measured(kind: str, size: int, meter: Meter, folder: Path | None) -> dict[str, object]:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        KINDS[kind][1](size, Path(name), meter)
    meter.facts["MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"costs": meter.costs, "facts": meter.facts, "hottest": meter.hottest}


def _in_a_process(kind: str, size: int, profiled: str, folders: Sequence[str]) -> dict[str, dict[str, float]]:
    command = [sys.executable, "-m", "tests.bench.growth", "--one", kind, str(size), profiled, *folders]
    found: dict[str, dict[str, float]] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


def _shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


if __name__ == "__main__":
    raise SystemExit(main())
