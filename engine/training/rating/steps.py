"""The steps of `ratsu train rating`: analyse games, fit and measure the tables."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.errors import RatsuError

if TYPE_CHECKING:
    from engine.training.rating.fit import EstimateErrors

EPILOG = """the steps, in this order, in one folder:
  ratsu train rating collect FOLDER games.pgn.gz     analyses some 5,300 games (0.2 s each); two at once: --share 0/2 and 1/2
  ratsu train rating fit FOLDER                      writes FOLDER/rating.json and people.json, and prints the errors
  ratsu train rating fit FOLDER --keep               only the intervals of the shipped tables, from the errors in these games
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the steps and their arguments."""
    parser.epilog = EPILOG
    steps = parser.add_subparsers(dest="rating_step", required=True, metavar="STEP")
    collecting = steps.add_parser("collect", help="analyse games of people; resumes an interrupted run")
    collecting.add_argument("folder", type=Path)
    collecting.add_argument("games", type=Path, nargs="+", help="PGN files with both ratings")
    collecting.add_argument("--share", default="0/1", metavar="N/M", help="process N of M, counted from 0")
    fitting = steps.add_parser("fit", help="make the shipped tables and measure them")
    fitting.add_argument("folder", type=Path)
    fitting.add_argument(
        "--keep", action="store_true", help="keep the shipped weights; make the intervals from their errors"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs one step and returns the exit code."""
    (_collect if arguments.rating_step == "collect" else _fit)(arguments)
    return 0


def _collect(arguments: argparse.Namespace) -> None:
    from engine.training.rating.collect import collect

    number, _, processes = str(arguments.share).partition("/")
    if not (number.isdecimal() and processes.isdecimal() and int(number) < int(processes)):
        raise RatsuError("the share %1 is not understood: write 0/2 and 1/2 for two processes", arguments.share)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    target = arguments.folder / f"looks{number}.jsonl"
    collect(arguments.games, target, lambda text: print(text, flush=True), (int(number), int(processes)))


def _fit(arguments: argparse.Namespace) -> None:
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise RatsuError("this step needs NumPy: pip install 'ratsu[train]'") from error
    from engine.play.review.rating.estimate import RatingModel, tables
    from engine.play.review.rating.scale import SCALE_NAMES, EloScale
    from engine.training.rating import rating_losses
    from engine.training.rating.collect import read_analysed
    from engine.training.rating.fit import fit, measure, side_features, with_errors_of, write

    games = list(read_analysed(sorted(arguments.folder.glob("looks*.jsonl"))))
    if not games:
        raise RatsuError("there are no analysed games in %1: run `ratsu train rating collect`", arguments.folder)
    found: dict[EloScale, dict[bool, RatingModel]] = {}
    for scale in EloScale:
        found[scale] = {}
        for with_opponent in (True, False):
            sides, shipped = side_features(games, scale, with_opponent), tables()[scale][with_opponent]
            start = None if arguments.keep else shipped.weights
            table = with_errors_of(shipped, sides) if start is None else fit(sides, scale, start)
            found[scale][with_opponent] = table
            print(SCALE_NAMES[scale], "with the opponent's moves," if with_opponent else "own moves alone,", end=" ")
            print(f"{len(sides)} sides of games: spread {table.spread:.0f}, lean {table.lean:.2f}, ", end="")
            print(f"noise {table.noise:.0f}, style {table.style:.0f}")
            for count in (1, 5, 10):
                for row in measure(table, sides, start, count):
                    if row.estimates:
                        print(_figures(count, row))
    write(arguments.folder / "rating.json", found)
    rating_losses.write(arguments.folder / "people.json", rating_losses.losses_by_rating(games))


def _figures(count: int, row: "EstimateErrors") -> str:
    band = "all" if row.band is None else f"{row.band[0]}-{row.band[1] - 1}"
    figures = f"MAE {row.error:4.0f} (constant {row.constant:4.0f})  bias {row.bias:+5.0f}"
    inside = f"inside {100 * row.inside:3.0f} % (by estimate {100 * row.inside_estimated:3.0f} %)"
    return f"{count:3} games  {band:>10}  n {row.estimates:5}  {figures}  {inside}"
