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
from engine.evaluation.nnue import SHAPE, NetworkBoard, select_kernel
from engine.game.limits import GamePosition, Limits
from engine.play.bench import POSITIONS
from engine.player import Player
from engine.rules.board import CoreBoard

ROUNDS = 1_000_000
KERNELS = {0: "plain", 1: "AVX2", 2: "VNNI"}  # see `select_kernel`
LOOP = """
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>
int main()
{
    const int hidden = HIDDEN, half = hidden / 2, rounds = ROUNDS;
    std::vector<int16_t> rows(64 * hidden), second(32 * 32), third(32), base(2 * hidden), top(2 * hidden);
    std::vector<int8_t> first(16 * hidden);
    std::vector<uint8_t> pairs(hidden);
    for (size_t i = 0; i < rows.size(); i++) rows[i] = int16_t(i * 2654435761u >> 25) - 64;
    for (size_t i = 0; i < first.size(); i++) first[i] = int8_t(i % 200 - 100);
    for (size_t i = 0; i < second.size(); i++) second[i] = int16_t(i % 400) - 100;
    for (size_t i = 0; i < base.size(); i++) base[i] = int16_t(i % 400) - 100;
    long long sink = 0;
    clock_t began = clock();
    for (int round = 0; round < rounds; round++) {
        for (int side = 0; side < 2; side++) {
            const int16_t *add = &rows[((round * 7 + side) & 63) * hidden], *drop = &rows[((round * 5 + side) & 63) * hidden];
            int16_t *to = &top[side * hidden];
            const int16_t *from = &base[side * hidden];
            for (int i = 0; i < hidden; i++) to[i] = from[i] + add[i] - drop[i];
            for (int i = 0; i < half; i++)
                pairs[side * half + i] = std::clamp<int16_t>(to[i], 0, 255) * std::clamp<int16_t>(to[i + half], 0, 255) >> 9;
        }
        int x[32], total = 0;
        for (int out = 0; out < 16; out++) {
            int sum = 0;
            for (int i = 0; i < hidden; i++) sum += pairs[i] * first[out * hidden + i];
            x[out] = std::clamp(sum, 0, 8128);
            x[16 + out] = std::clamp(sum, -8128, 8128) * std::clamp(sum, -8128, 8128) >> 13;
        }
        for (int out = 0; out < 32; out++) {
            int sum = 0;
            for (int i = 0; i < 32; i++) sum += x[i] * second[out * 32 + i];
            total += std::clamp(sum >> 8, 0, 8128) * third[out];
        }
        sink += total + x[0];
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
        nodes += player.search(GamePosition(fen, chess960=False), Limits(move_time_ms=int(seconds * 1000))).nodes
    return nodes / (time.process_time() - began)


def own_nanoseconds(kernel: int) -> float:
    """Make, update of both sides, evaluation and unmake of a quiet move, with one form of the loops; the best of five rounds."""
    board = CoreBoard.from_fen("r1bq1rk1/pp2ppbp/2n3p1/2p5/2BPP3/2P1B3/P3NPPP/R2QK2R w KQ - 4 10", chess960=False)
    evaluator = NetworkBoard(shipped())
    move = board.parse_uci("d1d2")
    evaluator.evaluate(board)  # the move is measured, not the position before it
    select_kernel(kernel)
    times = []
    for _ in range(5):
        began = time.process_time()
        evaluator.benchmark(board, move, ROUNDS // 5)
        times.append(time.process_time() - began)
    select_kernel(max(KERNELS))
    return min(times) / (ROUNDS // 5) * 1e9


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
    best = select_kernel(max(KERNELS))
    own = {kernel: own_nanoseconds(kernel) for kernel in KERNELS if kernel <= best}
    loop = loop_nanoseconds()
    each = ", ".join(f"{KERNELS[kernel]} {value:.0f} ns" for kernel, value in own.items())
    print(
        f"make, update, evaluate, unmake: {each}; C++ loop of update and evaluation {loop:.0f} ns: {own[best] / loop:.2f}"
    )
    print(f"loading the network {load_milliseconds():.1f} ms")


if __name__ == "__main__":
    main()
