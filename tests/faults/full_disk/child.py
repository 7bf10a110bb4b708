"""Fills a small disk under every writer of a room: `python -m tests.faults.full_disk.child ROOM FOLDER 0,8192`, on a disk of
its own. The numbers are the bytes that are left.

A writer writes a first value, then a second one with so many bytes left. It must succeed, or raise an error of the program's or
the system's; what is then read is the first value or the second, and with room again the second can be written.
"""

import importlib
import os
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

from engine.ground.errors import RatsuError
from tests.faults.full_disk.writing import Read, Writers


def main(writers: Writers, disk: Path, all_left: list[int]) -> None:
    """Prints a line for each writer: how often it failed, and how often it wrote."""
    filler = disk / "filler"
    tempfile.tempdir = str(disk)  # archives are unpacked there
    for name, (write, read) in writers.items():
        failed = wrote = 0
        for left in all_left:
            folder = disk / f"{left}"
            folder.mkdir()
            path = folder / name
            write(path, 1)
            assert read(path) == 1, name
            _fill(filler, left)
            try:
                write(path, 2)
                wrote += 1
                after = 2
            except (RatsuError, OSError):
                failed += 1
                after = 1
            assert _read_full(read, path) in (after, None), f"{name}, {left} bytes left"
            assert not list(folder.rglob("*.part")), f"{name}, {left} bytes left: half a file stays"
            filler.unlink()
            assert read(path) == after, f"{name}, {left} bytes left, then room"
            if after == 1:
                write(path, 2)
            assert read(path) == 2, f"{name}, written again"
            shutil.rmtree(folder)
        print(f"{name}: {failed} failed, {wrote} wrote")


def _read_full(read: Read, path: Path) -> int | None:
    """None where a full disk keeps even a reader from its work, and it says so."""
    try:
        return read(path)
    except (RatsuError, sqlite3.Error):
        return None


def _fill(path: Path, left: int) -> None:
    """Takes what the disk has but for so many bytes."""
    room = os.statvfs(path.parent)
    with path.open("wb") as file:
        file.write(bytes(max(0, room.f_bavail * room.f_frsize - left)))


if __name__ == "__main__":
    main(
        importlib.import_module(f"tests.faults.full_disk.{sys.argv[1]}").WRITERS,
        Path(sys.argv[2]),
        [*map(int, sys.argv[3].split(","))],
    )
