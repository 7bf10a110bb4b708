"""Hours of use of the real window, and whether its memory, threads and open files stay as they are.

    python -m tests.bench.long_life FILE.pgn [MINUTES [PACE]]      (default: 240 minutes, 2 seconds between two keys)

The user of `hour_of_use` plays, reviews, analyses, edits the book, opens and searches files, trains and looks through the
settings. Every ten minutes a line says what the window and the processes that it has started hold: memory of their own in MB
(`smaps_rollup`), threads and open files. Pages of files are left out: their share depends on who else has them open. At the
end: how often each thing was done, and the growth of memory in MB an hour, a line of least squares through the second half.
Exit code 1 where that is above LARGEST_GROWTH_MB.
"""

import contextlib
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.first_wishes import ROOT, Session, screen, started
from tests.bench.hour_of_use import PACE_S, used
from tests.bench.idle_window import memory_kb

SAMPLE_S = 20
REPORT_S = 600
LARGEST_GROWTH_MB = 4.0  # an hour; hand-set: less than the swing from one ten minutes to the next


class Held(NamedTuple):
    """What a program holds at a time (seconds since it was ready)."""

    seconds: float
    memory: float
    threads: int
    files: int


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found, at = [pid], 0
    while at < len(found):
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{found[at]}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
        at += 1
    return found


def own_memory_mb(pid: int) -> float:
    """Anonymous and shared memory, in proportion to who else uses it; nothing that a file holds as well.

    :raises OSError: the program is gone. :raises KeyError: a kernel before 5.10 does not tell them apart.
    """
    sizes = memory_kb(pid)
    return (sizes["Pss_Anon"] + sizes["Pss_Shmem"] + sizes["SwapPss"]) / 1024


def held(pid: int, seconds: float) -> Held:
    """:raises OSError: the program is gone."""
    memory, threads, files = own_memory_mb(pid), 0, 0
    for one in family(pid):
        with contextlib.suppress(OSError, IndexError, KeyError):  # a process that has just ended
            memory += own_memory_mb(one) if one != pid else 0.0
            threads += len(list(Path(f"/proc/{one}/task").iterdir()))
            files += len(list(Path(f"/proc/{one}/fd").iterdir()))
    return Held(seconds, memory, threads, files)


def watched(pid: int, over: threading.Event, samples: list[Held]) -> None:
    """Appends samples until it is over or the program is gone, and prints one every ten minutes."""
    began, due = time.monotonic(), 0.0
    while not over.wait(SAMPLE_S):
        with contextlib.suppress(OSError):
            samples.append(held(pid, time.monotonic() - began))
            now = samples[-1]
            if now.seconds >= due:
                due += REPORT_S
                print(
                    f"{now.seconds / 60:4.0f} min  {now.memory:6.1f} MB  {now.threads} threads  {now.files} files",
                    flush=True,
                )


def growth_mb(samples: list[Held]) -> float:
    """Of memory, in MB an hour, by least squares over the second half."""
    late = samples[len(samples) // 2 :]
    return 3600 * statistics.linear_regression([one.seconds for one in late], [one.memory for one in late]).slope


def main(arguments: list[str]) -> int:
    """Uses, watches and prints."""
    if not arguments:
        print(__doc__)
        return 2
    games = Path(arguments[0]).absolute()
    minutes = float(arguments[1]) if len(arguments) > 1 else 240.0
    pace = float(arguments[2]) if len(arguments) > 2 else PACE_S
    samples: list[Held] = []
    over = threading.Event()
    with (
        tempfile.TemporaryDirectory() as home,
        screen() as display,
        started(Session(ROOT, display, Path(home))) as user,
    ):
        pid = int(user.ask("__import__('os').getpid()"))
        watcher = threading.Thread(target=watched, args=(pid, over, samples))
        watcher.start()
        try:
            done = used(user, games, minutes, pace)
        finally:
            over.set()
            watcher.join()
    print(", ".join(f"{name} {count}" for name, count in done.items()))
    growth = growth_mb(samples)
    print(f"{samples[-1].memory:.1f} MB at the end, {growth:+.1f} MB an hour in the second half")
    return 0 if growth <= LARGEST_GROWTH_MB else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
