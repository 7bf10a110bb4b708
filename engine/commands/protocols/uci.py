"""`ratsu uci`: the engine for any chess program that speaks UCI."""

from __future__ import annotations

import gc

from engine.protocols.line_streams import raw_output
from engine.protocols.uci_greeting import Conversation

TYPE_CHECKING = False  # not from `typing`, which is imported only after the first answer, as everything else
if TYPE_CHECKING:
    import argparse

HELP = "speak UCI on standard input and output"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds no arguments: the GUI sets everything by `setoption`."""
    parser.epilog = "example:\n  printf 'position startpos\\ngo movetime 1000\\n' | ratsu uci"


def run(arguments: argparse.Namespace) -> int:
    """Serves until `quit` or the end of the input."""
    return play(begin())


def begin() -> Conversation:
    """The conversation over standard input and output, after its first line."""
    return Conversation(raw_output())


def play(begun: Conversation) -> int:
    """Loads the engine and serves until `quit` or the end of the input."""
    from contextlib import closing

    from engine.play.mover import RatsuMover
    from engine.protocols.uci import UciServer

    with closing(RatsuMover()) as mover:
        gc.freeze()  # excludes existing objects from garbage collection, which would cost time on the clock
        UciServer(mover, begun.writer).run(begun.lines)
    return 0
