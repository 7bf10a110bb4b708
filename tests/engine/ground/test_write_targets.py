"""Twelve kinds of target of a write, through the doors that write: what stays of the old file, or the sentence that refuses.

The writer runs without root's powers, which would make every file writable.
"""

import errno
import fcntl
import json
import os
import shutil
import stat
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from books.building.imports import import_file
from books.collection import any_file
from books.collection.game_collection import Collection
from engine.ground import write_targets
from engine.ground.files import write_atomically
from tests.engine.ground.targets_child import NEW
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
ADDING = ("window: Add to", "play", "tune play")
RARE = (
    *("extract", "merge", "review", "publish", "book export", "games export", "night", "play", "match"),
    *("write style", "tune play", "window: chosen games"),
)
BOOKS = ("book build", "book import", "book export as a book")
DATABASES = ("log", "collection", "queue", "evaluations")  # and what else is written into while it is open
# What is written never takes the place of a file:
ONLY_NEW = {"match": "exists and belongs to no match", "write style": "is there already"}
MARKS = dict.fromkeys(("book export", "write style", "tune play", *BOOKS), b"") | {
    "play": b"Console game",
    "match": b"Ratsu match",
}
ENDINGS = {"publish": ".html", "book export": ".bin"} | dict.fromkeys(BOOKS, ".ratsubook")
REFUSED = {
    "read-only": "it is read-only. Nothing was changed. Make it writable or save under another name.",
    "folder": "a folder, not a file. Nothing was changed. Choose another name.",
    "pipe": "a pipe, not a file. Nothing was changed. Choose another name.",
    "full disk": "the file is too large for this disk. Nothing was changed. Make room or save it elsewhere.",
    "network": "the network folder does not answer. Nothing was changed. Try again when the network is back",
    "locked": "another program has locked it. Nothing was changed. Close it there, or save under another name.",
    "changed meanwhile": "another program has changed the file. Nothing was changed. Check it there",
    "name too long": "the name is too long. Nothing was changed. Choose a shorter name.",
    "new in a read-only folder": "you may not write in this folder. Nothing was changed. Choose another folder.",
    "book": "it is a database (a book or a collection). Nothing was changed.",
    "no folder": "its folder does not exist. Nothing was changed. Choose another folder.",
}
WRITTEN = ("symlink", "hard link", "other owner", "ACL and attributes", "read-only folder", "new")
BOOK_REFUSED = {
    **{kind: REFUSED[kind] for kind in ("read-only", "folder", "pipe", "name too long", "new in a read-only folder")},
    "hard link": "it has a hard link, which would still have the old content. Nothing was changed.",
    "other owner": "its owner or permissions cannot be preserved. Nothing was changed.",
    "read-only folder": REFUSED["new in a read-only folder"],
}
BOOK_WRITTEN = ("symlink", "ACL and attributes", "new")
# What cannot be opened, and so not saved where it came from:
UNREADABLE = ("folder", "pipe", "name too long", "new in a read-only folder", "book", "no folder", "new")


@contextmanager
def target_of(kind: str, folder: Path, ending: str = ".pgn", old: bytes = OLD.encode()) -> Iterator[Path]:
    """What lies in the place of the file."""
    folder.mkdir(parents=True)
    path = folder / f"games{ending}"
    with ExitStack() as end:
        if kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "name too long":
            path = folder / f"{'n' * 300}{ending}"
        elif kind == "no folder":
            path = folder / "gone" / f"games{ending}"
        elif kind == "book":
            path.write_bytes(b"SQLite format 3\0")
        elif not kind.startswith("new"):
            path.write_bytes(old)
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
    new, old = sources(tmp_path), OLD.encode()
    refused = BOOK_REFUSED if doors == BOOKS else REFUSED
    if doors == BOOKS:
        old = new.with_name("new.pgn.ratsubook").read_bytes()
    with ExitStack() as stack:
        targets = {}
        for number, door in enumerate(doors):
            targets[door] = stack.enter_context(target_of(kind, tmp_path / str(number), ENDINGS.get(door, ".pgn"), old))
        before = {door: look_of(path) for door, path in targets.items() if not long(path) and path.exists()}
        for door, said in said_by(kind, new, targets).items():
            path = targets[door]
            if door in ONLY_NEW and door in before and kind not in ("folder", "pipe"):
                assert ONLY_NEW[door] in said
                assert_old(kind, path, old)
            elif (kind, door) == ("changed meanwhile", "window: Save"):
                assert "was changed by another program; open it again" in said
                assert_old(kind, path, old)
            elif kind in refused:
                assert f"{path} was not written: {refused[kind]}" in said, (door, said)
                assert_old(kind, path, old)
            else:
                assert_new(kind, path, door, before, old)
            left = {entry.name for entry in path.parent.iterdir()} if path.parent.is_dir() else set()
            assert left <= {path.name, "real.pgn", "other.pgn", f"{path.name}.journal"}, door


def sources(folder: Path) -> Path:
    """What the doors write: a PGN, and beside it a collection and a book with the same game."""
    (new := folder / "new.pgn").write_text(NEW, "utf-8")
    with Collection(folder / "new.pgn.db", create=True) as games:
        any_file.import_file(games, new)
    import_file(new, folder / "new.pgn.ratsubook")
    return new


