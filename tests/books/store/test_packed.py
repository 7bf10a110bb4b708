"""A built book in small: everything that it can hold comes back, and what is no such book is refused in words."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.entry import Flag, MoveRow, PositionRow
from books.errors import DamagedBookError
from books.store import packed
from books.store.book_file import BookFile
from books.store.connecting import Access

CENTIPAWNS = st.none() | st.integers(-32_000, 32_000)
NAMES = packed.Names("Ratsu 1", "Stockfish 15.1")


@st.composite
def positions(draw: st.DrawFn) -> PositionRow:
    value, second, exit_value = draw(CENTIPAWNS), draw(CENTIPAWNS), draw(CENTIPAWNS)
    searched = value is not None
    return PositionRow(
        draw(st.integers(-(2**63), 2**63 - 1)),
        value=value,
        depth=draw(st.integers(1, 255)) if searched else None,
        nodes=1000 * draw(st.integers(0, 10**7)) if searched else None,
        engine=NAMES.engine if searched else None,
        second=second,
        second_engine=None if second is None else NAMES.second_engine,
        exit_move=None if exit_value is None else draw(st.none() | st.integers(1, 0xFFFF)),
        exit_value=exit_value,
        backed=draw(CENTIPAWNS),
    )


def moves(key: int) -> st.SearchStrategy[list[MoveRow]]:
    counts = st.integers(0, 10**6)
    better, bit = st.none() | st.integers(0, 0xFFFF), st.integers(0, 1)
    values = st.tuples(
        st.integers(0, 0xFFFF), st.sampled_from(Flag), st.integers(0, 2**40), counts, counts, counts, better, bit
    )
    row = values.map(lambda found: MoveRow(key, *found[:6])._replace(better=found[6], inherits=found[7]))
    return st.lists(row, max_size=5)


@given(st.data(), positions())
def test_a_position_and_its_moves_come_back(data: st.DataObject, position: PositionRow) -> None:
    rows = data.draw(moves(position.key))
    blob = packed.pack(position, rows)
    assert packed.unpack(position.key, blob, NAMES) == (position, rows)


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(packed.DamagedError):
        position, rows = packed.unpack(1, data, NAMES)
        assert packed.unpack(1, packed.pack(position, rows), NAMES) == (position, rows)


def test_a_packed_book_is_read_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "built.ratsubook"
    position = PositionRow(5, value=30, depth=20, nodes=5_000_000, engine="Ratsu 1", backed=25)
    rows = [MoveRow(5, 10, Flag.STRONG, 7, 3, 2, 1), MoveRow(5, 9, Flag.BAD, better=10)]
    with BookFile(path) as book:
        book.put_meta("engine", "Ratsu 1")
        book.put_packed([(position, rows), (PositionRow(-5), [MoveRow(-5, 3, Flag.UNCHECKED)])])
        book.seal()
    with BookFile(path, Access.IMMUTABLE) as book:
        assert book.rows(5) == rows
        assert book.row(5, 9) == rows[1]
        assert (book.position(5), book.position(6)) == (position, None)
        assert [row.key for row in book.all_rows()] == [-5, 5, 5]
        assert [row.key for row in book.all_rows(unsigned=True)] == [5, 5, -5]
        assert [row.key for row in book.all_positions()] == [-5, 5]
        assert book.count() == 3
        assert book.count_positions() == 2
        assert book.count_flags() == {Flag.STRONG: 1, Flag.BAD: 1, Flag.UNCHECKED: 1}


def test_a_damaged_blob_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "built.ratsubook"
    with BookFile(path) as book:
        book.put_packed([(PositionRow(5, value=30), [MoveRow(5, 10, Flag.STRONG)])])
        with book.transaction() as connection:
            connection.execute("UPDATE packed SET data = x'01ff'")
        for question in (lambda: book.rows(5), lambda: list(book.all_rows()), book.count):
            with pytest.raises(DamagedBookError, match=r"built\.ratsubook is damaged \(table packed"):
                question()
