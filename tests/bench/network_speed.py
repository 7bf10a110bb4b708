"""What the network costs: nodes a second with it beside those with the classical evaluation, and nanoseconds of an update with
evaluation beside a plain C++ loop of the same arithmetic, in one run, as ratios.

Run: `python -m tests.bench.network_speed [--seconds S]`. Processor time is counted, so that other work disturbs less.
"""

import argparse
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from engine.evaluation.network import shipped
from engine.evaluation.nnue import SHAPE, NetworkBoard
from engine.game.limits import GamePosition, Limits
from engine.play.bench import POSITIONS
from engine.player import Player
from engine.rules.board import CoreBoard

ROUNDS = 2_000_000
LOOP = """
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>
int main()
{
    const int hidden = HIDDEN, rounds = ROUNDS;
    std::vector<int16_t> rows(64 * hidden), weights(2 * hidden), base(2 * hidden), top(2 * hidden);
    for (size_t i = 0; i < rows.size(); i++) rows[i] = int16_t(i * 2654435761u >> 25) - 64;
    for (size_t i = 0; i < weights.size(); i++) { weights[i] = int16_t(i % 200) - 100; base[i] = int16_t(i % 400) - 100; }
    long long sink = 0;
    clock_t began = clock();
    for (int round = 0; round < rounds; round++) {
        for (int side = 0; side < 2; side++) {
            const int16_t *add = &rows[((round * 7 + side) & 63) * hidden], *drop = &rows[((round * 5 + side) & 63) * hidden];
            int16_t *to = &top[side * hidden];
            const int16_t *from = &base[side * hidden];
            for (int i = 0; i < hidden; i++) to[i] = from[i] + add[i] - drop[i];
        }
        int total = 0;
        for (int i = 0; i < 2 * hidden; i++) {
            int16_t x = top[i] < 0 ? 0 : top[i] > 255 ? 255 : top[i];
            total += int16_t(x * weights[i]) * x;
        }
        sink += total;
    }
    std::printf("%f %lld", double(clock() - began) / CLOCKS_PER_SEC / rounds * 1e9, sink);
}
"""


def rate(network: bool, seconds: float) -> float:
    """Nodes a second of processor time over the bench positions."""
    player = Player()
    player.set_option("Use NNUE", network)
    nodes, began = 0, time.process_time()
    for _, fen in POSITIONS:
        player.new_game()
        nodes += player.search(GamePosition(fen), Limits(move_time_ms=int(seconds * 1000))).nodes
    return nodes / (time.process_time() - began)


def own_nanoseconds() -> float:
    """Make, update of both sides, evaluation and unmake of a quiet move."""
    board = CoreBoard.from_fen("r1bq1rk1/pp2ppbp/2n3p1/2p5/2BPP3/2P1B3/P3NPPP/R2QK2R w KQ - 4 10")
    evaluator = NetworkBoard(shipped())
    move = board.parse_uci("d1d2")
    evaluator.evaluate(board)  # the move is measured, not the position before it
    began = time.process_time()
    evaluator.measure(board, move, ROUNDS)
    return (time.process_time() - began) / ROUNDS * 1e9


def loop_nanoseconds() -> float:
    """The same arithmetic without a board, in C++ built for this machine."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "loop.cpp", Path(folder) / "loop"
        source.write_text(LOOP.replace("HIDDEN", str(SHAPE[1])).replace("ROUNDS", str(ROUNDS)), encoding="utf-8")
        compiler = shutil.which("g++") or "c++"
        subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        return float(subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()[0])


def load_milliseconds() -> float:
    """Reading the shipped network, with its checksum."""
    began = time.process_time()
    shipped.__wrapped__()
    return (time.process_time() - began) * 1000


def main() -> None:
    """Prints the figures and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each position and evaluation")
    seconds = parser.parse_args().seconds
    classical, network = rate(False, seconds), rate(True, seconds)
    print(f"nodes a second: network {network:,.0f}, classical {classical:,.0f}: ratio {network / classical:.2f}")
    own, loop = own_nanoseconds(), loop_nanoseconds()
    print(
        f"make, update, evaluate, unmake {own:.0f} ns; C++ loop of update and evaluation {loop:.0f} ns: {own / loop:.2f}"
    )
    print(f"loading the network {load_milliseconds():.1f} ms")


if __name__ == "__main__":
    main()
