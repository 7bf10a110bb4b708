"""Fuzzers of every reader: `python -m tests.fuzz NAME --count N --seed S`; `list` names them, `own` those
of the program's own files, which no compiled code reads, and of sound inputs; `all` runs each in turn.

Each input is made from its number alone, so that one that fails is made again by `--count 1 --seed NUMBER`. What may escape
is the product's own error family; anything else is printed and counted. An input that takes more processor time than allowed,
or that crashes, ends the process; the state file then names it, and the same command continues behind it.
"""

import argparse
import logging
import sys
from pathlib import Path

from tests.fuzz import differential_targets, state_targets
from tests.fuzz.driver import MOST_SECONDS, State, Tally, run
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Command line; the exit code is 1 if any input failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=(*TARGETS, "all", "list", "own"))
    parser.add_argument("--count", type=int, default=1_000, help="inputs of each reader")
    parser.add_argument("--seed", type=int, default=0, help="number of the first input")
    parser.add_argument("--state", type=Path, help="file that remembers how far the run is; it continues there")
    parser.add_argument("--budget", type=float, default=float("inf"), help="stop after so many seconds for each reader")
    parser.add_argument("--limit", type=float, default=MOST_SECONDS, help="processor seconds for one input")
    wanted = parser.parse_args()
    if wanted.name in ("list", "own"):
        print(
            "\n".join(TARGETS if wanted.name == "list" else {**state_targets.TARGETS, **differential_targets.TARGETS})
        )
        return 0
    failed = 0
    logging.disable()  # each refusal is logged, too
    with State(wanted.state) as state:
        for name in TARGETS if wanted.name == "all" else (wanted.name,):
            tally = Tally(name)
            run(
                tally, TARGETS[name], range(wanted.seed, wanted.seed + wanted.count), state, wanted.budget, wanted.limit
            )
            print(tally, flush=True)
            failed += tally.failed
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
