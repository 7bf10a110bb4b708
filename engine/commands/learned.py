"""`ratsu learned ...`: the file of learned positions (option Position Learning)."""

import argparse
import json
from pathlib import Path

from engine.console.limit_arguments import add_limit_arguments, limits_of, positive_int
from engine.console.position_argument import position_of
from engine.game.info import PovScore
from engine.game.limits import Limits
from engine.game.position import Position
from engine.game.reason import at_depth
from engine.game.reason_words import english
from engine.ground.errors import PositionError
from engine.ground.text import counted
from engine.play.sources.learned_positions import analysed, learned_path
from engine.player import Player
from engine.search.position_learning import LearnedFile, LearnedPosition, as_data

HELP = "lists, adds, checks and takes back positions that the engine has learned"
DEFAULT_NODES = 2_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    show = steps.add_parser("list", help="the journal, oldest first")
    show.add_argument("--json", action="store_true", help="one JSON object a line")
    add = steps.add_parser("add", help="analyse a position and remember what came out")
    add.add_argument("fen", help="the position as FEN in quotes")
    add.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    add_limit_arguments(add)
    undo = steps.add_parser("undo", help="take the latest back")
    undo.add_argument("count", type=positive_int, nargs="?", default=1, help="how many (default 1)")
    check = steps.add_parser("check", help="read the whole file and check every position")
    for step in (show, add, undo, check):
        step.add_argument("--file", default="", help="another file than the user's")
    parser.epilog = (
        "example:\n  ratsu learned add '8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1' --depth 20\n  ratsu learned undo"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs one step. Raises LearnedError for a damaged or unwritable file, PositionError for a bad position."""
    path = learned_path(arguments.file)
    file = LearnedFile(path)
    if arguments.step == "list":
        positions = file.read()
        for position in positions:
            print(json.dumps(as_data(position)) if arguments.json else line_of(position))
        if not positions and not arguments.json:
            print(f"{path}: nothing learned yet")
        return 0
    if arguments.step == "add":
        return _add(arguments, file)
    if arguments.step == "undo":
        for position in file.undo(arguments.count):
            print(f"taken back: {line_of(position)}")
        return 0
    return _check(path, file.read())


def line_of(position: LearnedPosition) -> str:
    """A learned position as one line, the score from White's point of view."""
    sign = "" if position.exact else "at least "
    score = PovScore(position.known, Position.of(position.fen, position.chess960).white_to_move)
    worth = f"{score} (proved)" if position.proof else f"{sign}{english(at_depth(score, position.depth))}"
    note = f"  {position.note}" if position.note else ""
    return f"{position.when}  {worth:<28} {position.fen}  ({position.reason}){note}"


def _add(arguments: argparse.Namespace, file: LearnedFile) -> int:
    file.read()  # a damaged file is reported before the analysis
    position = position_of(arguments.fen, chess960=arguments.chess960)
    result = Player().search(position, limits_of(arguments) or Limits(nodes=DEFAULT_NODES))
    if result.best_move is None:
        raise PositionError("there is no legal move in %1: nothing to learn", arguments.fen)
    learned = analysed(position, result.lines[0])
    file.add(learned)
    print(f"learned: {line_of(learned)}")
    return 0


def _check(path: Path, positions: list[LearnedPosition]) -> int:
    faults = [(number, fault) for number, known in enumerate(positions, 1) if (fault := known.fault())]
    for number, fault in faults:
        print(f"position {number}: {fault}")
    print(f"{path}: {counted(len(positions), 'position')}, {len(faults)} faulty")
    return 1 if faults else 0
