"""Games, books and what is searched about them are their owner's business: nobody else may read the files."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from books.building.searches import SearchFile
from books.collection.game_collection import Collection
from books.evaluations.store import EvaluationStore
from books.store.book_file import BookFile
from engine.ground.errors import RatsuError
from engine.ground.write_targets import PRIVATE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of Unix")


def begin_everything(folder: Path) -> None:
    with BookFile(folder / "user.ratsubook") as book:
        book.put_meta("title", "mine")
        book.backup_to(folder / "copy.ratsubook")
        assert {"user.ratsubook-wal", "user.ratsubook-shm"} <= {path.name for path in folder.iterdir()}
        look_at(folder)
    Collection(folder / "games.ratsugames", create=True).close()
    SearchFile(folder / "searches.db").close()
    EvaluationStore(folder / "evaluations.db").close()


def look_at(folder: Path) -> None:
    rights = {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir() if path.is_file()}
    assert set(rights.values()) == {oct(PRIVATE)}, rights


def test_every_database_is_its_owners_alone(tmp_path: Path) -> None:
    begin_everything(tmp_path)
    look_at(tmp_path)


def test_rights_that_the_user_gave_are_kept(tmp_path: Path) -> None:
    begin_everything(tmp_path)
    shared = tmp_path / "user.ratsubook"
    shared.chmod(0o644)
    with BookFile(shared) as book:
        book.put_meta("title", "ours")
    assert shared.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("open_it", [SearchFile, partial(Collection, create=True), BookFile])
def test_what_is_no_file_holds_no_database(open_it: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    (folder := tmp_path / "folder").mkdir()
    for path, said in (
        (pipe, "a pipe, not a file"),
        (folder, "a folder, not a file"),
        (tmp_path / ("n" * 300), "[Nn]ame( is)? too long"),
    ):
        with pytest.raises(RatsuError, match=said):
            open_it(path)
    assert list(folder.iterdir()) == [] and pipe.is_fifo()
