"""`ratsu tactics`: puzzles of your rating, by theme, in streaks and in cycles; also guessed games and blindfold tasks."""

import argparse
import json
import random
from pathlib import Path

from engine.coach.puzzles import shipped_puzzles
from engine.console.deck import opened_deck
from engine.console.drill_commands import add_drills
from engine.console.pgn.common import add_json
from engine.console.tactics_training import progress_data, progress_text, train
from engine.drill.sources.puzzles import SOURCE, PuzzleMode, PuzzleSelection
from engine.ground.errors import RatsuError
from engine.play.tactics.puzzle_files import puzzles_of

HELP = "trains tactics with puzzles: by rating, theme, in streaks and cycles"


def configure(parser: argparse.ArgumentParser) -> None:
    courses = tuple(course.value for course in PuzzleMode)
    parser.add_argument(
        "--course", choices=courses, default="rated", help="how the next puzzle is found (default rated)"
    )
    parser.add_argument("--theme", default="", help="only puzzles with this theme of lichess, such as fork or mateIn2")
    parser.add_argument(
        "--new-cycle", action="store_true", help="with --course cycle: other puzzles than in the last one"
    )
    parser.add_argument(
        "--puzzles", type=Path, metavar="FILE", help="puzzles of a CSV, PGN or EPD file instead of the shipped"
    )
    parser.add_argument("--show", action="store_true", help="only show your rating and what is due")
    parser.add_argument("--seed", type=int, help="the same seed draws the same puzzles")
    add_json(parser)
    add_drills(parser)
    parser.epilog = (
        "examples:\n  ratsu tactics --theme fork\n  ratsu tactics --course streak\n  ratsu tactics --show --json\n"
        "  ratsu tactics guess mine.pgn --game 3 --side black\n  ratsu tactics visualise --kind knight"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs a session in the terminal, or prints the progress. The window uses the same file. Raises RatsuError."""
    if "action" in arguments:
        return int(arguments.action(arguments))
    file = opened_deck(SOURCE)
    if arguments.show or arguments.json:
        print(json.dumps(progress_data(file.value())) if arguments.json else progress_text(file.value()))
        return 0
    puzzles = puzzles_of(arguments.puzzles) if arguments.puzzles else shipped_puzzles()
    themes = frozenset().union(*(puzzle.themes for puzzle in puzzles))
    if arguments.theme and arguments.theme not in themes:
        raise RatsuError("no puzzle has the theme %1; there are %2", arguments.theme, ", ".join(sorted(themes)))
    name = arguments.puzzles.name if arguments.puzzles else ""
    request, chance = (
        PuzzleSelection(PuzzleMode(arguments.course), arguments.theme, name),
        random.Random(arguments.seed),
    )
    if arguments.new_cycle and request.course is not PuzzleMode.CYCLE:
        raise RatsuError("--new-cycle needs --course cycle")
    train(file, request, chance, input, print, arguments.new_cycle, puzzles if arguments.puzzles else ())
    return 0
