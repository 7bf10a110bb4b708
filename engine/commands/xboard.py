"""`ratsu xboard`: the engine for XBoard, WinBoard and every program that speaks their protocol."""

import argparse
import gc
from contextlib import closing

from engine.protocols.line_streams import LineReader, LineWriter, raw_input, raw_output
from engine.protocols.xboard import XBoardServer

HELP = "speak the XBoard protocol (CECP 2) on standard input and output"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds no arguments: the protocol sets everything."""
    parser.epilog = "example:\n  xboard -fcp 'ratsu xboard'"


def run(arguments: argparse.Namespace) -> int:
    """Serves until `quit` or the end of the input."""
    from engine.play.mover import RatsuMover

    with closing(RatsuMover()) as mover:
        gc.freeze()  # excludes existing objects from garbage collection, which would cost time on the clock
        XBoardServer(mover, LineWriter(raw_output())).run(LineReader(raw_input()))
    return 0
