"""A built book in small: everything that it can hold comes back, and what is no such book is refused in words."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.entry import Flag, MoveRow, PositionRow
from books.errors import BookError, DamagedBookError
from books.store import packed, schema
from books.store.book_file import BookFile
from books.store.connecting import Access
from books.store.prefix_code import PrefixCode
from books.store.row_shapes import MOST_WHOLE

CENTIPAWNS = st.none() | st.integers(-32_000, 32_000)
NAMES = packed.EngineNames("Ratsu 1", "Stockfish 15.1")


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


@st.composite
def books(draw: st.DrawFn) -> list[packed.Page]:
    found = draw(st.lists(positions(), max_size=6, unique_by=lambda position: position.key))
    near = draw(st.integers(-(2**62), 2**62))  # and neighbours, whose keys share their high bits
    step = draw(st.integers(1, 2**60 // 100))
    close = [PositionRow(near + step * number, backed=number) for number in range(draw(st.integers(0, 100)))]
    pages = [(position, draw(moves(position.key))) for position in found] + [(row, []) for row in close]
    return [(_leaving(position, rows) if draw(st.booleans()) else position, rows) for position, rows in pages]


def _leaving(position: PositionRow, rows: list[MoveRow]) -> PositionRow:
    """The first move of the book is the best that is not in it, too: this has a code of its own."""
    same = position.exit_value is not None and rows and rows[0].move
    return position._replace(exit_move=rows[0].move) if same else position


def in_order(pages: list[packed.Page]) -> list[packed.Page]:
    return sorted(pages, key=lambda page: page[0].key)


@settings(max_examples=50)
@given(books())
def test_every_position_and_its_moves_come_back(pages: list[packed.Page]) -> None:
    codes, blocks = packed.pack(pages)
    reader = packed.PackedReader(codes, NAMES)
    stored = list(blocks)
    assert [page for first, data in stored for page in reader.all(first, data)] == in_order(pages)
    for page in pages:
        first, data = max((first, data) for first, data in stored if first <= page[0].key)
        assert reader.find(first, data, page[0].key) == page
    there = {page[0].key for page in pages}
    for key in (near for page in pages for near in (page[0].key - 1, page[0].key + 1) if near not in there):
        assert all(reader.find(first, data, key) is None for first, data in stored if first <= key < 2**63)


@settings(max_examples=50)
@given(books(), st.binary(max_size=60), st.integers(0, 2**16), st.integers(0, 7))
def test_any_bytes_are_read_or_refused(pages: list[packed.Page], data: bytes, place: int, bit: int) -> None:
    codes, blocks = packed.pack([*pages, (PositionRow(1, value=3), [MoveRow(1, 2)])])
    mutants = [data]
    for _, block in blocks:
        changed = bytearray(block)
        changed[place % len(block)] ^= 1 << bit
        mutants += [bytes(changed), block[: place % len(block)]]
    reader = packed.PackedReader(codes, NAMES)
    for mutant in mutants:
        for key in (1, 2**40):
            with contextlib.suppress(packed.DamagedError):
                reader.find(0, mutant, key)
        with contextlib.suppress(packed.DamagedError):
            for position, rows in reader.all(0, mutant):
                assert -(2**63) <= position.key < 2**63
                for row in rows:
                    assert 0 <= row.move <= 0xFFFF
                    assert min(row.weight, row.games) >= 0 and max(row.weight, row.games) <= 3 * MOST_WHOLE


@given(st.binary(max_size=60), st.integers(0, 10))
def test_any_bytes_are_codes_or_refused(data: bytes, place: int) -> None:
    codes, blocks = packed.pack([(PositionRow(1, value=3, backed=9), [MoveRow(1, 2)])])
    ((first, block),) = blocks
    codes[place] = data
    with contextlib.suppress(packed.DamagedError):
        packed.PackedReader(codes, NAMES).find(first, block, 1)


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
            connection.execute("UPDATE packed SET data = x'010100'")
        for question in (lambda: book.rows(5), lambda: list(book.all_rows()), book.count):
            with pytest.raises(DamagedBookError, match=r"built\.ratsubook is damaged \(table packed"):
                question()


def test_codes_that_are_damaged_are_told_with_their_file(tmp_path: Path) -> None:
    path = tmp_path / "built.ratsubook"
    with BookFile(path) as book:
        book.put_packed([(PositionRow(5, value=30), [MoveRow(5, 10, Flag.STRONG)])])
        with book.transaction() as connection:
            connection.execute("UPDATE codes SET data = x'00' WHERE field = 3")
    with pytest.raises(DamagedBookError, match=r"built\.ratsubook is damaged \(table codes\)"):
        BookFile(path, Access.IMMUTABLE)


@pytest.mark.parametrize("number", [-(2**31) - 1, 2**31 + 1])
def test_a_code_with_a_difference_beyond_all_values_is_damage(tmp_path: Path, number: int) -> None:
    """It would wrap around and be read as another value."""
    path, code = tmp_path / "built.ratsubook", PrefixCode.of({number: 1_000}, -(2**40), 2**40)
    with BookFile(path) as book:
        book.put_packed([(PositionRow(5, value=30, backed=20), [MoveRow(5, 10, Flag.STRONG)])])
        with book.transaction() as connection:
            connection.execute("UPDATE codes SET data = ? WHERE field = 3", (code.to_bytes(),))
    with pytest.raises(DamagedBookError, match=r"built\.ratsubook is damaged \(table codes\)"):
        BookFile(path, Access.IMMUTABLE)


def test_a_program_without_the_form_refuses_it_and_this_one_the_older_form(tmp_path: Path) -> None:
    new, old = tmp_path / "new.ratsubook", tmp_path / "old.ratsubook"
    with BookFile(new) as book:
        book.put_packed([(PositionRow(5, value=30), [])])
        assert book.query("PRAGMA user_version")[0][0] > schema.VERSION  # "was made by a newer Ratsu"
    with BookFile(old) as book, book.transaction() as connection:
        connection.execute("CREATE TABLE packed (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT")
    BookFile(old, Access.READ).close()  # so is every book of format 3 that was not packed
    with BookFile(old) as book, book.transaction() as connection:
        connection.execute("INSERT INTO packed VALUES (1, x'00')")
    with pytest.raises(BookError, match=r"old\.ratsubook is packed in an older format\. Rebuild it"):
        BookFile(old, Access.READ)
