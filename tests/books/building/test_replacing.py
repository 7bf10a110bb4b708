"""Which books are not replaced by one that is built, and what stays of those that are."""

import os
import stat
import sys
from pathlib import Path

import pytest

from books.building.imports import new_book, put_in_place
from books.errors import BookDiskError, BookError
from books.store.book_file import BookFile
from books.store.connecting import Access

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights and no pipes")


def built(path: Path, title: str) -> Path:
    """A book that was built."""
    with new_book(path, title):
        pass
    return path


def title_of(path: Path) -> str | None:
    """Which book lies there."""
    with BookFile(path, Access.READ) as book:
        return book.meta("title")


def test_a_read_only_book_is_not_built_again(tmp_path: Path) -> None:
    path = built(tmp_path / "mine.ratsubook", "mine")
    path.chmod(0o444)
    with pytest.raises(BookDiskError, match="it is read-only"):
        built(path, "other")
    assert title_of(path) == "mine"


def test_a_book_that_became_read_only_while_another_was_built_stays(tmp_path: Path) -> None:
    path = built(tmp_path / "mine.ratsubook", "mine")
    with pytest.raises(BookDiskError, match="it is read-only"), new_book(path, "other"):
        path.chmod(0o444)
    assert title_of(path) == "mine"


def test_a_book_with_two_names_keeps_both(tmp_path: Path) -> None:
    path = built(tmp_path / "mine.ratsubook", "mine")
    os.link(path, tmp_path / "other.ratsubook")
    with pytest.raises(BookDiskError, match="it has a hard link"):
        built(path, "other")
    assert path.samefile(tmp_path / "other.ratsubook")


@pytest.mark.parametrize(("make", "said"), [("mkfifo", "a pipe, not a file"), ("mkdir", "a folder, not a file")])
def test_no_book_takes_the_place_of_a_pipe_or_a_folder(make: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.ratsubook"
    getattr(os, make)(path)  # Windows has no such pipes
    before = path.stat().st_ino
    with pytest.raises(BookDiskError, match=said):
        built(path, "mine")
    assert path.stat().st_ino == before


def test_a_book_that_is_built_again_keeps_its_rights(tmp_path: Path) -> None:
    path = built(tmp_path / "mine.ratsubook", "mine")
    path.chmod(0o640)
    built(path, "other")
    assert title_of(path) == "other" and stat.S_IMODE(path.stat().st_mode) == 0o640


def test_an_imported_book_takes_the_place_that_a_link_names(tmp_path: Path) -> None:
    path, made = built(tmp_path / "mine.ratsubook", "mine"), built(tmp_path / "made.ratsubook", "made")
    (link := tmp_path / "link.ratsubook").symlink_to(path.name)
    put_in_place(made, link)
    assert link.is_symlink() and title_of(path) == "made"


def test_an_imported_book_does_not_replace_what_the_user_has_made_meanwhile(tmp_path: Path) -> None:
    made, path = built(tmp_path / "made.ratsubook", "made"), tmp_path / "mine.ratsubook"
    path.write_text("notes", "utf-8")
    with pytest.raises(BookError, match="is not a Ratsu book"):
        put_in_place(made, path)
    assert path.read_text("utf-8") == "notes"
