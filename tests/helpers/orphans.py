"""Looks for processes that a test has left behind, by a word of their command line."""

import time
from pathlib import Path


def processes_with(mark: str) -> list[str]:
    """The command lines of living processes that hold `mark`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if mark in command and state != "Z":
            found.append(command)
    return found


def none_left(mark: str) -> bool:
    """Whether all of them are gone soon; on a busy machine what was killed may take a while. The test engines sleep for
    ten minutes."""
    deadline = time.monotonic() + 60.0
    while processes_with(mark):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
