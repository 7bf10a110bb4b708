"""How long from the start of the process to the mapped window: the frozen program against the installed one.

    xvfb-run python -m tests.bench.frozen_start FROZEN [INSTALLED] [ROUNDS]

FROZEN is the program that `make package` froze (build/package/frozen/ratsu/ratsu), INSTALLED the command that pip installed
(build/package/venv/bin/ratsu). Both are started in turn in one run with an empty home. The last line is `ratio N`; at most
1.3 is promised. Needs xdotool, by which the window is seen; its polling adds the same few ms to both.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = ROOT / "build" / "package" / "venv" / "bin" / "ratsu"
LONGEST = 60.0  # seconds until a start counts as failed


def seconds(program: str, home: str) -> float:
    """From before the process is made to its window on the screen. Raises SystemExit when none comes."""
    environment = {
        **os.environ,
        **{f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    began = time.monotonic()
    process = subprocess.Popen([program], env=environment, cwd=home, stderr=subprocess.DEVNULL)
    try:
        while time.monotonic() - began < LONGEST and process.poll() is None:
            look = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)]
            if subprocess.run(look, capture_output=True, text=True, check=False).stdout.strip():
                return time.monotonic() - began
        raise SystemExit(f"No window of {program} came up.")
    finally:
        time.sleep(1.5)  # it ends in order once its window stands
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def main() -> int:
    """Measures in turn and prints the medians and their ratio."""
    frozen = sys.argv[1]
    installed = sys.argv[2] if len(sys.argv) > 2 else str(INSTALLED)
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    programs = (str(Path(installed).absolute()), str(Path(frozen).absolute()))
    with tempfile.TemporaryDirectory() as home:
        for program in programs:
            seconds(program, home)  # fills caches
        rows = [[seconds(program, home) for program in programs] for _ in range(rounds)]
    before, after = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"installed {before * 1000:.0f} ms, frozen {after * 1000:.0f} ms ({rounds} rounds)")
    print(f"ratio {after / before:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
