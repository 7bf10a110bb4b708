"""`ratsu train book`: makes the shipped book from games, with two judges."""

import argparse
import json
import sys
import time
from pathlib import Path

from books.building.build import BuildOptions, MoveCounter
from books.building.game_graph import GameGraph
from books.building.searches import SearchFile, copy_from_book
from books.formats.games import read_lines
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.play.external.own_command import own_command
from engine.training.book.condemned import FOREIGN, OWN
from engine.training.book.frontier import EFFORTS
from engine.training.book.judge_pool import JudgePool
from engine.training.book.maker import BookMaker
from engine.training.book.strong_players import StrongPlayers
from engine.training.book.writer import write

OWN_OPTIONS = (("OwnBook", "false"),)
_ALL_IN_MEMORY = 10_000_000
_EVERY_S = 10.0
_SHARES = (0.5, 0.65, 0.75, 0.85, 1.0)
"""The ends of the five steps (survey, replies, verify, confirm, condemn), as shares of the time."""


HELP = "make a book in which engines searched every position"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = (
        "Makes a book in which engines searched every position. The work takes hours. Stop it with Ctrl-C; the "
        "same command resumes it. With --hours 0 the book is written from the searches so far."
    )
    parser.add_argument("games", nargs="+", type=Path, help="PGN files")
    parser.add_argument("--to", type=Path, required=True, help="the book to write, ending in .ratsubook")
    parser.add_argument("--cache", type=Path, required=True, help="file for the judges' searches")
    parser.add_argument(
        "--judge", default="stockfish", help="the other judge besides Ratsu, a UCI engine (default: %(default)s)"
    )
    parser.add_argument(
        "--earlier", type=Path, metavar="BOOK", help="an earlier book of this command; its values count as searches"
    )
    parser.add_argument("--plies", type=int, default=28, help="depth in plies (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=120_000, help="positions at most (default: %(default)s)")
    parser.add_argument(
        "--condemn",
        type=int,
        default=400,
        metavar="N",
        help="let both judges examine N bad moves (default: %(default)s)",
    )
    parser.add_argument(
        "--verify",
        type=int,
        default=2_000,
        metavar="N",
        help="search N borderline moves more deeply (default: %(default)s)",
    )
    parser.add_argument("--hours", type=float, default=8.0, help="search no longer than this (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="number of engines (default: %(default)s)")
    parser.add_argument("--source", default="", help="source of the games, noted in the book")
    parser.add_argument("--title", default="Built from games", help="the book's title")
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "example:\n  ratsu train book games.pgn --to made.ratsubook --cache searches.db --hours 8"


def run(arguments: argparse.Namespace) -> int:
    """Makes the book and returns the exit code."""
    began = time.monotonic()
    surveyed, behind, verified, confirmed, condemned = (began + 3600 * arguments.hours * share for share in _SHARES)
    options = BuildOptions(max_ply=arguments.plies + 1, min_games=1)
    with MoveCounter(options, in_memory=_ALL_IN_MEMORY) as counter:
        for path in arguments.games:
            for game in read_lines(path, options.max_ply):
                counter.add(game)
        graph, games = GameGraph(counter.counts()), counter.games
    maker = BookMaker(graph, games, arguments.plies, StrongPlayers(), _ProgressPrinter())
    file = SearchFile(arguments.cache)
    try:
        if arguments.earlier:
            with BookFile(arguments.earlier, Access.READ) as earlier:
                copy_from_book(earlier, file, OWN.nodes)
        with (
            JudgePool((arguments.judge,), (), arguments.processes, file) as foreign,
            JudgePool(own_command("uci"), OWN_OPTIONS, arguments.processes, file) as own,
        ):
            maker.survey(foreign, arguments.positions, surveyed)
            maker.search_replies(foreign, behind)
            maker.verify(foreign, arguments.verify, verified)
            maker.confirm(foreign, confirmed)
            maker.condemn(foreign, own, arguments.condemn, condemned)
            judges = foreign.name, own.name
    finally:
        file.close()
    pages = list(maker.pages())
    checked = (
        f"every position by {judges[0]}, {EFFORTS[-1][1].nodes:,} nodes or more; condemned moves also by it with "
        f"{FOREIGN.nodes:,} and by {judges[1]} with {OWN.nodes:,} nodes each"
    )
    meta = {
        "title": arguments.title,
        "source": arguments.source,
        "checked": checked,
        "engine": judges[0],
        "second engine": judges[1],
    }
    moves = write(arguments.to, pages, meta)
    values = {"book": str(arguments.to), "moves": moves, "positions": len(pages), "games": games}
    text = f"{arguments.to}: {moves} moves of {len(pages)} positions from {games} games"
    print(json.dumps(values, indent=2) if arguments.json else text)
    return 0


class _ProgressPrinter:
    """Prints the progress, at most every ten seconds, because the work may run all night with its output in a file."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _EVERY_S
            print(text, file=sys.stderr, flush=True)
