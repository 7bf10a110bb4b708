"""`ratsu train traps`: opening traps in the shipped book, with their refutations."""

import argparse
from contextlib import closing
from pathlib import Path

from engine.play.external.own_command import own_command
from engine.training.book.finished import read_pages, write_pages
from engine.training.book.judge import Judge
from engine.training.book.traps import add_traps
from engine.training.commands.book import OWN_OPTIONS

HELP = "add well-known opening traps to the book that `ratsu train book` made"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Flags well-known opening traps that two judges condemn, and adds their refutations."
    parser.add_argument("book", type=Path, help="a book of `ratsu train book`")
    parser.add_argument("--to", type=Path, required=True, help="the book to write, ending in .ratsubook")
    parser.add_argument(
        "--judge", default="stockfish", help="a UCI engine, the judge beside Ratsu itself (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Adds the traps; returns the exit code."""
    pages, title, meta = read_pages(arguments.book)
    with (
        closing(Judge((arguments.judge,))) as foreign,
        closing(Judge(own_command("uci"), OWN_OPTIONS)) as own,
    ):
        add_traps(pages, foreign, own, lambda text: print(text, flush=True))
    moves = write_pages(arguments.to, pages, title, meta)
    print(f"{arguments.to}: {moves} moves of {len(pages)} positions")
    return 0
