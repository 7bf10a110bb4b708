"""`ratsu uci`: the engine for any chess program that speaks UCI."""

import argparse
import gc
import sys

from engine.protocols.line_streams import LineReader, LineWriter, raw_input
from engine.protocols.uci import UciServer

HELP = "speak UCI on standard input and output"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds no arguments: everything is set by `setoption`."""
    parser.epilog = "example:\n  printf 'position startpos\\ngo movetime 1000\\n' | ratsu uci"


def run(arguments: argparse.Namespace) -> int:
    """Serves until `quit` or the end of the input."""
    from engine.play.mover import RatsuMover

    writer = LineWriter(sys.stdout.buffer)
    mover = RatsuMover()
    gc.freeze()  # what is there now stays: no collection looks through it while a clock runs
    UciServer(mover, writer).run(LineReader(raw_input()))
    return 0
