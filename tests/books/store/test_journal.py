"""The journal: undo restores the exact old state."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.entry import Flag, MoveRow, PositionRow
from books.store import journal
from books.store.book_file import BookFile


@pytest.fixture
def book(tmp_path: Path) -> Iterator[BookFile]:
    with BookFile(tmp_path / "a.ratsubook") as opened:
        yield opened


def undone(book: BookFile) -> str | None:
    edit = journal.undo(book)
    return edit.label if edit else None


def content(book: BookFile) -> tuple[object, ...]:
    return tuple(book.all_rows()), tuple(book.query("SELECT * FROM positions ORDER BY key"))


def test_undo_and_redo_restore_the_exact_state(book: BookFile) -> None:
    states = [content(book)]
    with journal.edit(book, "user", "one") as edit:
        edit.put(MoveRow(1, 2, Flag.STRONG, 10, comment="ä"))
        edit.put_position(PositionRow(1, "centre"))
    states.append(content(book))
    with journal.edit(book, "user", "two") as edit:
        edit.put(MoveRow(1, 2, Flag.BAD, 10, wins=1.5))
        edit.put(MoveRow(1, 3))
        edit.delete(1, 3)
        edit.put(MoveRow(2, 3, evaluation=-35, depth=12))
    states.append(content(book))
    assert undone(book) == "two"
    assert content(book) == states[1]
    assert undone(book) == "one"
    assert content(book) == states[0]
    assert journal.undo(book) is None
    journal.redo(book)
    assert content(book) == states[1]
    journal.redo(book)
    assert content(book) == states[2]
    assert journal.redo(book) is None


def test_a_new_edit_ends_redo(book: BookFile) -> None:
    for label in ("one", "two"):
        with journal.edit(book, "user", label) as edit:
            edit.put(MoveRow(1, 2, comment=label))
    journal.undo(book)
    with journal.edit(book, "user", "three") as edit:
        edit.put(MoveRow(1, 2, comment="three"))
    assert journal.redo(book) is None
    assert [item.label for item in journal.history(book)] == ["three", "two", "one"]


def test_an_edit_that_raises_changes_nothing(book: BookFile) -> None:
    before = content(book)

    def broken_edit() -> None:
        with journal.edit(book, "user", "broken") as edit:
            edit.put(MoveRow(1, 2))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken_edit()
    assert content(book) == before
    assert journal.history(book) == []


def test_an_edit_without_change_leaves_no_trace(book: BookFile) -> None:
    with journal.edit(book, "user", "one") as edit:
        edit.put(MoveRow(1, 2))
    with journal.edit(book, "user", "same") as edit:
        edit.put(MoveRow(1, 2))
    assert [item.label for item in journal.history(book)] == ["one"]


def test_reverting_an_older_edit_keeps_what_came_later(book: BookFile) -> None:
    with journal.edit(book, "learning", "game 1", 1) as edit:
        edit.put(MoveRow(1, 2, Flag.BAD, losses=1, times_played=1, evaluation=-120))
    with journal.edit(book, "learning", "game 2", 2) as edit:
        edit.put(MoveRow(1, 2, Flag.BAD, wins=1, losses=1, times_played=2, evaluation=-120, comment="later"))
    journal.revert(book, journal.history(book)[-1].id)
    row = book.row(1, 2)
    assert row == MoveRow(1, 2, Flag.UNCHECKED, wins=1, times_played=1, comment="later")
    journal.reapply(book, journal.history(book)[-1].id)
    assert book.row(1, 2) == MoveRow(1, 2, Flag.BAD, wins=1, losses=1, times_played=2, evaluation=-120, comment="later")


def some_row(key: int, move: int, flag: Flag, weight: int, wins: float, comment: str | None) -> MoveRow:
    return MoveRow(key, move, flag, weight, wins, comment=comment)


ROWS = st.builds(
    some_row,
    key=st.integers(0, 3),
    move=st.integers(0, 3),
    flag=st.sampled_from([None, *Flag]),
    weight=st.integers(0, 9),
    wins=st.floats(0, 9),
    comment=st.none() | st.text(max_size=5),
)


@settings(max_examples=10, deadline=None)
@given(edits=st.lists(st.lists(ROWS | st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4), max_size=5))
def test_undoing_everything_gives_the_empty_book(
    edits: list[list[MoveRow | tuple[int, int]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with BookFile(tmp_path_factory.mktemp("j") / "a.ratsubook") as book:
        states = [content(book)]
        for number, changes in enumerate(edits):
            with journal.edit(book, "user", str(number)) as edit:
                for change in changes:
                    if isinstance(change, MoveRow):
                        edit.put(change)
                    else:
                        edit.delete(*change)
            if content(book) != states[-1]:
                states.append(content(book))
        latest = states[-1]
        while journal.undo(book):
            pass
        assert content(book) == states[0]
        while journal.redo(book):
            pass
        assert content(book) == latest


def test_each_chapter_of_a_study_is_written_once_and_undone(book: BookFile) -> None:
    for chapters in (("1. e4 *", "1. d4 *", "1. e4 *"), ("1. d4 *", "1. c4 *"), ()):
        with journal.edit(book, "import", "study") as edit:
            edit.add_chapters(chapters)
    assert book.chapters() == ["1. e4 *", "1. d4 *", "1. c4 *"]
    journal.undo(book)
    assert book.chapters() == ["1. e4 *", "1. d4 *"]
