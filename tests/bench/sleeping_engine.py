"""A UCI engine that sleeps instead of searching: `python -m tests.bench.sleeping_engine SECONDS`.

It shows what workers gain on a machine that others use too: its passes cost time, and next to no processor time.
"""

import random
import sys
import time

from engine.rules.board import CoreBoard


def main() -> None:
    seconds, fen = float(sys.argv[1]), ""
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                print("id name sleeping\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position"]:
                fen = " ".join(words[2:8]) if words[1] == "fen" else CoreBoard.start().fen()
            case ["go"]:
                time.sleep(seconds)
                moves = CoreBoard.from_fen(fen, False).legal_uci_moves()
                chance = random.Random(fen)
                only = [move for move in words if move in moves] or moves
                nodes = words[words.index("nodes") + 1] if "nodes" in words else "1"
                move = chance.choice(only)
                print(
                    f"info depth 10 nodes {nodes} score cp {chance.randint(-40, 40)} pv {move}\nbestmove {move}",
                    flush=True,
                )
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
