"""`ratsu xboard`: the engine for XBoard, WinBoard and every program that speaks their protocol."""

import argparse
import gc
from contextlib import closing

from engine.protocols.line_streams import LineReader, LineWriter, raw_input, raw_output

HELP = "speak the XBoard protocol (CECP 2) on standard input and output"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds no arguments: the protocol sets everything."""
    parser.epilog = "example:\n  xboard -fcp 'ratsu xboard'"


def run(arguments: argparse.Namespace) -> int:
    """Serves until `quit` or the end of the input."""
    writer = LineWriter(raw_output())
    writer.write_block("feature done=0")  # a GUI waits two seconds for the features, or until they are done
    from engine.play.mover import RatsuMover
    from engine.protocols.xboard import XBoardServer

    with closing(RatsuMover()) as mover:
        gc.freeze()  # excludes existing objects from garbage collection, which would cost time on the clock
        XBoardServer(mover, writer).run(LineReader(raw_input()))
    return 0
