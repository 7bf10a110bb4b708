"""One lock for the user's data: held by a living process only, whatever its surroundings."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.services.kit import instance_lock
from desktop.services.kit.instance_lock import InstanceLock, LockFolders, lock_folders
from desktop.services.kit.lock_file import LockOwner, QtLock
from tests.helpers.program import ROOT

HOLD = """
import sys
from pathlib import Path
from desktop.services.kit.instance_lock import InstanceLock, LockFolders
runtime, state = (Path(name) if name else None for name in sys.argv[1:3])
lock = InstanceLock(LockFolders("ratsu-test", runtime, state))
print(lock.take(), flush=True)
lock.announce("/an/address")
print(flush=True)
sys.stdin.read()
"""


@pytest.fixture
def places(tmp_path: Path) -> LockFolders:
    for name in ("run", "state"):
        (tmp_path / name).mkdir()
    return LockFolders("ratsu-test", tmp_path / "run", tmp_path / "state")


def holder(runtime: Path | None, state: Path | None) -> "subprocess.Popen[str]":
    """Another process that holds the lock."""
    command = [sys.executable, "-c", HOLD, str(runtime or ""), str(state or "")]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert other.stdout is not None
    assert (other.stdout.readline(), other.stdout.readline()) == ("True\n", "\n")
    return other


def end(other: "subprocess.Popen[str]") -> None:
    other.kill()
    other.communicate()


def test_a_held_lock_says_who_holds_it_and_where_he_answers(places: LockFolders) -> None:
    other = holder(places.runtime, places.state)
    lock = InstanceLock(places)
    assert not lock.take() and not lock.held
    assert lock.owner == LockOwner(other.pid, "/an/address")
    end(other)


def test_the_lock_of_a_killed_program_is_free(places: LockFolders) -> None:
    other = holder(places.runtime, places.state)
    lock = InstanceLock(places)
    assert not lock.take()
    end(other)
    assert lock.take() and lock.held
    lock.release()


def test_a_number_that_another_process_has_now_holds_nothing(places: LockFolders) -> None:
    """What is left in the file of a dead owner is not looked at: only the kernel says whether it is held."""
    for path in places.locks:
        path.write_text(json.dumps({"process": 1, "socket": "/nowhere"}))
    lock = InstanceLock(places)
    assert lock.take()
    lock.release()


@pytest.mark.parametrize("place", ["runtime", "state"])
def test_whoever_sees_only_one_of_the_places_meets_the_other(places: LockFolders, place: str) -> None:
    """Another runtime folder (su, a container), or a home that cannot be written."""
    other = holder(places.runtime if place == "runtime" else None, places.state if place == "state" else None)
    lock = InstanceLock(places)
    assert not lock.take()
    assert lock.owner.process == other.pid
    end(other)
    assert lock.take()
    lock.release()


def test_where_no_lock_can_be_made_the_program_starts(tmp_path: Path) -> None:
    lock = InstanceLock(LockFolders("ratsu-test", tmp_path / "missing", None))
    assert lock.take() and lock.held
    lock.release()
    assert InstanceLock(LockFolders("ratsu-test", None, None)).take()


def test_two_data_folders_have_two_names_and_one_by_two_paths_has_one(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    names = [lock_folders(tmp_path / name, None, None).name for name in ("data", "link", "other")]
    assert names[0] == names[1] != names[2]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"process": "1", "socket": 2}', "[" * 4000, '{"process": 1}}'])
def test_nonsense_in_the_lock_file_is_an_owner_unknown(places: LockFolders, text: str) -> None:
    other = holder(None, places.state)
    places.locks[1].write_text(text)
    lock = InstanceLock(places)
    assert not lock.take()
    assert lock.owner == LockOwner()
    end(other)


def test_without_flock_the_lock_of_qt_is_used(places: LockFolders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance_lock, "_made_lock", QtLock)
    lock = InstanceLock(places)
    assert lock.take() and lock.held
    other = QtLock(places.locks[0])
    assert not other.take()
    assert other.owner().process > 0
    lock.release()
    assert other.take()
    other.release()


def test_a_lock_left_by_a_dead_process_of_the_same_number_is_taken(tmp_path: Path) -> None:
    """Windows gives the numbers of ended processes to new ones: such a program called itself already open."""
    path = tmp_path / "window.lock"
    first = QtLock(path)
    assert first.take()
    left = path.read_bytes()
    assert not QtLock(path).take()  # held by another object of this process
    first.release()
    path.write_bytes(left)
    again = QtLock(path)
    assert again.take()
    assert again.owner().process == os.getpid()
    again.release()
