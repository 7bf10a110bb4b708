"""Damaged books for tests: pages turned over one by one, and every column filled with what does not belong there."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess

from books.entry import Flag, MoveRow, PositionRow
from books.key import encode, position_key
from books.store.book_file import BookFile
from books.store.connecting import Access

WRONG_VALUES = ("text", b"\x00\xff blob", None, 2**62, -(2**62), 1e300, -1e300, float("inf"), "")
OPENING = ("e2e4", "e7e5", "g1f3", "b8c6")


def small_book(path: Path, page_size: int = 512) -> None:
    """A book that knows a short line and fills several pages with other positions."""
    board = chess.Board()
    rows = []
    for uci in OPENING:
        move = chess.Move.from_uci(uci)
        rows.append(_row(position_key(board), encode(board, move)))
        board.push(move)
    rows += [_row(number * 7_919 * 10**12, 796) for number in range(1, 40)]
    with closing(sqlite3.connect(path)) as empty:
        empty.execute(f"PRAGMA page_size = {page_size}")
        empty.execute("VACUUM")
    with BookFile(path, Access.WRITE) as book:
        book.put_rows(rows)
        book.put_positions([PositionRow(position_key(chess.Board()), "the start")])
        book.seal()


def pages_turned(path: Path) -> Iterator[bytes]:
    """The file with one page after the other inverted; the header of the file stays whole."""
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    for start in range(0, len(whole), size):
        content = bytearray(whole)
        first = max(start, 100)
        content[first : start + size] = bytes(byte ^ 0xFF for byte in content[first : start + size])
        yield bytes(content)


def columns_spoilt(
    path: Path, tables: tuple[str, ...], copy: Path, values: tuple[object, ...] = WRONG_VALUES
) -> Iterator[str]:
    """Fills one column after the other with each of the wrong values in `copy`; gives `table.column value`."""
    with closing(sqlite3.connect(path)) as book:
        columns = [(table, row[1]) for table in tables for row in book.execute(f"PRAGMA table_info({table})")]
    for table, column in columns:
        for value in values:
            copy.write_bytes(path.read_bytes())
            with closing(sqlite3.connect(copy, isolation_level=None)) as book:
                without_rules(book, table)
                try:
                    book.execute(f"UPDATE {table} SET {column} = ?", (value,))
                except sqlite3.Error:
                    continue  # a key cannot be spoilt this way
            yield f"{table}.{column} {value!r}"


def without_rules(book: sqlite3.Connection, table: str) -> None:
    """Takes NOT NULL, CHECK and STRICT from a table by editing the schema, as a damaged page would."""
    sql = book.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    loose = sql.replace("NOT NULL", "").replace("CHECK (flag BETWEEN 0 AND 3)", "").replace("STRICT", "")
    version = book.execute("PRAGMA schema_version").fetchone()[0]
    book.execute("PRAGMA writable_schema = ON")
    book.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, table))
    book.execute(f"PRAGMA schema_version = {version + 1}")
    book.execute("PRAGMA writable_schema = RESET")


def _row(key: int, code: int) -> MoveRow:
    return MoveRow(key, code, Flag.STRONG, weight=10, wins=3, evaluation=20, depth=12, comment="fine", source="user")
