"""A night with four faults: a game that cannot be read, a worker that is killed, an engine that dies in each game of a match, and
a disk that is full for 20 s. Linux, as root.

    python -m tests.bench.night_faults FILE.pgn [GAMES]

Reviews the file's first games (30) and plays four games against the dying engine, in a queue on a disk (ext4) of 8 MB of its
own. Prints what the report says of the faults.
"""

import contextlib
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.night.kinds import match, review
from engine.night.queue import NightQueue
from engine.night.report import report
from engine.pgn.reader import read_games
from engine.pgn.writer import written_game

NODES = 3_000
MATCH_NODES = 200
FULL_S = 20.0
DISK_MB = 8
BAD_ENGINE = Path(__file__).parents[1] / "helpers" / "bad_engine.py"
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
        image = Path(name) / "image"
        image.write_bytes(bytes(DISK_MB << 20))
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", str(image)], check=True)
        subprocess.run(["mount", "-o", "loop", str(image), str(folder)], check=True)
        try:
            path = folder / "night.db"
            with NightQueue(path) as queue:
                queue.add("review", "games", {}, NODES, review.tasks([games], ""))
                dying = shlex.join([sys.executable, "-S", str(BAD_ENGINE), "dies in go"])
                engines = ["ratsu", f"name=Dying cmd={shlex.quote(dying)}"]
                queue.add("match", "match", {}, MATCH_NODES, match.tasks(engines, 4, None, gauntlet=False))
            disturbed(path)
            with NightQueue(path) as queue:
                told, jobs = [report(queue, number) for number in (1, 2)], queue.jobs()
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    for job, news in zip(jobs, told, strict=True):
        print(f"{job.title}: {job.done} of {job.tasks} done, {job.failed} failed")
        for line in news.jobs[0].lines:
            rows = line.rows if job.kind == "match" or "could not" in str(line.text) else ()
            print(line.text, *(row.text for row in rows), sep="\n    ")
        print(*(event.text for event in news.events), sep="\n")
    return int(any(job.done + job.failed != job.tasks for job in jobs))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
