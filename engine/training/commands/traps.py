"""`ratsu train traps`: opening traps in the shipped book, with their refutations."""

import argparse
from contextlib import closing
from itertools import groupby
from pathlib import Path

from books.building.imports import new_book
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.play.external.own_command import own_command
from engine.training.book.judge import Judge
from engine.training.book.traps import add_traps
from engine.training.commands.book import OWN_OPTIONS

HELP = "add well-known opening traps to the book that `ratsu train book` made"

_META = ("source", "checked", "engine", "second engine")


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
    with BookFile(arguments.book, Access.READ) as book:
        rows = {key: list(found) for key, found in groupby(book.all_rows(), lambda row: row.key)}
        pages = {position.key: (position, rows.get(position.key, [])) for position in book.all_positions()}
        title = book.meta("title") or ""
        meta = {name: value for name in _META if (value := book.meta(name))}
    with (
        closing(Judge((arguments.judge,))) as foreign,
        closing(Judge(own_command("uci"), OWN_OPTIONS)) as own,
    ):
        add_traps(pages, foreign, own, lambda text: print(text, flush=True))
    with new_book(arguments.to, title) as made:
        for name, value in meta.items():
            made.put_meta(name, value)
        made.put_packed(pages.values())
        print(f"{arguments.to}: {made.count()} moves of {len(pages)} positions")
    return 0
