"""Processor time of a UCI engine from its start to `uciok`, and to `readyok`, beside Ethereal and a bare Python.

Run: `python -m tests.bench.uci_start [ROUNDS]`. All take turns. Needs Linux; Ethereal is Debian's `ethereal-chess`.
"""

import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 15
BARE = "print('uciok', flush=True); input(); print('readyok', flush=True); input()"


def processor_ms(process: "subprocess.Popen[str]") -> float:
    """What a process has used until now, its threads included."""
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def start(command: list[str]) -> tuple[float, float]:
    """Milliseconds until `uciok` and until `readyok`."""
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        times = []
        for word, answer in (("uci", "uciok"), ("isready", "readyok")):
            print(word, file=process.stdin, flush=True)
            while process.stdout.readline().strip() != answer:
                pass
            times.append(processor_ms(process))
        process.kill()
    return times[0], times[1]


def main() -> None:
    """Prints medians in turn, and the ratios to the peer."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    starts = {
        "ratsu uci": [sys.executable, "-m", "desktop.command", "uci"],
        "bare Python": [sys.executable, "-c", BARE],
    }
    ethereal = shutil.which("ethereal-chess") or shutil.which("/usr/games/ethereal-chess")
    if ethereal is not None:
        starts["Ethereal"] = [ethereal]
    rows = [[start(command) for command in starts.values()] for _ in range(rounds)]
    medians = {
        name: tuple(statistics.median(times) for times in zip(*column, strict=True))
        for name, column in zip(starts, zip(*rows, strict=True), strict=True)
    }
    for name, (uciok, readyok) in medians.items():
        print(f"{name:<12} uciok {uciok:6.1f} ms, readyok {readyok:6.1f} ms of processor time")
    ours = medians.pop("ratsu uci")[0]
    print("ratio of uciok: " + ", ".join(f"{name} {ours / uciok:.2f}" for name, (uciok, _) in medians.items()))


if __name__ == "__main__":
    main()
