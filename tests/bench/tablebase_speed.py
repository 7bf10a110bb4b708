"""Probing speed against chess.syzygy on the same files, in one run: `python -m tests.bench.tablebase_speed`.

Random warm positions of all 4-man signatures, each side's C or Python loop timed alone, three turns, the best of each. Fathom's
ratios to chess.syzygy are 110 (WDL) and 80 (DTZ); ours are to be at least 100 and 70.
"""

import argparse
import time

import chess
import chess.syzygy

from tablebases.files.folders import BUILT_IN
from tablebases.probe.measure import probe_all
from tablebases.probe.negamax import random_position
from tablebases.signature import signatures_of
from tablebases.tables import Tablebases


def random_boards(each: int) -> list[chess.Board]:
    """`each` random positions of every 4-man signature, always the same ones."""
    return [chess.Board(random_position(name, seed)) for name in signatures_of(4) for seed in range(each)]


def main() -> None:
    """Prints microseconds and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=40, help="positions of each signature (default 40)")
    boards = random_boards(parser.parse_args().each)
    tables = Tablebases()
    with chess.syzygy.open_tablebase(str(BUILT_IN)) as reference:
        for kind, their in (("WDL", reference.probe_wdl), ("DTZ", reference.probe_dtz)):
            values = [their(board) for board in boards]
            assert probe_all(tables.prober, boards, kind == "DTZ", 1)[1] == values
            theirs, ours = [], []
            for _turn in range(3):
                started = time.process_time()
                for board in boards:
                    their(board)
                theirs.append(time.process_time() - started)
                ours.append(probe_all(tables.prober, boards, kind == "DTZ", 20)[0])
            per_probe = [min(times) / len(boards) * 1e6 for times in (theirs, ours)]
            print(
                f"{kind}: chess.syzygy {per_probe[0]:8.2f} us, Ratsu {per_probe[1]:6.3f} us, "
                f"ratio {per_probe[0] / per_probe[1]:6.1f}"
            )


if __name__ == "__main__":
    main()
