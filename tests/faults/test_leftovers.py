"""What a killed run left is removed; what somebody still writes is not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop.services.kit import stale_files as folders_left
from engine.ground import leftovers
from engine.ground.files import replacing, write_atomically
from tests.helpers.program import ROOT

DYING = """
import os, sys, signal
from pathlib import Path
from engine.ground.files import replacing
from desktop.services.kit.stale_files import OwnedFolder
folder = OwnedFolder("ratsu-sounds-")
(folder.path / "a.wav").touch()
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print(flush=True)
    sys.stdin.read()
folder.remove()
"""


def begun(path: Path, how: str, temporary: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", DYING, str(path), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
    )


def aged(*folders: Path, seconds: float = 100) -> None:
    """Lets what lies there be as old as that."""
    for folder in folders:
        for path in (*folder.iterdir(), *folder.glob("*/*")):
            os.utime(path, (time.time() - seconds,) * 2)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_what_a_killed_run_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    inside = home / "books" / "backups"
    inside.mkdir(parents=True)
    temporary.mkdir()
    begun(inside / "a.json", "die", temporary).communicate(timeout=300)
    living = begun(inside / "b.json", "wait", temporary)
    assert living.stdout is not None and living.stdout.readline() == "\n"
    others = [
        inside / name for name in (".hidden", "part", "download.part", ".x.part", ".a.ABCDEFGH.part", "book.ratsubook")
    ]
    for path in others:
        path.touch()
    copies = [inside / name for name in ("u-20260101.ratsubook.part", "u-20260101.ratsubook.part-journal")]
    for path in copies:
        path.touch()
    assert len(list(inside.glob(".?.json.*.part"))) == 2 and len(list(temporary.iterdir())) == 2
    folders_left.clear((home,), ())
    assert len(list(inside.glob(".?.json.*.part"))) == 2, "too young: its owner may be about to claim it"
    aged(inside, temporary)
    folders_left.clear((home,), ())
    left = list(inside.glob(".?.json.*.part"))
    assert len(left) == 1 and left[0].name.startswith(".b.json."), "the living one's"
    assert all(path.exists() for path in (*others, *copies))
    removed = folders_left.clear_owned(temporary, "ratsu-sounds-")
    assert len(removed) == 1 and len(list(temporary.iterdir())) == 1
    aged(inside, seconds=10_000)
    folders_left.clear((home,), ())
    assert not any(path.exists() for path in copies) and all(path.exists() for path in others)
    living.communicate("", timeout=300)
    assert (inside / "b.json").read_bytes() == b"half" and list(temporary.iterdir()) == []


def test_the_next_write_of_a_file_removes_what_was_left_of_it_and_nothing_else(tmp_path: Path) -> None:
    tmp_path = tmp_path / "games"
    tmp_path.mkdir()
    left, other = tmp_path / ".game.pgn.abcd_123.part", tmp_path / ".other.pgn.abcd_123.part"
    for path in (left, other):
        path.touch()
    aged(tmp_path)
    write_atomically(tmp_path / "game.pgn", b"1. e4 *")
    assert sorted(tmp_path.iterdir()) == [other, tmp_path / "game.pgn"]
    with replacing(tmp_path / "other.pgn") as file:
        aged(tmp_path)
        assert leftovers.clear_leftovers(tmp_path) == ()
        file.write(b"1. d4 *")
    assert (tmp_path / "other.pgn").read_bytes() == b"1. d4 *"


def test_links_and_folders_named_like_leftovers_stay(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.touch()
    (tmp_path / ".a.abcdefgh.part").symlink_to(target)
    (tmp_path / ".b.abcdefgh.part").mkdir()
    aged(tmp_path)
    assert leftovers.clear_leftovers(tmp_path) == () and target.exists()
    assert leftovers.clear_leftovers(tmp_path / "none") == ()
