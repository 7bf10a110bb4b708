"""Backups: one a day, whole, thinned with age."""

from pathlib import Path

from books.entry import MoveRow
from books.store.backup import DAY_S, back_up
from books.store.book_file import BookFile
from books.store.connecting import Access

START = 1_700_000_000.0


def test_one_backup_a_day_holds_the_book_as_it_was(tmp_path: Path) -> None:
    with BookFile(tmp_path / "user.ratsubook") as book:
        assert back_up(book, START) is None  # nothing in it yet
        book.put_rows([MoveRow(1, 2)])
        copy = back_up(book, START)
        assert copy is not None
        book.put_rows([MoveRow(1, 3)])
        assert back_up(book, START + 60) is None
    with BookFile(copy, Access.READ) as old:
        assert list(old.all_rows()) == [MoveRow(1, 2)]


def test_old_backups_are_thinned_to_one_a_month(tmp_path: Path) -> None:
    with BookFile(tmp_path / "user.ratsubook") as book:
        book.put_rows([MoveRow(1, 2)])
        for day in range(100):
            back_up(book, START + day * DAY_S)
    days = sorted(path.stem[-8:] for path in (tmp_path / "backups").iterdir())
    assert len(days) == 8 + 4  # the last eight days, and one of each of four months before
    assert len({day[:6] for day in days}) == 4


def test_after_a_year_the_oldest_month_goes(tmp_path: Path) -> None:
    with BookFile(tmp_path / "user.ratsubook") as book:
        book.put_rows([MoveRow(1, 2)])
        for day in range(0, 500, 10):
            back_up(book, START + day * DAY_S)
    days = sorted(path.stem[-8:] for path in (tmp_path / "backups").iterdir())
    months = [day[:6] for day in days[:-1]]  # the last is of the last week
    assert len(set(months)) == len(months) == 12
