"""A write that cannot be done does no harm (reliability: P2, P17): the book is the old or the new one, and the error
is one of ours.

Faults are injected into the real system calls with strace.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from books.errors import BookError, DamagedBookError, NewerBookError, NotABookError
from books.store.book_file import BookFile
from books.store.connecting import Access
from tests.faults.book_child import start_row
from tests.helpers.shared import REPOSITORY

STRACE = shutil.which("strace")
POINTS = [
    ("pwrite64", "error=ENOSPC", 1),
    ("pwrite64", "error=EIO", 3),
    ("pwrite64", "signal=KILL", 2),
    ("fdatasync", "error=ENOSPC", 3),
    ("fdatasync", "error=EIO", 2),
    ("fdatasync", "signal=KILL", 1),
]
LONG_POINTS = [
    (call, fault, nth)
    for call in ("pwrite64", "fdatasync", "fsync", "unlink", "ftruncate")
    for fault in ("error=ENOSPC", "error=EIO", "signal=KILL")
    for nth in range(1, 41)
]


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a book that has learned two games."""
    folder = tmp_path_factory.mktemp("seed")
    learn(folder, "2")
    return folder


def learn(folder: Path, games: str, *prefix: str) -> subprocess.CompletedProcess[str]:
    command = [*prefix, sys.executable, "-m", "tests.faults.book_child", str(folder), "--games", games]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=300)


def one_fault(seed: Path, folder: Path, call: str, fault: str, nth: int) -> None:
    shutil.copytree(seed, folder)
    trace = (
        str(STRACE),
        "-f",
        "-qq",
        "-o",
        os.devnull,
        "-e",
        f"trace={call}",
        "-e",
        f"inject={call}:{fault}:when={nth}",
    )
    result = learn(folder, "1", *trace)
    acknowledged = [int(line) for line in result.stdout.split()]
    if result.returncode == 1:
        assert "books.errors." in result.stderr  # no bare SQLite error reaches the user
    with BookFile(folder / "learned.ratsubook") as book:
        book.check_integrity()
        games = book.query("SELECT count(*) FROM games")[0][0]
        row = book.row(*start_row())
    assert games in (2, 3)  # the old state or the new one
    assert games == 3 or not acknowledged
    assert row is not None
    assert row.times_played == games


@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
@pytest.mark.parametrize(("call", "fault", "nth"), POINTS)
def test_a_fault_at_a_system_call_leaves_the_old_book_or_the_new_one(
    seed: Path, tmp_path: Path, call: str, fault: str, nth: int
) -> None:
    one_fault(seed, tmp_path / "book", call, fault, nth)


@pytest.mark.long
@pytest.mark.skipif(STRACE is None, reason="needs strace (apt-get install strace)")
@pytest.mark.parametrize(("call", "fault", "nth"), LONG_POINTS)
def test_a_fault_at_every_system_call_leaves_the_old_book_or_the_new_one(
    seed: Path, tmp_path: Path, call: str, fault: str, nth: int
) -> None:
    one_fault(seed, tmp_path / "book", call, fault, nth)


def test_a_folder_that_cannot_be_written_gives_a_book_to_read_and_a_clear_message(seed: Path, tmp_path: Path) -> None:
    from books.choice.library import Library

    if os.getuid() == 0:
        pytest.skip("root writes everywhere; tests/faults run as another user too")
    folder = tmp_path / "locked"
    shutil.copytree(seed, folder)
    folder.chmod(0o555)
    try:
        library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
        assert library.problems
        library.close()
    finally:
        folder.chmod(0o755)


def test_every_kind_of_bad_file_has_its_own_message(seed: Path, tmp_path: Path) -> None:
    good = (seed / "learned.ratsubook").read_bytes()
    cases: list[tuple[bytes, type[BookError]]] = [
        (b"hello" * 100, NotABookError),
        (good[:60], DamagedBookError),
        (good[:60] + (99).to_bytes(4, "big") + good[64:], NewerBookError),
        (good[:68] + b"abcd" + good[72:], NotABookError),
    ]
    for content, error in cases:
        path = tmp_path / "x.ratsubook"
        path.write_bytes(content)
        with pytest.raises(error, match=r"x\.ratsubook"):
            BookFile(path, Access.READ)
        assert path.read_bytes() == content


def read_whole(path: Path) -> str | None:
    """Reads a book to its end; the message of the error if it cannot be read."""
    try:
        with BookFile(path, Access.READ) as book:
            list(book.all_rows())
            book.check_integrity()
    except BookError as error:
        return str(error)
    return None


def test_a_damaged_page_is_told_and_never_crashes(seed: Path, tmp_path: Path) -> None:
    good = bytearray((seed / "learned.ratsubook").read_bytes())
    for place in range(4096, len(good), 4096):
        path = tmp_path / f"{place}.ratsubook"
        path.write_bytes(good[:place] + b"\xff" * 100 + good[place + 100 :])
        message = read_whole(path)
        assert message is None or str(path) in message


def test_a_book_in_a_strange_folder_works(tmp_path: Path) -> None:
    folder = tmp_path / "Шахматы é 棋 'x y ?#%41"
    folder.mkdir()
    with BookFile(folder / "b.ratsubook") as book:
        book.put_meta("a", "b")
    with BookFile(folder / "b.ratsubook", Access.IMMUTABLE) as book:
        assert book.meta("a") == "b"


def test_a_book_removed_while_open_gives_an_error_or_goes_on_but_never_crashes(tmp_path: Path) -> None:
    path = tmp_path / "b.ratsubook"
    with BookFile(path) as book:
        book.put_meta("a", "b")
        path.unlink()
        with contextlib.suppress(BookError):
            book.put_meta("a", "c")


def test_a_backup_of_a_live_book_is_whole(seed: Path, tmp_path: Path) -> None:
    with BookFile(seed / "learned.ratsubook") as book, book.transaction():
        pass
    with BookFile(seed / "learned.ratsubook") as book:
        book.backup_to(tmp_path / "copy.ratsubook")
        expected = list(book.all_rows())
    with BookFile(tmp_path / "copy.ratsubook", Access.READ) as copy:
        assert list(copy.all_rows()) == expected
