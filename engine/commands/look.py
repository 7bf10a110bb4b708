"""`ratsu look`: deep analysis of one position."""

import argparse
import json

from engine.console.deep_look import data, report
from engine.console.limit_arguments import positive_int
from engine.console.meter import Meter, exit_code
from engine.console.position_argument import position_of
from engine.console.run_job import run_job
from engine.game.python_board import board_of
from engine.jobs.look import LONGEST, DeepLookJob, DeepLookRequest, LookKind
from engine.play.sources.learned_positions import learned_path
from engine.search.linear import ProbedLine

HELP = "analyses a position deeply: mate in N, fortress, end of the lines, soundness of a line"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", help="the position as FEN in quotes, or startpos")
    parser.add_argument("--moves", default="", help="moves played from there: 'e4 e5' or 'e2e4 e7e5'")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument(
        "--mate", type=positive_int, nargs="?", const=LONGEST, metavar="N", help=f"prove a mate in N ({LONGEST})"
    )
    parser.add_argument(
        "--fortress", action="store_true", help="decide by exhaustion whether the worse side can hold for ever"
    )
    parser.add_argument(
        "--verify",
        nargs="?",
        const="",
        metavar="LINE",
        help="follow a line (moves in coordinates) or the engine's beyond its end",
    )
    parser.add_argument(
        "--linear", action="store_true", help="follow the line after each move (or --only) to its end, up to 400 plies"
    )
    parser.add_argument("--only", default="", help="with --linear: these first moves only, in coordinates")
    parser.add_argument("--file", default="", help="remember proofs in another file than the user's")
    parser.add_argument("--forget", action="store_true", help="do not remember proofs")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a finding; scores are the side to move's"
    )
    parser.epilog = (
        "Without --mate, --fortress, --verify or --linear: all four. Proved draws and mates are remembered (ratsu learned).\n"
        "example:\n  ratsu look '4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1' --fortress"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the findings. Raises PositionError, MoveError, LearnedError."""
    position = position_of(arguments.fen, arguments.moves, chess960=arguments.chess960)
    board, meter, lines = board_of(position), Meter(), list[ProbedLine]()
    chosen = (arguments.mate, arguments.fortress, arguments.verify is not None, arguments.linear)
    looks = tuple(look for look, wanted in zip(LookKind, chosen, strict=True) if wanted or not any(chosen))
    store = None if arguments.forget else learned_path(arguments.file)
    moves = tuple((arguments.only if arguments.linear else arguments.verify or "").split())
    for found in run_job(DeepLookJob(store), DeepLookRequest(position, looks, moves, arguments.mate or LONGEST), meter):
        print(json.dumps(data(board, found)) if arguments.json else report(board, found), flush=True)
        lines += [found] if isinstance(found, ProbedLine) else []
    if len(lines) > 1 and not arguments.json:
        best = max(lines, key=lambda line: line.value)
        print(f"\nbest in the end: {report(board, best)}")
    return exit_code(meter)
