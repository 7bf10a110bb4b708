"""How long `stop` takes over UCI: from writing it to reading `bestmove`, in milliseconds.

Run: `python -m tests.bench.stop_time [--rounds N] [--threads N]`. Each of twelve positions is searched N times (200) for a random
while of up to 60 ms, so that the stop comes at every stage of a search.
"""

import argparse
import random
import subprocess
import sys
import time
from typing import IO

from engine.play.bench import POSITIONS

FENS = [fen for _, fen in POSITIONS][:12]
LONGEST_WAIT_S = 0.06


def read_until(lines: IO[str], word: str) -> None:
    """Reads up to the line that begins with the word. Raises EOFError if the engine ends first."""
    for line in lines:
        if line.startswith(word):
            return
    raise EOFError(f"the engine ended before it said {word}")


def measure(rounds: int, threads: int) -> list[float]:
    """The sorted milliseconds of all stops."""
    rng, taken = random.Random(1), []
    command = [sys.executable, "-m", "desktop.command", "uci"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        engine.stdin.write(
            f"uci\nsetoption name OwnBook value false\nsetoption name Threads value {threads}\nisready\n"
        )
        read_until(engine.stdout, "readyok")
        for _ in range(rounds):
            for fen in FENS:
                engine.stdin.write(f"position fen {fen}\ngo infinite\n")
                time.sleep(rng.random() * LONGEST_WAIT_S)
                began = time.perf_counter()
                engine.stdin.write("stop\n")
                read_until(engine.stdout, "bestmove")
                taken.append((time.perf_counter() - began) * 1000)
        engine.stdin.write("quit\n")
    return sorted(taken)


def main() -> None:
    """Prints median, 99th percentile and maximum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    taken = measure(arguments.rounds, arguments.threads)
    median, late = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
    print(f"{len(taken)} stops: median {median:.1f} ms, 99 % {late:.1f} ms, longest {taken[-1]:.1f} ms")


if __name__ == "__main__":
    main()
