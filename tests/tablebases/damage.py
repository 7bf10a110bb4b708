"""Damages table files and probes them; run as a process of its own, so that a crash or a hang is seen by its parent.

`python -m tests.tablebases.damage SEED COUNT FOLDER [--forge]` prints one line of JSON. With `--forge` the file's own checksum is
made to fit again, so that only the reader's checks stand between the damage and a crash.
"""

import argparse
import json
import random
import time
from pathlib import Path

from tablebases.files.check import own_checksum
from tablebases.files.folders import BUILT_IN
from tablebases.tables import Tablebases
from tests.tablebases.positions import random_boards

NAMES = ("KQvK", "KRvK", "KPvK", "KNNvK", "KRvKR", "KBvKP")
ALLOWED_SECONDS = 0.2


def damaged(content: bytes, other: bytes, generator: random.Random) -> bytes:
    """One of eight kinds of damage."""
    kind = generator.randrange(8)
    changed = bytearray(content)
    if kind == 0:
        return content[: generator.randrange(len(content))]
    if kind == 1:
        return content[: 16 + 64 * generator.randrange(1, max(2, len(content) // 64))]
    if kind == 2:
        return other
    if kind == 3:
        return bytes(len(content))
    if kind == 4:
        return content[:4] + generator.randbytes(len(content) - 4)
    if kind == 5:
        start = generator.randrange(len(content))
        changed[start : start + 64] = bytes(len(changed[start : start + 64]))
        return bytes(changed)
    head = kind == 6  # the header decides most: half of the flips go there
    for _ in range(generator.randrange(1, 9)):
        changed[generator.randrange(4, 200 if head and len(content) > 200 else len(content))] ^= (
            1 << generator.randrange(8)
        )
    return bytes(changed)


def forged(content: bytes) -> bytes:
    """The same with a checksum that fits."""
    return content[:-16] + own_checksum(content[:-16]) if len(content) > 80 else content


def run(seed: int, count: int, folder: Path, forge: bool) -> dict[str, float]:
    """Damages, probes, counts; AssertionError if an answer is wrong or takes too long."""
    generator = random.Random(seed)
    sound = {path.name: path.read_bytes() for name in NAMES for path in BUILT_IN.glob(f"{name}.rtb?")}
    boards = {name: list(random_boards(name, 12, seed)) for name in NAMES}
    with Tablebases() as tables:
        truth = {name: [(tables.probe_wdl(b), tables.probe_dtz(b)) for b in boards[name]] for name in NAMES}
    refused = right = wrong = 0
    slowest = 0.0
    for path in folder.glob("*"):
        path.unlink()
    for name, content in sound.items():
        (folder / name).write_bytes(content)
    for _ in range(count):
        name = generator.choice(sorted(sound))
        bad = damaged(sound[name], sound[generator.choice(sorted(sound))], generator)
        (folder / name).write_bytes(forged(bad) if forge else bad)
        signature = name.split(".")[0]
        tables = Tablebases([folder], built_in=False)
        for board, expected in zip(boards[signature], truth[signature], strict=True):
            started = time.thread_time()
            answer = (tables.probe_wdl(board), tables.probe_dtz(board))
            slowest = max(slowest, time.thread_time() - started)
            good = all(given in (None, right_one) for given, right_one in zip(answer, expected, strict=True))
            wrong += not good
        if bad != sound[name]:
            named = any(name in str(problem) for problem in tables.problems)
            refused += named
            right += not named
        (folder / name).write_bytes(sound[name])
    assert forge or wrong == 0, f"{wrong} wrong answers"
    assert slowest <= ALLOWED_SECONDS, f"one position took {slowest:.3f} s"
    return {"files": count, "refused": refused, "unnoticed": right, "wrong": wrong, "slowest_s": round(slowest, 4)}


def main() -> None:
    """The process's entry."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--forge", action="store_true")
    arguments = parser.parse_args()
    print(json.dumps(run(arguments.seed, arguments.count, arguments.folder, arguments.forge)))


if __name__ == "__main__":
    main()
