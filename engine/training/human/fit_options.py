"""The options of the fit, for `ratsu train human fit` and for board_fit.py by itself. Needs no compiled module."""

import argparse
from pathlib import Path


def weights(text: str) -> tuple[float, ...]:
    """Returns the numbers in a list such as `0.65,0.35`.

    :raises argparse.ArgumentTypeError: if they are not numbers from 0 to 1.
    """
    try:
        found = tuple(float(value) for value in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 <= value <= 1 for value in found):
        raise argparse.ArgumentTypeError(f"{text} is not understood: write numbers from 0 to 1, such as 0.65,0.35")
    return found


def add_fit_options(parser: argparse.ArgumentParser) -> None:
    """Adds the folder and the options of `engine.training.human.board_fit`."""
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--teachers",
        type=Path,
        default=None,
        help="folder with maia-1100.pb.gz to maia-1900.pb.gz (default: no teachers)",
    )
    parser.add_argument("--out", type=Path, default=None, help="folder for the networks (default FOLDER)")
    parser.add_argument("--seconds", type=float, default=600, help="training time (default 600)")
    parser.add_argument(
        "--trust",
        type=weights,
        default=(0.6,),
        metavar="W,W",
        help="weights of the teachers against the moves played, 0 to 1, a network for each (default 0.6)",
    )
    parser.add_argument("--channels", type=int, default=128, help="channels, a multiple of 16 (default 128)")
    parser.add_argument("--blocks", type=int, default=8, help="blocks of two convolutions (default 8)")
    parser.add_argument("--batch", type=int, default=4096, help="positions a step (default 4,096)")
    parser.add_argument("--rate", type=float, default=0.02, help="learning rate of the convolutions (default 0.02)")
    parser.add_argument("--anneal", type=float, default=0.2, help="share of the time for each of --trust (default 0.2)")
    parser.add_argument("--compiled", action="store_true", help="compile the tower with PyTorch first")
    parser.add_argument(
        "--start", type=Path, default=None, help="a .pt of an earlier fit to continue from, at a falling rate"
    )
