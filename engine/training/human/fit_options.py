"""What the fit is told, as `ratsu train human fit` or by itself; needs nothing that is compiled."""

import argparse
from pathlib import Path


def weights(text: str) -> tuple[float, ...]:
    """Numbers from 0 to 1 with commas between them.

    :raises argparse.ArgumentTypeError: if they are anything else.
    """
    try:
        found = tuple(float(value) for value in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 <= value <= 1 for value in found):
        raise argparse.ArgumentTypeError(f"{text} is not understood: write numbers from 0 to 1, as 0.65,0.35")
    return found


def add_fit_options(parser: argparse.ArgumentParser) -> None:
    """Adds the folder, and what `engine.training.human.card_fit` can be told."""
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--teachers",
        type=Path,
        default=None,
        help="folder of maia-1100.pb.gz to maia-1900.pb.gz (default: people alone teach)",
    )
    parser.add_argument("--out", type=Path, default=None, help="where the networks go (default FOLDER)")
    parser.add_argument("--seconds", type=float, default=600, help="in all (default 600)")
    parser.add_argument(
        "--trust",
        type=weights,
        default=(0.6,),
        metavar="W,W",
        help="weights of the teachers against the move played, 0 to 1; a network each (default 0.6)",
    )
    parser.add_argument("--channels", type=int, default=128, help="of the convolutions, a multiple of 16 (default 128)")
    parser.add_argument("--blocks", type=int, default=8, help="of two convolutions (default 8)")
    parser.add_argument("--batch", type=int, default=4096, help="positions a step (default 4,096)")
    parser.add_argument("--rate", type=float, default=0.02, help="learning rate of the convolutions (default 0.02)")
    parser.add_argument("--anneal", type=float, default=0.2, help="share of the time for each of --trust (default 0.2)")
    parser.add_argument("--compiled", action="store_true", help="let PyTorch compile the tower first")
    parser.add_argument(
        "--start", type=Path, default=None, help="a .pt of an earlier fit to go on from, at a falling rate"
    )
