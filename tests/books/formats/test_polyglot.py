"""Polyglot books: read, written, refused."""

import os
import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

from books.building.imports import import_file, new_book
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.errors import BookDiskError, DamagedBookError
from books.formats import polyglot
from books.formats.polyglot import PolyglotEntry, export_rows, read_entries, read_rows
from books.key import decode, position_key, unsigned
from books.store.book_file import BookFile


def random_entries(seed: int, count: int) -> list[PolyglotEntry]:
    source = random.Random(seed)
    entries = []
    for _ in range(count):
        key = source.getrandbits(64)
        moves = source.sample(range(4096), source.randint(1, 5))
        weights = sorted((source.choice([0, 1, 1, 7, 65535]) for _ in moves), reverse=True)
        entries += [
            PolyglotEntry(key, move, weight, source.getrandbits(32))
            for move, weight in zip(moves, weights, strict=True)
        ]
    return sorted(entries, key=lambda entry: entry.key)  # stable: the order within a position stays


def test_a_round_trip_through_our_book_is_byte_identical(tmp_path: Path) -> None:
    first, again = tmp_path / "first.bin", tmp_path / "again.bin"
    polyglot.write_entries(first, random_entries(3, 500))
    with new_book(tmp_path / "b.ratsubook", "t") as book:
        book.put_rows(read_rows(first))
    with BookFile(tmp_path / "b.ratsubook") as book:
        export_rows(book.all_rows(unsigned=True), again)
    assert again.read_bytes() == first.read_bytes()


def test_illegal_moves_are_counted_where_the_position_is_known_kept_and_never_played(tmp_path: Path) -> None:
    start, after = chess.Board(), chess.Board()
    after.push_uci("e2e4")
    entries = [
        PolyglotEntry(unsigned(position_key(start)), chess.E4 | chess.E2 << 6, 9, 0),
        PolyglotEntry(unsigned(position_key(start)), chess.E6 | chess.E2 << 6, 8, 0),  # no such move
        PolyglotEntry(unsigned(position_key(after)), chess.E5 | chess.D7 << 6, 7, 0),  # nor here
        PolyglotEntry(12345, chess.E5 | chess.D7 << 6, 7, 0),  # a position nobody knows
    ]
    path = tmp_path / "a.bin"
    polyglot.write_entries(path, sorted(entries, key=lambda entry: entry.key))
    done = import_file(path, tmp_path / "a.ratsubook")
    assert (done.rows, done.illegal) == (4, 2)
    assert str(done.text) == "4 moves imported; 2 moves are illegal and will not be played."
    library = Library(tmp_path / "u.ratsubook", tmp_path / "l.ratsubook", tmp_path / "a.ratsubook")
    assert [entry.san for entry in library.look_up(start)] == ["e4"]
    assert library.look_up(after) == ()
    library.close()
    with BookFile(tmp_path / "a.ratsubook") as book:
        export_rows(book.all_rows(unsigned=True), tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == path.read_bytes()


def test_python_chess_reads_what_we_write(tmp_path: Path) -> None:
    board = chess.Board("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
    key = unsigned(position_key(board))
    castling = chess.H1 | chess.E1 << 6
    polyglot.write_entries(tmp_path / "a.bin", [PolyglotEntry(key, castling, 9, 5)])
    with chess.polyglot.open_reader(tmp_path / "a.bin") as reader:
        assert reader.find(board).move == chess.Move.from_uci("e1g1")
    row = next(read_rows(tmp_path / "a.bin"))
    assert decode(board, row.move) == chess.Move.from_uci("e1g1")
    assert (row.flag, row.weight, row.learn) == (Flag.NORMAL, 9, 5)


def test_the_weight_zero_means_bad_both_ways(tmp_path: Path) -> None:
    polyglot.write_entries(tmp_path / "a.bin", [PolyglotEntry(1, 700, 0, 0)])
    rows = list(read_rows(tmp_path / "a.bin"))
    assert rows[0].flag is Flag.BAD
    dubious = rows[0]._replace(flag=Flag.DUBIOUS, weight=50)
    export_rows([dubious, rows[0]._replace(move=1, flag=Flag.STRONG, weight=0)], tmp_path / "b.bin")
    assert [entry.weight for entry in read_entries(tmp_path / "b.bin")] == [1, 0]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty"),
        (b"x" * 17, "its size 17 is not a multiple of 16"),
        (os.urandom(16)[:8] + b"\xff" * 8, "impossible moves"),
        (polyglot.ENTRY.pack(2, 1, 1, 0) + polyglot.ENTRY.pack(1, 1, 1, 0), "keys out of order"),
    ],
    ids=["empty", "odd size", "impossible move", "out of order"],
)
def test_a_damaged_file_is_refused_and_nothing_is_imported(tmp_path: Path, content: bytes, told: str) -> None:
    bad = tmp_path / "bad.bin"
    bad.write_bytes(content)
    with pytest.raises(DamagedBookError, match=rf"bad\.bin.*{told}"), new_book(tmp_path / "b.ratsubook", "t") as book:
        book.put_rows(read_rows(bad))
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["bad.bin"]


def test_a_book_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.bin"
    polyglot.write_entries(target, random_entries(1, 3))
    before = target.read_bytes()
    too_big = PolyglotEntry(1 << 64, 0, 0, 0)  # no such key: packing fails in the middle
    with pytest.raises(struct.error):
        polyglot.write_entries(target, [*random_entries(2, 3), too_big])
    assert target.read_bytes() == before
    with pytest.raises(BookDiskError, match="missing"):
        polyglot.write_entries(tmp_path / "missing" / "a.bin", [])
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.bin"]


def test_a_file_that_shrinks_while_it_is_read_is_an_error_and_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    polyglot.write_entries(path, random_entries(5, 9000))
    entries = read_entries(path)
    next(entries)
    os.truncate(path, 1000)
    with pytest.raises(DamagedBookError):
        for _ in entries:
            pass


def test_a_move_that_ratsu_would_not_play_never_outweighs_one_that_it_would(tmp_path: Path) -> None:
    rows = [
        MoveRow(1, 10, Flag.STRONG, 5),
        MoveRow(1, 11, Flag.NORMAL, 60_000),
        MoveRow(1, 12, Flag.DUBIOUS, 60_000),
        MoveRow(1, 13, Flag.UNCHECKED, 60_000),
        MoveRow(2, 10, Flag.NORMAL, 7),
    ]
    export_rows(rows, tmp_path / "book.bin")
    weights = {(row.key, row.move): row.weight for row in read_rows(tmp_path / "book.bin")}
    assert weights == {(1, 10): 5, (1, 11): 5, (1, 12): 0, (2, 10): 7}
