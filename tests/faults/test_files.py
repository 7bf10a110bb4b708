"""Whatever system call fails, or kills the program: a file is the old one to the byte, or the old one and the whole game.

Every call that a writer of `engine/ground/files.py` makes is found with strace, and then made to fail there once.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from engine.ground.files import append_durably
from tests.faults.files_child import MARK, NEW, OLD, WRITERS
from tests.helpers.shared import REPOSITORY

STRACE = shutil.which("strace")
HARMLESS = {"brk", "mmap", "munmap", "mremap", "madvise", "mprotect", "rt_sigaction", "futex", "getrandom", "umask"}
FAULTS = ("error=ENOSPC", "error=EIO", "signal=KILL")
Point = tuple[str, int]  # a system call, and which call of that kind in the life of the program


def write(path: Path, writer: str, *more: str, prefix: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [*prefix, sys.executable, "-S", "-B", "-m", "tests.faults.files_child", writer, str(path), *more]
    return subprocess.run(
        command,
        cwd=REPOSITORY,
        env={"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def fresh(folder: Path, writer: str) -> Path:
    """What is there before: no file, a file, or a link to one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "games.pgn"
    if writer == "replace a link":
        path.symlink_to("real.pgn")
    if writer != "append to a new file":
        path.write_bytes(OLD)
    if writer == "replace a hard link":
        os.link(path, folder / "real.pgn")
    return path


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def points(folder: Path, writer: str, *more: str) -> list[Point]:
    """The system calls between the two marks."""
    log = folder.with_suffix(".log")
    write(fresh(folder, writer), writer, *more, prefix=(str(STRACE), "-qq", "-o", str(log)))
    names = re.findall(r"^(\w+)\((.*)", log.read_text(), re.MULTILINE)
    counts: Counter[str] = Counter()
    found: list[Point] = []
    marks = 0
    for name, arguments in names:
        counts[name] += 1
        if MARK in arguments:
            marks += 1
        elif marks == 1 and name not in HARMLESS:
            found.append((name, counts[name]))
    assert marks == 2
    return found


def faulty(point: Point, fault: str) -> tuple[str, ...]:
    call, nth = point
    inject = ("-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={nth}")
    return (str(STRACE), "-qq", "-o", os.devnull, *inject)


def assert_old_or_new(folder: Path, writer: str, fault: str, calls: Collection[str]) -> None:
    """The fault at each of these system calls (none: at all of them)."""
    everywhere = points(folder, writer)
    assert {"write", "fsync", "close"} <= {name for name, _ in everywhere}
    for point in everywhere:
        if calls and point[0] not in calls:
            continue
        path = fresh(folder, writer)
        old = content(path) or b""
        done = write(path, writer, prefix=faulty(point, fault))
        said, now = done.stdout.strip(), content(path) or b""
        if fault == "signal=KILL" and not said and writer == "replace a hard link" and now not in (old, OLD + NEW):
            assert [copy.read_bytes() for copy in folder.glob("*.before-saving.pgn")] == [OLD], point
            continue
        if fault == "signal=KILL" and not said:
            assert now in (old, old + NEW, OLD + NEW), point
            continue
        assert (said, now) in (("done", old + NEW), ("done", OLD + NEW), ("failed", old)), point
        assert path.is_symlink() == (writer == "replace a link")
        assert writer != "replace a hard link" or path.samefile(folder / "real.pgn")
        assert not [*folder.glob(".*.part"), *folder.glob("*.before-saving*")], point


@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
@pytest.mark.parametrize(
    ("writer", "fault"),
    [*(("append", fault) for fault in FAULTS), ("replace", FAULTS[2]), ("replace a hard link", FAULTS[0])],
)  # the others at any system call, below
def test_a_failed_write_leaves_the_old_file_or_the_whole_new_one(writer: str, fault: str, tmp_path: Path) -> None:
    assert_old_or_new(tmp_path / "games", writer, fault, {"write", "fsync", "rename"})


@pytest.mark.long
@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("writer", WRITERS)
def test_a_fault_at_any_system_call_leaves_the_old_file_or_the_whole_new_one(
    writer: str, fault: str, tmp_path: Path
) -> None:
    assert_old_or_new(tmp_path / "games", writer, fault, ())


@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
def test_a_file_is_on_the_disk_before_it_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    made = [name for name, _ in points(tmp_path / "games", "replace")]
    order = [name for name in made if name in ("write", "fsync", "rename")]
    assert order == ["write", "fsync", "rename", "fsync"]  # the last one makes the rename itself last


@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
def test_a_disk_that_fills_up_and_then_fails_again_is_never_said_to_be_as_it_was(tmp_path: Path) -> None:
    # The first write takes part of the game; what follows is the way back, and that is what fails here.
    folder, room = tmp_path / "games", str(len(OLD) + 5_000)
    everywhere = points(folder, "append", room)
    assert "ftruncate" in [name for name, _ in everywhere]
    halves = 0
    for point in everywhere:
        path = fresh(folder, "append")
        said = write(path, "append", room, prefix=faulty(point, "error=EIO")).stdout.strip()
        now = path.read_bytes()
        halves += said == "half"
        left = len(OLD) < len(now) and (OLD + NEW).startswith(now)
        assert (said, now) == ("failed", OLD) or (said == "half" and left), point
    assert halves


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit on the size of files")
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("room", [1, 5_000, len(NEW) - 1])
def test_a_disk_that_takes_part_of_a_game_keeps_none_of_it(writer: str, room: int, tmp_path: Path) -> None:
    path = fresh(tmp_path / "games", writer)
    before = content(path)
    assert write(path, writer, str(len(before or b"") + room)).stdout == "failed\n"
    assert content(path) == before
    assert {entry.name for entry in path.parent.iterdir()} <= {"games.pgn", "real.pgn"}


def test_a_system_that_writes_less_than_asked_gets_the_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(OLD)
    opened, writes = open, []

    class Slow:
        """Takes 999 bytes at a time."""

        def __init__(self, file: object) -> None:
            self._file = file

        def __getattr__(self, name: str) -> object:
            return getattr(self._file, name)

        def write(self, data: memoryview) -> int:
            writes.append(data[:999])
            return int(self._file.write(data[:999]))  # type: ignore[attr-defined]

    monkeypatch.setattr("engine.ground.files.open", lambda *how, **more: Slow(opened(*how, **more)), raising=False)
    assert append_durably(path, NEW) == len(NEW)
    monkeypatch.undo()
    assert len(writes) > 1
    assert path.read_bytes() == OLD + NEW


FULL = """
set -e
mount -t tmpfs -o size=28k tmpfs "$1"
cd "$2"
printf '%s' 'old' > "$1/games.pgn"
"$3" -S -B -m tests.faults.files_child append "$1/games.pgn"
cat "$1/games.pgn"
ls -A "$1"
"""


def test_an_append_to_a_disk_that_is_really_full_leaves_the_file_to_the_byte(tmp_path: Path) -> None:
    if shutil.which("unshare") is None or os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    command = ["unshare", "-m", "sh", "-c", FULL, "sh", str(tmp_path), str(REPOSITORY), sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if "mount" in done.stderr:
        pytest.skip(f"no small disk can be made here: {done.stderr.strip()}")
    assert done.stdout == "failed\noldgames.pgn\n", done.stderr
