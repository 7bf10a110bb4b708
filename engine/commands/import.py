# ruff: noqa: N999 - the file's name is the command's
"""`ratsu import lichess NAME`, `ratsu import chesscom NAME`: downloads a player's own games into a collection."""

import argparse
import sys
from datetime import datetime
from pathlib import Path

from engine.console.meter import CANCELLED, Meter
from engine.console.pgn.common import add_command, show
from engine.console.run_job import run_job
from engine.ground.user_files import MY_GAMES, data_folder
from engine.jobs.fetching import DownloadJob, DownloadRequest
from engine.jobs.job import last
from engine.play.world.downloads import COLOURS, SPEEDS, DownloadFilter
from engine.play.world.fetching import DownloadReport, summary

HELP = "fetches your games from lichess or chess.com into a collection"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  ratsu import lichess virtanen --rated --speed blitz rapid\n\n"
        "The same command later fetches only what is new, and continues where it was stopped."
    )
    actions = parser.add_subparsers(title="sites", required=True, metavar="SITE")
    for site in ("lichess", "chesscom"):
        adding = add_command(actions, site, f"games of {site}", fetch, f"ratsu import {site} virtanen")
        adding.set_defaults(site=site)
        adding.add_argument("name", help="player name at the site")
        adding.add_argument("--collection", type=Path, help="the collection's file (default: that of the window)")
        adding.add_argument("--rated", action="store_true", help="rated games only (default: casual ones too)")
        adding.add_argument("--speed", nargs="+", default=(), choices=SPEEDS, help="these time controls (default: all)")
        adding.add_argument("--colour", default="", choices=COLOURS, help="games with this colour (default: both)")
        adding.add_argument("--since", type=_day, default=0, metavar="DAY", help="no games before, as 2024-01-31")
        adding.add_argument("--again", action="store_true", help="from the first game; none is doubled")
        adding.add_argument("--address", default="", help=argparse.SUPPRESS)  # another server, for tests


def _day(text: str) -> int:
    try:
        return round(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date. Example: 2024-01-31") from error


def fetch(arguments: argparse.Namespace) -> int:
    """Downloads games and prints a summary. Games that came before an error are saved. Raises RatsuError."""
    wanted = DownloadFilter(arguments.name, arguments.rated, tuple(arguments.speed), arguments.colour, arguments.since)
    path = arguments.collection or data_folder() / MY_GAMES
    job, meter = DownloadJob({arguments.site: arguments.address}), Meter()
    report = (
        last(run_job(job, DownloadRequest(path, arguments.site, wanted, arguments.again), meter)) or DownloadReport()
    )
    if meter.cancelled:
        print("stopped; the same command continues from here", file=sys.stderr)
    show(arguments, {"collection": str(path), "came": report.came, "added": report.added}, str(summary(report)))
    return CANCELLED if meter.cancelled else 0
