"""A file that is open through SQLite keeps its locks, whatever else this process does with it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from books.collection.game_collection import Collection, is_collection
from books.entry import Flag, MoveRow
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.ground.files import append_durably, write_atomically

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX takes locks away where a file is closed")
ROW = MoveRow(1, 2, flag=Flag.STRONG)
BOOK = "from books.store.book_file import BookFile; BookFile(path).close()"
COLLECTION = "from books.collection.game_collection import Collection; Collection(path).close()"


def another_program(does: str, path: Path) -> None:
    """Opens the file and closes it, as the console does beside the window."""
    script = f"import sys; from pathlib import Path; path = Path(sys.argv[1]); {does}"
    subprocess.run([sys.executable, "-c", script, path], check=True, timeout=60)


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda path: BookFile(path, Access.READ).close(),
        lambda path: BookFile(path).close(),
    ],
    ids=["read", "write"],
)
def test_a_book_that_is_looked_into_twice_loses_no_change_to_another_program(
    tmp_path: Path, meanwhile: Callable[[Path], None]
) -> None:
    """The list of books opened the user's book once more; `ratsu book show` beside it deleted the journal that was in use."""
    path = tmp_path / "user.ratsubook"
    with BookFile(path) as book:
        book.put_rows([ROW])
        meanwhile(path)
        another_program(BOOK, path)
        assert path.with_name("user.ratsubook-wal").exists()
        book.put_rows([ROW._replace(key=7)])
    with BookFile(path, Access.READ) as book:
        assert book.row(7, 2) is not None


def test_a_collection_that_is_asked_for_its_kind_keeps_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "my.ratsugames"
    with Collection(path, create=True):
        assert is_collection(path)
        another_program(COLLECTION, path)
        assert path.with_name("my.ratsugames-wal").exists()
    assert is_collection(path)


def test_a_file_that_nobody_has_open_is_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "user.ratsubook"
    BookFile(path).close()
    path.write_bytes(b"no book")
    with pytest.raises(Exception, match="is not a Ratsu book"):
        BookFile(path, Access.READ)
    assert not is_collection(path)


@pytest.mark.parametrize("write", [write_atomically, append_durably])
def test_a_book_that_is_named_for_a_game_keeps_its_locks(
    write: Callable[[Path, bytes], object], tmp_path: Path
) -> None:
    """The look whether it is a database took them away."""
    path = tmp_path / "user.ratsubook"
    with BookFile(path) as book:
        book.put_rows([ROW])
        with pytest.raises(OSError, match="it is a database"):
            write(path, b"1. e4 *")
        another_program(BOOK, path)
        assert path.with_name("user.ratsubook-wal").exists()