def said_by(kind: str, new: Path, targets: dict[str, Path]) -> dict[str, str]:
    """What each door says, without root's powers; no word about an error in the program."""
    done = subprocess.run(
        [*AS_USER, sys.executable, "-m", "tests.engine.ground.targets_child", kind, str(new)]
        + [f"{door}={path}" for door, path in targets.items()],
        cwd=REPOSITORY, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said: dict[str, str] = json.loads(done.stdout)
    for door, text in said.items():
        assert "Traceback" not in text and "error in Ratsu" not in text, (door, text)
    return said


def long(path: Path) -> bool:
    return len(path.name) > 255


def assert_old(kind: str, path: Path, old: bytes) -> None:
    if kind == "pipe":
        assert path.is_fifo()
    elif kind == "folder":
        assert path.is_dir()
    elif long(path) or (kind.startswith("n") and kind != "network"):
        assert long(path) or not path.exists()
    elif kind == "changed meanwhile":
        assert path.read_bytes().startswith(old)
    elif kind != "book":
        assert path.read_bytes() == old


def assert_new(kind: str, path: Path, door: str, before: dict[str, dict[str, object]], old: bytes) -> None:
    content = path.read_bytes()
    if door in ADDING and kind != "new":
        assert content.startswith(old)
    assert MARKS.get(door, b"New") in content and (door in BOOKS or content != old)
    if kind != "new":
        assert look_of(path) == before[door], door
    assert path.is_symlink() == (kind == "symlink")
    if kind == "hard link":
        assert (path.parent / "other.pgn").samefile(path)


@pytest.mark.parametrize("kind", [*REFUSED, *WRITTEN])
def test_every_door_treats_a_target_as_the_table_says(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    doors = [door for door in (*REPLACING, "window: Add to") if kind not in UNREADABLE or door != "window: Save"]
    tried(kind, meeting(kind, doors), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", [*REFUSED, *WRITTEN])
def test_rare_doors_treat_a_target_as_the_table_says(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    tried(kind, meeting(kind, RARE), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", [*BOOK_REFUSED, *BOOK_WRITTEN])
def test_a_book_treats_a_target_as_the_table_says(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    tried(kind, BOOKS, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", ["folder", "pipe", "name too long", "read-only", "new in a read-only folder", "symlink"]
)
def test_what_is_no_database_and_no_log_is_left_alone(kind: str, tmp_path: Path) -> None:
    needs(kind, tmp_path)
    with ExitStack() as stack:
        targets = {door: stack.enter_context(target_of(kind, tmp_path / door)) for door in DATABASES}
        for door, said in said_by(kind, sources(tmp_path), targets).items():
            assert str(targets[door]) in said, door
            assert_old(kind, targets[door], OLD.encode())


def meeting(kind: str, doors: Iterable[str]) -> tuple[str, ...]:
    """The doors for which it makes a difference."""
    without: tuple[str, ...] = ()
    if kind == "changed meanwhile":
        without = ADDING  # what another program adds stays, and the new is behind it
    elif kind == "full disk":
        without = ("games export",)  # a collection cannot even be read then
    return tuple(door for door in doors if door not in without)


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


def test_a_drive_that_cannot_name_its_files_is_written_to_and_its_links_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RAM disks and some network drives of Windows, and wine above 260 characters (error 234)."""

    def unnamed(path: object, *, strict: bool = False) -> str:
        raise OSError(errno.EINVAL, "More data available")

    file = tmp_path / "games.pgn"
    file.write_bytes(b"old")
    link = tmp_path / "link.pgn"
    link.symlink_to(file)
    monkeypatch.setattr(os.path, "realpath", unnamed)
    with pytest.raises(OSError, match="More data"):
        write_atomically(file, b"new")
    windows = SimpleNamespace(**{**vars(os), "name": "nt"})
    monkeypatch.setattr(write_targets, "os", windows)
    with pytest.raises(OSError, match="More data"):
        write_atomically(link, b"new")
    assert file.read_bytes() == b"old"
    write_atomically(file, b"new")
    assert file.read_bytes() == b"new"


def test_a_file_that_windows_keeps_for_another_program_is_said_to_be_in_use() -> None:
    """It was told as a folder in which one may not write."""
    error = PermissionError(errno.EACCES, "Sharing violation")
    error.winerror = 32  # type: ignore[attr-defined]
    told = str(write_targets.unwritten("my.ratsubook", error))
    assert "another program has locked it" in told and "folder" not in told


@pytest.mark.skipif(not ROOT, reason="only root can write as another group")
def test_a_file_stays_in_its_group_whatever_group_writes_it(tmp_path: Path) -> None:
    for number, (group, writer) in enumerate(((0, NOBODY), (NOBODY, 0))):
        path = tmp_path / f"{number}.pgn"
        path.write_bytes(b"old")
        os.chown(path, -1, group)
        try:
            os.setegid(writer)
            write_atomically(path, b"new")
        finally:
            os.setegid(0)
        assert (path.read_bytes(), path.stat().st_gid) == (b"new", group)
