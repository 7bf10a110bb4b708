"""Nodes a second of processor time of the search beside another UCI engine's, over the bench positions, in one run, as a ratio.

Run: `python -m tests.bench.node_rate [--engine PATH] [--seconds S]`. One thread each, taking turns; processor time is counted,
not the clock on the wall, so that other work on the machine disturbs less.
"""

import argparse
import resource
import time

import chess
import chess.engine

from engine.game.limits import GamePosition, Limits
from engine.play.bench import POSITIONS
from engine.player import Player


def own_rate(fens: list[str], seconds: float) -> float:
    """Nodes a second of processor time of this engine."""
    player = Player()
    nodes, began = 0, time.process_time()
    for fen in fens:
        player.new_game()
        nodes += player.search(GamePosition(fen, chess960=False), Limits(move_time_ms=int(seconds * 1000))).nodes
    return nodes / (time.process_time() - began)


def other_rate(path: str, fens: list[str], seconds: float) -> float:
    """The same of a UCI engine, counted over its whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    nodes = 0
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        if "OwnBook" in engine.options:
            engine.configure({"OwnBook": False})
        for fen in fens:
            nodes += engine.analyse(chess.Board(fen), chess.engine.Limit(time=seconds)).get("nodes", 0)
    spent = 0.0
    while not spent:  # counted once the process has been waited for, on the client's own thread
        time.sleep(0.01)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return nodes / spent


def main() -> None:
    """Prints both rates and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="/usr/games/toga2")
    parser.add_argument("--seconds", type=float, default=0.5, help="a position (default 0.5)")
    arguments = parser.parse_args()
    fens = [fen for _, fen in POSITIONS if not chess.Board(fen).is_game_over()]
    ours = own_rate(fens, arguments.seconds)
    theirs = other_rate(arguments.engine, fens, arguments.seconds)
    print(f"ratsu {ours / 1e6:.2f} M/s  {arguments.engine} {theirs / 1e6:.2f} M/s  ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
