"""Processor time from the start of a UCI engine until 1 GB of hash memory is ready, beside Ethereal.

Run: `python -m tests.bench.hash_start [MEGABYTES]`. The time without the option is taken off. Needs Linux.
"""

import shutil
import statistics
import subprocess
import sys

from tests.bench.uci_start import ROOT, processor_ms

ROUNDS = 5


def ready_ms(command: list[str], megabytes: int) -> float:
    """What the option and a new game cost, in milliseconds."""
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        times = []
        for words in ("uci\nisready", f"setoption name Hash value {megabytes}\nucinewgame\nisready"):
            print(words, file=process.stdin, flush=True)
            while process.stdout.readline().strip() != "readyok":
                pass
            times.append(processor_ms(process))
        process.kill()
    return times[1] - times[0]


def main() -> None:
    """Prints medians in turn."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    engines = {"Ratsu": [sys.executable, "-m", "desktop.command", "uci"]}
    ethereal = shutil.which("ethereal-chess") or shutil.which("/usr/games/ethereal-chess")
    if ethereal is not None:
        engines["Ethereal"] = [ethereal]
    rows = [[ready_ms(command, megabytes) for command in engines.values()] for _ in range(ROUNDS)]
    for name, times in zip(engines, zip(*rows, strict=True), strict=True):
        print(f"{name:<9} {statistics.median(times):7.1f} ms of processor time until {megabytes} MB are ready")


if __name__ == "__main__":
    main()
