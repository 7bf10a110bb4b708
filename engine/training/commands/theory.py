"""`ratsu train theory`: main lines of theory and answers to gambits in the shipped book."""

import argparse
from contextlib import closing
from pathlib import Path

from books.building.build import BuildOptions, MoveCounter
from books.building.game_graph import GameGraph
from books.building.searches import SearchFile
from books.formats.games import read_lines
from engine.training.book.finished import read_pages, write_pages
from engine.training.book.judge_pool import JudgePool
from engine.training.book.theory import TheoryBook

HELP = "add main lines of theory and answers to gambits to the book that `ratsu train book` made"
_PLIES = 20  # of people's games


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = (
        "Adds main lines of theory and eight half moves after each known gambit, as a judge plays them, and weighs normal "
        "moves by what people play. Ctrl-C stops it; the same command continues from the searches in the cache."
    )
    parser.add_argument("book", type=Path, help="a book of `ratsu train book`")
    parser.add_argument("--to", type=Path, required=True, help="the book to write, ending in .ratsubook")
    parser.add_argument("--cache", type=Path, required=True, help="file for the judge's searches")
    parser.add_argument("--people", type=Path, nargs="+", required=True, help="PGN files with games of amateurs")
    parser.add_argument("--judge", default="stockfish", help="a UCI engine (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="number of engines (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Adds the lines; returns the exit code."""
    pages, title, meta = read_pages(arguments.book)
    options = BuildOptions(max_ply=_PLIES, min_games=1)
    with MoveCounter(options) as counter:
        for path in arguments.people:
            for game in read_lines(path, options.max_ply):
                counter.add(game)
        people = GameGraph(counter.counts())
    with (
        closing(SearchFile(arguments.cache)) as file,
        JudgePool((arguments.judge,), (), arguments.processes, file) as judge,
    ):
        TheoryBook(pages, judge, people, lambda text: print(text, flush=True)).add()
    moves = write_pages(arguments.to, pages, title, meta)
    print(f"{arguments.to}: {moves} moves of {len(pages)} positions")
    return 0
