"""The table of docs/speed.md: runs every measurement that takes less than a minute, one after the other.

Run: `python -m tests.bench.summary [NAME ...]`. Names are those of `MEASUREMENTS`; those of a window need `xvfb-run`.
A busy machine makes all times longer: what is compared is the ratio to the peer of the same run.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 180  # three times what is wanted of a quiet machine
IN_A_WINDOW = frozenset(("start_time", "idle_window", "games_in"))
MEASUREMENTS = {
    "uci_start": ["7"],
    "hash_start": [],
    "start_time": ["5"],
    "idle_window": [],
    "pgn_speed": ["--games", "6000", "--reference", "400", "--rounds", "1"],
    "games_in": [],
    "book_speed": ["lookup", "100000"],
    "tablebase_speed": [],
    "network_speed": [],
}


def measured(name: str) -> str:
    """What a measurement prints, or why there is nothing."""
    display = ["xvfb-run", "-a"] if name in IN_A_WINDOW else []
    if display and shutil.which(display[0]) is None:
        return "left out: there is no xvfb-run"
    command = [*display, sys.executable, "-m", f"tests.bench.{name}", *MEASUREMENTS[name]]
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"no result after {LIMIT_S} s"
    return run.stdout.strip() if run.returncode == 0 else f"failed: {run.stderr.strip().splitlines()[-1]}"


def main() -> int:
    """Prints each result as it comes. Returns 2 for a name that is none."""
    names = sys.argv[1:] or list(MEASUREMENTS)
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"there is no measurement {unknown[0]!r}; choose of {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    for name in names:
        began = time.monotonic()
        result = measured(name)
        print(f"--- {name} ({time.monotonic() - began:.0f} s)\n{result}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
