"""`ratsu mirror FILE.pgn --player NAME`: statistics of one player over many games."""

import argparse
import contextlib
import sys
from functools import cache
from pathlib import Path

from books.evaluations.store import EvaluationStore
from engine.console.deck import opened_deck
from engine.console.meter import Meter, exit_code
from engine.console.mirror_text import mirror_text
from engine.console.pgn.common import add_json, show
from engine.console.run_job import run_job
from engine.drill.sources import clock
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.jobs.job import last
from engine.jobs.mirror import MirrorJob, MirrorRequest
from engine.play.review.mirror_work import FILE, mirror_from

HELP = "shows a player's strengths and weaknesses over many games"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose games: the surname or whole name")
    parser.add_argument("--clock", action="store_true", help="also save the clock lessons, for Train, Drills")
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu mirror mine.pgn --player Virtanen\n\n"
        "Results are saved: the same games are not analysed twice. `people`: what people of the estimated rating lose.\n"
        "`worst`: game and ply of the dearest moves."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the mirror. Raises RatsuError."""
    meter = Meter()
    request = MirrorRequest(arguments.file, arguments.player)
    with contextlib.ExitStack() as stack:
        store = cache(lambda: stack.enter_context(EvaluationStore(data_folder() / EVALUATIONS)))
        found = last(run_job(MirrorJob(data_folder() / FILE, store), request, meter))
    if arguments.clock and found is not None:
        new = clock.add(opened_deck(clock.SOURCE), found.clock)
        print(f"{counted(new, 'new clock lesson')} of {len(found.clock)}", file=sys.stderr)
    mirror = found.mirror if found is not None and found.mirror is not None else mirror_from(())
    if not mirror.games and not meter.cancelled:
        raise RatsuError("no game of %1 was found", arguments.player)
    cut = [{"game": number, "unread": str(unread)} for number, unread in (found.cut if found is not None else ())]
    lines = [f"game {row['game']}: {row['unread']}" for row in cut]
    show(arguments, {**mirror.data, "unread": cut}, "\n".join((*lines, mirror_text(mirror))))
    return exit_code(meter)
