"""`ratsu perft`: counts the leaves of the move tree, to verify the move generator."""

import argparse

from engine.console.position_argument import position_of
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.rules.perft import MoveKinds, count_kinds, divide

HELP = "count the leaves of the move tree (the standard test of a move generator)"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", type=_depth, help="plies, 0 to 20")
    parser.add_argument("--fen", default=START_FEN, help="the position (default: the start position)")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument("--divide", action="store_true", help="also print the count below each move")
    parser.add_argument("--kinds", action="store_true", help="count by kind of the last move, at each depth up to this")
    parser.epilog = "example:\n  ratsu perft 5\n  (ends with: nodes 4865609)"


def run(arguments: argparse.Namespace) -> int:
    """Prints the counts; the last line is `nodes N`. Raises PositionError for a bad FEN."""
    board = position_of(arguments.fen, chess960=arguments.chess960).board()
    if arguments.kinds:
        return _show_kinds(board, arguments.depth)
    counts = divide(board, arguments.depth, lambda: False)
    if arguments.divide:
        for move, leaves in counts:
            print(f"{move}: {leaves}")
    total = sum(leaves for _, leaves in counts) if arguments.depth else 1
    print(f"nodes {total}")
    return 0


def _show_kinds(board: CoreBoard, depth: int) -> int:
    print(f"{'depth':>5}" + "".join(f"{name.replace('_', ' '):>13}" for name in MoveKinds._fields))
    for plies in range(1, depth + 1):
        print(f"{plies:>5}" + "".join(f"{number:>13}" for number in count_kinds(board, plies, lambda: False)))
    return 0


def _depth(text: str) -> int:
    depth = int(text)
    if not 0 <= depth <= 20:
        raise argparse.ArgumentTypeError("the depth must be 0 to 20")
    return depth
