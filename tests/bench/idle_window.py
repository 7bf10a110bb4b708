"""Wake-ups a second of the open window while nobody touches it, and its memory, beside a bare PySide6 window and ChessX.

Run: `xvfb-run -a python -m tests.bench.idle_window [SECONDS]`. Needs Linux; ChessX is Debian's `chessx`. A wake-up is a voluntary
change of context of any thread of the process. The memory is what stays after the start: resident, and proportional (pages
shared with other processes count by their share, so that it depends on what else runs).
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 15
BARE = """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
window = QLabel("bare")
window.resize(1280, 840)
window.show()
application.exec()
"""


def wake_ups(pid: int) -> int:
    """Of all threads since their start."""
    texts = ((task / "status").read_text() for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for text in texts)


def memory_kb(pid: int) -> dict[str, int]:
    """By the names of the kernel (`smaps_rollup`). :raises OSError: the program is gone."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in lines)}


def memory_mb(pid: int) -> tuple[float, float]:
    """Resident and proportional."""
    sizes = memory_kb(pid)
    return sizes["Rss"] / 1024, sizes["Pss"] / 1024


def main() -> None:
    """Starts all, waits until they have settled, and prints what each of them does."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    programs = {"Ratsu": [sys.executable, "-m", "desktop.command"], "bare PySide6": [sys.executable, "-c", BARE]}
    chessx = shutil.which("chessx") or shutil.which("/usr/games/chessx")
    if chessx is not None:
        programs["ChessX"] = [chessx]
    with tempfile.TemporaryDirectory() as home:
        homes = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        environment = {**os.environ, **homes, "HOME": home}
        started = {
            name: subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
            for name, command in programs.items()
        }
        time.sleep(15)
        before = {name: wake_ups(process.pid) for name, process in started.items()}
        time.sleep(seconds)
        for name, process in started.items():
            rate = (wake_ups(process.pid) - before[name]) / seconds
            resident, share = memory_mb(process.pid)
            print(
                f"{name:<13} {rate:5.2f} wake-ups a second, {resident:4.0f} MB resident, {share:4.0f} MB proportional"
            )
        for process in started.values():
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
