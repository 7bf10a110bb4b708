"""Perft rate of the core beside Stockfish's own `go perft`, in one run, as a ratio.

Run: `python -m tests.bench.perft_rate [DEPTH] [--stockfish PATH]`. Both count the leaf nodes of the start position, the last
ply in bulk, one thread each, taking turns; the median of the ratios is what to quote.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import time

from engine.rules.board import CoreBoard


def core_rate(depth: int) -> tuple[int, float]:
    """(nodes, nodes a second) of the core."""
    board = CoreBoard.start()
    began = time.perf_counter()
    nodes = board.perft(depth)
    return nodes, nodes / (time.perf_counter() - began)


def stockfish_rate(path: str, depth: int) -> tuple[int, float]:
    """(nodes, nodes a second) of Stockfish, its start-up time measured apart and taken off."""
    empty = _timed(path, "isready\nquit\n")[1]
    output, seconds = _timed(path, f"go perft {depth}\nquit\n")
    match = re.search(r"Nodes searched: (\d+)", output)
    if match is None:
        raise SystemExit(f"{path} printed no node count for `go perft {depth}`")
    nodes = int(match.group(1))
    return nodes, nodes / max(1e-3, seconds - empty)


def _timed(path: str, commands: str) -> tuple[str, float]:
    began = time.perf_counter()
    done = subprocess.run([path], input=commands, capture_output=True, text=True, check=True)
    return done.stdout, time.perf_counter() - began


def main() -> None:
    """Prints one line a round and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("depth", nargs="?", type=int, default=6)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.rounds):
        nodes, ours = core_rate(arguments.depth)
        theirs_nodes, theirs = stockfish_rate(arguments.stockfish, arguments.depth)
        if nodes != theirs_nodes:
            raise SystemExit(f"perft {arguments.depth} differs: {nodes} here, {theirs_nodes} there")
        ratios.append(ours / theirs)
        print(f"nodes {nodes}  ratsu {ours / 1e6:.0f} M/s  stockfish {theirs / 1e6:.0f} M/s  ratio {ratios[-1]:.2f}")
    print(f"ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
