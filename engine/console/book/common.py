"""Options and output shared by all `ratsu book` commands."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import chess

from books.building.chance_changes import ChanceComparison
from books.choice.library import Library
from books.choice.open_library import library_in
from books.folder import default_folder
from books.store.backup import back_up
from engine.console.position_argument import parse_moves, position_of
from engine.console.typed_move import NOT_A_MOVE
from engine.game import python_board
from engine.ground.errors import MoveError
from engine.rules.fen import START_FEN

LAYERS = ("user", "learned", "shipped")
"""The books with their own names on the command line."""


def add_common(parser: argparse.ArgumentParser, example: str) -> None:
    """Adds the options and the example of every sub-command."""
    parser.add_argument(
        "--folder", type=Path, default=default_folder(), help="folder of your books (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"example:\n  {example}"


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", default=START_FEN, help="the position to start from (default: the start position)")
    parser.add_argument("--moves", default="", help="moves from there, e.g. 'e4 e5 Nf3' or 'e2e4 e7e5'")


@contextmanager
def library(arguments: argparse.Namespace) -> Iterator[Library]:
    """Opens the user's library, closed at the end. Problems of single books are reported on stderr."""
    opened = library_in(arguments.folder)
    told = opened.problems
    try:
        _tell(told)
        yield opened
        for book in (opened.user, opened.learned):
            if book and book.writable:
                back_up(book)
    finally:
        opened.close()
        _tell(opened.problems[len(told) :])  # damage found while reading


def _tell(problems: Iterable[object]) -> None:
    for problem in problems:
        print(f"ratsu book: {problem}", file=sys.stderr)


def add_consent(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a command that may make a move less likely."""
    parser.add_argument("--yes", action="store_true", help="do not ask, even if a move is then played less often")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def confirm(
    arguments: argparse.Namespace, watch: ChanceComparison, what: str = "chance to be played", sure: bool = False
) -> bool:
    """Shows what a change would do before it is written. If it makes a move less likely and input comes from a terminal, asks
    the user, unless `sure`. Returns whether to write the change."""
    if not arguments.json:
        print(f"{what}: {watch.text}", flush=True)
    if arguments.dry_run:
        return False
    there = sys.stdin is not None and sys.stdin.isatty() and not arguments.json
    wanted = watch.falls and not sure and not arguments.yes
    asks = wanted and there
    if wanted and not there and not arguments.json:
        print(
            "ratsu book: written without a question, because standard input is not a terminal (--dry-run only shows)",
            file=sys.stderr,
        )
    return not asks or answer("Write this to your books? [y/N] ").strip().lower() in ("y", "yes")


def answer(prompt: str) -> str:
    """The line that the user types; empty at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        return ""


def board_of(arguments: argparse.Namespace) -> chess.Board:
    """The position given on the command line, after its moves. :raises PositionError, MoveError: it is invalid."""
    return python_board.board_of(position_of(arguments.fen, arguments.moves, chess960=False))


def first_move(board: chess.Board, text: str) -> chess.Move:
    """The first of the typed moves. :raises MoveError: it is illegal, or there is none, as in `12.`."""
    moves = parse_moves(board, text)
    if not moves:
        raise MoveError(f"{text} {NOT_A_MOVE}")
    return moves[0]


def output(arguments: argparse.Namespace, values: Mapping[str, object], text: str) -> None:
    """Prints `values` as JSON if `--json` is given, else the text."""
    print(json.dumps(values, indent=2, default=str) if arguments.json else text)
