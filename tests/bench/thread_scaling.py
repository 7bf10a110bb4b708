"""What more threads bring: nodes a second and the time to reach a depth, beside one thread, in one run, as ratios.

Run: `python -m tests.bench.thread_scaling [--threads N] [--seconds S] [FILE.epd]`. Each position is searched for S seconds by one
thread and by N, from an empty hash. The time to depth is that of the deepest iteration that both finished, averaged as ratios are
(geometrically). The clock on the wall is meant here: the machine must have N free cores.
"""

import argparse
import math
from pathlib import Path
from typing import NamedTuple

import chess

from engine.game.info import Bound, Info
from engine.game.limits import GamePosition, Limits
from engine.play.bench import POSITIONS
from engine.player import Player

HASH_MB = 256  # that the table is full plays no part


class Run(NamedTuple):
    """Nodes, milliseconds, and when each depth was finished (ms from the start of the search)."""

    nodes: int
    time_ms: int
    finished: dict[int, int]


def run(player: Player, fen: str, threads: int, seconds: float) -> Run:
    """Searches one position from an empty hash."""
    finished: dict[int, int] = {}

    def note(info: Info) -> None:
        if info.bound is Bound.EXACT:
            finished.setdefault(info.depth, info.time_ms)

    player.set_option("Threads", threads)
    player.new_game()
    result = player.search(GamePosition(fen, chess960=False), Limits(move_time_ms=int(seconds * 1000)), note)
    return Run(result.nodes, max(1, result.time_ms), finished)


def fens_of(epd: Path | None) -> list[str]:
    """The file's positions, or those of `ratsu bench` that are not over."""
    if epd is None:
        return [fen for _, fen in POSITIONS if not chess.Board(fen).is_game_over()]
    return [chess.Board.from_epd(line)[0].fen() for line in epd.read_text("utf-8").splitlines() if line.strip()]


def geometric(ratios: list[float]) -> float:
    """Their geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main() -> None:
    """Prints each position's two ratios and their means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("epd", type=Path, nargs="?")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=4, help="a position and number of threads (default 4)")
    arguments = parser.parse_args()
    player = Player()
    player.set_option("Hash", HASH_MB)
    rates, times = [], []
    for fen in fens_of(arguments.epd):
        one = run(player, fen, 1, arguments.seconds)
        many = run(player, fen, arguments.threads, arguments.seconds)
        common = set(one.finished) & set(many.finished)
        if not common or min(one.time_ms, many.time_ms) < 900 * arguments.seconds:
            continue  # a mate found at once ends the search early: nothing to compare
        depth = max(common)
        rates.append((many.nodes / many.time_ms) / (one.nodes / one.time_ms))
        times.append(max(1, many.finished[depth]) / max(1, one.finished[depth]))
        print(f"{fen}  nodes/s {rates[-1]:.2f}  time to depth {depth}: {times[-1]:.2f}", flush=True)
    print(
        f"{arguments.threads} threads beside one, {len(rates)} positions: nodes/s {geometric(rates):.2f}, "
        f"time to depth {geometric(times):.2f}"
    )


if __name__ == "__main__":
    main()
