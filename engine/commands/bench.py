"""`ratsu bench`: the node signature of the search and its speed."""

import argparse

from engine.play.bench import DEFAULT_DEPTH, run_bench
from engine.player import Player

HELP = "search a fixed set of positions; prints the node signature"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--depth", type=int, default=DEFAULT_DEPTH, help=f"plies a position (default {DEFAULT_DEPTH})")
    parser.epilog = "example:\n  ratsu bench\n  (ends with: bench N; N changes only when the search changes)"


def run(arguments: argparse.Namespace) -> int:
    """Prints nodes and move of every position; the last line is `bench N`."""
    run_bench(Player(), max(1, arguments.depth), lambda line: print(line, flush=True))
    return 0
