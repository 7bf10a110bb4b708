"""A file that two programs change: whatever one of them adds, the other keeps."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground.files import write_atomically
from engine.ground.saved_file import SavedFile

ADDS = """
import sys
from pathlib import Path
from tests.engine.ground.test_saved_file import numbers
file = numbers(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    file.change(frozenset({number}).union)
"""


def numbers(path: Path) -> SavedFile[frozenset[int]]:
    """A file of numbers, one a line."""

    def read() -> frozenset[int]:
        return frozenset(map(int, path.read_text().split())) if path.exists() else frozenset()

    return SavedFile(path, read, lambda value: write_atomically(path, "\n".join(map(str, value)).encode()))


def test_what_another_program_wrote_in_between_is_kept(tmp_path: Path) -> None:
    ours, theirs = numbers(tmp_path / "file"), numbers(tmp_path / "file")
    for number in range(0, 20, 2):
        ours.change(frozenset({number}).union)
        theirs.change(frozenset({number + 1}).union)
    assert ours.value() == theirs.value() == frozenset(range(20))


def test_two_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "file"
    parts = ((0, 50), (50, 100))
    running = [subprocess.Popen([sys.executable, "-c", ADDS, path, str(low), str(high)]) for low, high in parts]
    assert [process.wait(60) for process in running] == [0, 0]
    assert numbers(path).value() == frozenset(range(100))


def test_a_file_that_nobody_touched_is_read_once_and_a_failed_write_changes_nothing(tmp_path: Path) -> None:
    reads = []
    path = tmp_path / "file"
    path.write_text("1")

    def read() -> int:
        reads.append(1)
        return int(path.read_text())

    def fail(_value: int) -> None:
        raise OSError("full")

    file = SavedFile(path, read, fail)
    with pytest.raises(OSError, match="full"):
        file.change(lambda before: before + 1)
    assert file.value() == 1 and len(reads) == 1


def test_what_another_program_wrote_is_read_though_it_is_as_long(tmp_path: Path) -> None:
    ours, theirs = numbers(tmp_path / "file"), numbers(tmp_path / "file")
    ours.change(lambda _: frozenset({1}))
    theirs.change(lambda _: frozenset({2}))
    assert ours.value() == {2}
