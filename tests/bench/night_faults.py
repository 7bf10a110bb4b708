"""A night with three faults: a game that cannot be read, a worker that is killed, a disk that is full for 20 s. Linux, as root.

    python -m tests.bench.night_faults FILE.pgn [GAMES]

Reviews the file's first games (30) in a queue on a disk of 6 MB of its own. Prints what the report says of the faults.
"""

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.night.kinds import review
from engine.night.queue import NightQueue
from engine.night.report import report
from engine.pgn.reader import read_games
from engine.pgn.writer import written_game

NODES = 3_000
FULL_S = 20.0
UNREADABLE = '\n\n[White "Unreadable"]\n[FEN "no position"]\n\n1. e4 *\n'


def disturbed(path: Path) -> None:
    """Runs the queue; after some answers kills a worker and fills the disk for a while."""
    command = [
        sys.executable,
        "-m",
        "desktop.command",
        "night",
        "run",
        "--processes",
        "2",
        "--battery",
        "--queue",
        str(path),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    with NightQueue(path) as queue:
        while queue.job(1).done < 3:
            time.sleep(0.2)
    subprocess.run(["pkill", "-9", "-n", "-P", str(process.pid)], check=True)
    filling = path.with_name("filling")
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))
    time.sleep(FULL_S)
    filling.unlink()
    process.wait()


def main(arguments: list[str]) -> int:
    """Prints the faults as they are told; 0 where everything else was done."""
    if not arguments:
        print(__doc__)
        return 2
    count = int(arguments[1]) if len(arguments) > 1 else 30
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "disk"
        folder.mkdir()
        games = Path(name) / "games.pgn"
        found = [written_game(game) for game, _ in zip(read_games(Path(arguments[0])), range(count), strict=False)]
        games.write_text("\n\n".join(found) + UNREADABLE, "utf-8")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], check=True)
        try:
            path = folder / "night.db"
            with NightQueue(path) as queue:
                queue.add("review", "games", {}, NODES, review.tasks([games], ""))
            disturbed(path)
            with NightQueue(path) as queue:
                told, job = report(queue, 1), queue.job(1)
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    print(f"{job.done} of {job.tasks} done, {job.failed} failed")
    for line in told.jobs[0].lines:
        if not line.rows or "could not" in str(line.text):
            print(line.text, *(row.text for row in line.rows), sep="\n    ")
    print(*(event.text for event in told.events), sep="\n")
    return int(job.done + job.failed != job.tasks)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
