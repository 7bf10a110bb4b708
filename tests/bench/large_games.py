"""What one large game costs on its way into the window and out of it: 450 kB of NAGs, comments, marks or variations, and games
of 1,000 and 10,000 variations.

Run: `python -m tests.bench.large_games [--rounds 3]`. Processor time in ms, the least of the rounds; `gap` is the longest
stretch of it for which another thread of Python waited while the game was read (the least of the rounds, too).
"""

import argparse
import gc
import threading
import time
from collections.abc import Callable
from typing import Any

from engine.pgn.reader import first_game
from engine.pgn.tree import TreeReader
from engine.pgn.writer import written_game
from tests.helpers.repeated_tokens import text_of

SIZE = 450_000
TOKENS = ("NAG", "comment", "mark", "mark in a comment of its own", "word of a comment", "variation")
TICK_S = 0.001  # between two looks of the other thread


def variations(count: int) -> bytes:
    """A game of so many variations of four moves, behind every move of a long game and at most ten each."""
    ring = ("Nf3", "Nf6", "Ng1", "Ng8")
    beside = ("1. e4 {a} e5 2. d4 d5", "1... e5 $1 2. e4 d5 3. d4", "2. e4 e5 3. d4 d5", "2... e5 3. e4 d5 4. d4")
    plies = [f"{ring[ply % 4]} " + f"({beside[ply % 4]}) " * 10 for ply in range(count // 10)]
    return "".join([*plies, "*"]).encode()


def longest_gap_ms(work: Callable[[], object]) -> float:
    """The longest time for which another thread could not run while this one worked, in ms of the process's processor time:
    what other processes take away does not count.
    """
    done = threading.Event()
    longest = 0.0

    def look() -> None:
        nonlocal longest
        last = time.process_time()
        while not done.is_set():
            time.sleep(TICK_S)
            now = time.process_time()
            longest = max(longest, now - last)
            last = now

    other = threading.Thread(target=look)
    other.start()
    try:
        work()
    finally:
        done.set()
        other.join()
    return 1000 * longest


def least_ms(rounds: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """The least processor time of a call in ms, and what it returned last."""
    times, answer = [], None
    for _ in range(rounds):
        answer = None
        gc.collect()
        began = time.process_time()
        answer = work()
        times.append(time.process_time() - began)
    return 1000 * min(times), answer


def row(name: str, content: bytes, rounds: int) -> str:
    """One line of the table."""
    text = content.decode("utf-8")
    read, games = least_ms(rounds, lambda: TreeReader("text").feed(content, True))
    written, _ = least_ms(rounds, lambda: written_game(games[0]))
    gap = min(longest_gap_ms(lambda: first_game(text)) for _ in range(rounds))
    return f"{name:<32} {len(content) // 1000:>6} kB {read:>9.1f} {written:>9.1f} {gap:>9.1f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    print(f"{'ms':<32} {'':>9} {'read':>9} {'write':>9} {'gap':>9}")
    for name in TOKENS:
        print(row(name, text_of(name, SIZE), rounds), flush=True)
    for count in (1_000, 10_000):
        print(row(f"{count:,} variations of four moves", variations(count), rounds), flush=True)


if __name__ == "__main__":
    main()
