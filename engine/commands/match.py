"""`ratsu match`: engine against engine."""

import argparse
import json
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from books.evaluations.store import EvaluationStore
from engine.console.control_words import control_words
from engine.console.meter import Meter
from engine.console.run_job import add_options, request_of, run_job
from engine.ground.text import counted
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.jobs.match import MatchJob, MatchProgress, MatchRequest
from engine.play.match.events import Announcer
from engine.play.match.report import data, pairing_line, summary
from engine.play.match.schedule import GameResult
from engine.publishing.match_table import check_kind, write_table

HELP = "play matches between engines: Elo with error bars, SPRT, gauntlets, resumable"
EXAMPLES = """examples:
  ratsu match --engine ratsu --engine toga2 --tc 10+0.1 --games 100 --pgn toga.pgn
  ratsu match --engine ratsu --engine 'ratsu-uci name=old dir=../old' --nodes 20000 --sprt 0:10
  ratsu match --gauntlet --engine 'ratsu level=1200' --engine sunfish --engine fairymax --movetime 0.1 --json
  ratsu match --knockout --engine 'ratsu level=1200' --engine sunfish --engine fairymax --tc 5+0.1 --table cup.html
  ratsu match --ladder --engine 'ratsu level=800' --engine 'ratsu level=1000' --engine 'ratsu level=1200' --movetime 1
The same command resumes an interrupted match (from FILE.journal beside the PGN)."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_options(parser, MatchRequest)
    parser.add_argument(
        "--table", type=Path, action="append", default=[], metavar="FILE", help="write table and games, .csv or .html"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end and nothing else")
    parser.add_argument(
        "--events", action="store_true", help="print every move as JSON lines; `stop` on the input ends it"
    )
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Plays and reports. Exit code 0, also after a stop. Raises MatchError."""
    for path in arguments.table:
        check_kind(path)
    meter = Meter(quiet=True)
    announcer = Announcer() if arguments.events else None
    with ExitStack() as stack:
        store = cache(lambda: stack.enter_context(EvaluationStore(data_folder() / EVALUATIONS)))
        return _play(arguments, MatchJob(announcer, store), meter, announcer)


def _play(arguments: argparse.Namespace, job: MatchJob, meter: Meter, announcer: Announcer | None) -> int:
    found = None
    for found in run_job(job, request_of(MatchRequest, arguments), meter):
        if found.game is None:
            _begin(arguments, found)
            if announcer is not None:
                announcer.listen(meter.stopper)
                announcer.start(found.names, found.results, found.repeats_after)
        elif announcer is not None:
            announcer.ended(found.game)
        elif not arguments.json:
            _print_game(found, found.game)
    interrupted = meter.cancelled
    if found is not None:
        title = f"{found.system.value.capitalize()}, {control_words(found.setup.control)}"
        for path in arguments.table:
            write_table(path, title, found.names, found.results, found.order)
    if announcer is not None:
        announcer.end(interrupted)
    elif found is None:
        return 0
    elif arguments.json:
        answer = data(found.names, found.results, found.system, found.sprt, str(found.setup.control))
        print(json.dumps({**answer, "interrupted": interrupted}, indent=2))
    else:
        going_on = (
            "the same command continues" if arguments.pgn is not None else "without --pgn its games are not saved"
        )
        print(f"\ninterrupted; {going_on}" if interrupted else "")
        print(summary(found.names, found.results, found.system, found.sprt))
    return 0


def _begin(arguments: argparse.Namespace, found: MatchProgress) -> None:
    """Prints the players and games to come, and the limits of what they can prove."""
    for note in found.notes:
        print(note, file=sys.stderr)
    if found.repeats_after:
        print(
            f"after {found.repeats_after} games of each pairing the openings ({found.repeats_after // 2}) begin again: "
            "without a clock engines may repeat their games",
            file=sys.stderr,
        )
    if arguments.json or arguments.events:
        return
    print(f"time control: {control_words(found.setup.control)}", file=sys.stderr)
    for spec in found.setup.engines:
        if spec.control is not None:
            print(f"  {spec.name}: {control_words(spec.control)}", file=sys.stderr)
    if found.results:
        print(f"continuing after {counted(len(found.results), 'finished game')}")


def _print_game(found: MatchProgress, game: GameResult) -> None:
    played, names = game.encounter, found.names
    first, second = sorted((played.white, played.black))
    print(f"game {played.number}: {names[played.white]} - {names[played.black]}  {game.result}  ", end="")
    print(f"{game.outcome}  |  {pairing_line(names, first, second, found.results)}", flush=True)
