"""Twelve kinds of target of a write, through the doors that write: what stays of the old file, or the sentence that refuses.

The writer runs without root's powers, which would make every file writable.
"""

import fcntl
import json
import os
import shutil
import stat
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.engine.targets_child import NEW
from tests.helpers.shared import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other kinds")
ROOT = os.geteuid() == 0
AS_USER = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if ROOT else ()
OLD = '[White "Old"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n\n'
NOBODY = 65534
ACL = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", tag, rights, number)
    for tag, rights, number in (
        (1, 6, 2**32 - 1),
        (2, 6, NOBODY),
        (4, 4, 2**32 - 1),
        (16, 6, 2**32 - 1),
        (32, 0, 2**32 - 1),
    )
)  # rw for the owner and for nobody, r for the group
REPLACING = ("convert", "window: Save as", "window: export", "window: Save")
ADDING = ("window: Add to",)
RARE = ("extract", "merge", "review", "publish", "book export")
REFUSED = {
    "read-only": "it is read-only. Nothing was changed. Make it writable or save under another name.",
    "folder": "a folder, not a file. Nothing was changed. Choose another name.",
    "pipe": "a pipe, not a file. Nothing was changed. Choose another name.",
    "full disk": "it would be larger than a file may be here. Nothing was changed. Make room or save it elsewhere.",
    "network": "the network folder does not answer. Nothing was changed. Try again when the network is back",
    "locked": "another program has locked it. Nothing was changed. Close it there, or save under another name.",
    "changed meanwhile": "another program has changed it meanwhile. Nothing was changed. Look at it there",
    "name too long": "the name is too long. Nothing was changed. Choose a shorter name.",
    "new in a read-only folder": "you may not write in this folder. Nothing was changed. Choose another folder.",
    "book": "a book, a collection or another database, where nothing else is written. Nothing was changed.",
    "no folder": "its folder does not exist. Nothing was changed. Choose another folder.",
}
WRITTEN = ("symlink", "hard link", "other owner", "ACL and attributes", "read-only folder", "new")
# What cannot be opened, and so not saved where it came from:
UNREADABLE = ("folder", "pipe", "name too long", "new in a read-only folder", "book", "no folder", "new")


@contextmanager
def target_of(kind: str, folder: Path) -> Iterator[Path]:
    """What lies in the place of the file."""
    folder.mkdir(parents=True)
    path = folder / "games.pgn"
    with ExitStack() as end:
        if kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "name too long":
            path = folder / f"{'n' * 300}.pgn"
        elif kind == "no folder":
            path = folder / "gone" / "games.pgn"
        elif kind == "book":
            path.write_bytes(b"SQLite format 3\0")
        elif not kind.startswith("new"):
            path.write_text(OLD, "utf-8")
            path.chmod(0o640)
        if kind == "read-only":
            path.chmod(0o444)
        elif kind == "symlink":
            path.rename(folder / "real.pgn")
            path.symlink_to("real.pgn")
        elif kind == "hard link":
            os.link(path, folder / "other.pgn")
        elif kind == "other owner":
            os.chown(path, NOBODY, NOBODY)
            path.chmod(0o666)
        elif kind == "ACL and attributes":
            os.setxattr(path, "system.posix_acl_access", ACL)
            os.setxattr(path, "user.comment", b"mine")
        elif kind == "locked":
            fcntl.flock(end.enter_context(path.open("rb")), fcntl.LOCK_EX)
        elif kind.endswith("read-only folder"):
            folder.chmod(0o555)
            end.callback(folder.chmod, 0o755)
        yield path


def look_of(path: Path) -> dict[str, object]:
    """What has to stay."""
    found = path.stat()
    attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return {"owner": (found.st_uid, found.st_gid), "mode": stat.S_IMODE(found.st_mode), "attributes": attributes}


def tried(kind: str, doors: tuple[str, ...], tmp_path: Path) -> None:
    """Puts each door before a target of its own."""
    new = tmp_path / "new.pgn"
    new.write_text(NEW, "utf-8")
    with ExitStack() as stack:
        targets = {}
        for number, door in enumerate(doors):
            targets[door] = stack.enter_context(target_of(kind, tmp_path / str(number)))
        before = {door: look_of(path) for door, path in targets.items() if not long(path) and path.exists()}
        done = subprocess.run(
            [*AS_USER, sys.executable, "-m", "tests.engine.targets_child", kind, str(new)]
            + [f"{door}={path}" for door, path in targets.items()],
            cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        for door, said in json.loads(done.stdout).items():
            path = targets[door]
            assert "Traceback" not in said and "error in Ratsu" not in said, said
            if (kind, door) == ("changed meanwhile", "window: Save"):
                assert "was changed by another program; open it again" in said
                assert_old(kind, path)
            elif kind in REFUSED:
                assert f"{path} was not written: {REFUSED[kind]}" in said, door
                assert_old(kind, path)
            else:
                assert_new(kind, path, door, before)
            left = {entry.name for entry in path.parent.iterdir()} if path.parent.is_dir() else set()
            assert left <= {path.name, "real.pgn", "other.pgn"}, door


def long(path: Path) -> bool:
    return len(path.name) > 255


def assert_old(kind: str, path: Path) -> None:
    if kind == "pipe":
        assert path.is_fifo()
    elif kind == "folder":
        assert path.is_dir()
    elif long(path) or (kind.startswith("n") and kind != "network"):
        assert long(path) or not path.exists()
    elif kind == "changed meanwhile":
        assert path.read_text("utf-8").startswith(OLD)
    elif kind != "book":
        assert path.read_text("utf-8") == OLD


def assert_new(kind: str, path: Path, door: str, before: dict[str, dict[str, object]]) -> None:
    content = path.read_bytes()
    if door in ADDING:
        assert content.startswith(OLD.encode() if kind != "new" else b"[Event")
    assert b"New" in content or door == "book export"
    if kind != "new":
        assert look_of(path) == before[door], door
    assert path.is_symlink() == (kind == "symlink")
    if kind == "hard link":
        assert (path.parent / "other.pgn").samefile(path)


@pytest.mark.parametrize("kind", [*REFUSED, *WRITTEN])
def test_every_door_treats_a_target_as_the_table_says(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    doors = [door for door in (*REPLACING, *ADDING) if kind not in UNREADABLE or door != "window: Save"]
    if kind == "changed meanwhile":
        doors = [
            door for door in doors if door not in ADDING
        ]  # what another program adds stays, and the game is behind it
    tried(kind, tuple(doors), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", [*REFUSED, *WRITTEN])
def test_rare_doors_treat_a_target_as_the_table_says(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    tried(kind, RARE, tmp_path)


def needs(kind: str, folder: Path) -> None:
    """What this machine must have."""
    if ROOT and shutil.which("setpriv") is None:
        pytest.skip("root cannot give up its powers without setpriv (util-linux)")
    if kind == "other owner" and not ROOT:
        pytest.skip("only root can give a file to another user")
    if kind == "ACL and attributes":
        (probe := folder / "probe").touch()
        with suppress(OSError):
            os.setxattr(probe, "user.a", b"")
            os.setxattr(probe, "system.posix_acl_access", ACL)
            return
        pytest.skip("this file system has no attributes")
