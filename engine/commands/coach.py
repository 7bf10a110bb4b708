"""`ratsu coach`: says why a move is a mistake, and names the themes of puzzles."""

import argparse
import json
from pathlib import Path

from engine.coach.puzzles import Agreement, agreement, read_puzzles
from engine.console.pgn.common import add_json

HELP = "says why a move is a mistake, and names the themes of puzzles"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--puzzles", type=Path, metavar="FILE", help="name the themes of each puzzle of a CSV file")
    what.add_argument(
        "--check", type=Path, metavar="FILE", help="compare our themes with those of a CSV file, theme by theme"
    )
    add_json(parser)
    parser.epilog = "examples:\n  ratsu coach --puzzles puzzles.csv --json\n  ratsu coach --check puzzles.csv"


def run(arguments: argparse.Namespace) -> int:
    """Prints what was asked for. Raises RatsuError."""
    if arguments.check is not None:
        return _check(arguments.check, arguments.json)
    found = {puzzle.name: puzzle.found() for puzzle in read_puzzles(arguments.puzzles)}
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, themes in found.items():
            print(f"{name}  {' '.join(themes)}")
    return 0


def _check(path: Path, as_json: bool) -> int:
    table, whole = agreement(read_puzzles(path))
    rows = {name: row for name, row in table.items() if row.count or row.wrong}
    if as_json:
        print(json.dumps({name: _data(row) for name, row in {**rows, "all": whole}.items()}))
        return 0
    print(f"{'theme':<18}{'precision':>10}{'recall':>8}{'F1':>8}{'count':>8}")
    for name, row in [*sorted(rows.items(), key=lambda item: item[1].f1), ("all", whole)]:
        print(f"{name:<18}{row.precision:>10.3f}{row.recall:>8.3f}{row.f1:>8.3f}{row.count:>8}")
    return 0


def _data(row: Agreement) -> dict[str, float]:
    return {"precision": row.precision, "recall": row.recall, "f1": row.f1, "count": row.count}
