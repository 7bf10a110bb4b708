"""Checks values read from SQLite before they are used.

SQLite accepts any type in any column, and a damaged page any number: text in `weight`, a date in the year 300,000. The
shape of every table is defined once; a reader calls `RowShape.fault` and shows the result.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import chess

from books.store.row_check import RowCheck
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

MOST_WHOLE = 2**53  # above this, sums and shares lose digits
MOST_NUMBER = 1e12
LATEST = 250_000_000_000  # seconds since 1970: the year 9892; calendars fail above this
LONGEST_SHOWN = 30


@dataclass(frozen=True)
class ColumnType:
    """The allowed values of a column: a type, the limits of a number, an additional check, whether NULL is allowed, and the
    members of an enumeration that a row has for its numbers."""

    type: type
    least: float | None = None
    most: float | None = None
    check: Callable[[Any], bool] | None = None
    optional: bool = False
    members: tuple[int, ...] = ()


def whole(least: int = -MOST_WHOLE, most: int = MOST_WHOLE) -> ColumnType:
    """Returns the kind of whole numbers from `least` to `most`."""
    return ColumnType(int, least, most)


def member(kind: type[IntEnum], most: int | None = None) -> ColumnType:
    """Returns the kind of the numbers of an enumeration (without a gap), up to `most`. Rows hold its members."""
    members = tuple(sorted(one for one in kind if most is None or one <= most))
    return replace(whole(members[0], members[-1]), members=members)


def number(least: float = -MOST_NUMBER, most: float = MOST_NUMBER) -> ColumnType:
    """Returns the kind of finite numbers, fractions included."""
    return ColumnType(float, least, most)


def optional(kind: ColumnType) -> ColumnType:
    """Returns the same kind with NULL allowed."""
    return replace(kind, optional=True)


def as_json(check: Callable[[Any], bool]) -> ColumnType:
    """Returns the kind of JSON texts whose value passes a check."""

    def holds(text: str) -> bool:
        try:
            return check(json.loads(text))
        except (ValueError, RecursionError):
            return False

    return ColumnType(str, check=holds)


def _is_position(fen: str) -> bool:
    try:
        board = chess.Board(fen, chess960=True)  # accepts both notations of castling rights
    except (ValueError, IndexError):
        return False
    return not board.status() & (chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS)


ANY_WHOLE = ColumnType(int)  # a key may be any 64-bit number
TEXT = ColumnType(str)
BLOB = ColumnType(bytes)
TIME = whole(0, LATEST)
FLAG = whole(-1, 3)
POSITION = ColumnType(str, check=_is_position)


class RowShape:
    """The columns of a SELECT from one table, in order."""

    def __init__(self, table: str, row: type = tuple, /, **columns: ColumnType) -> None:
        """`row`: the named tuple that `rows` makes, with these columns."""
        self.table = table
        self._columns = columns
        self._checks = [(index, kind.check) for index, kind in enumerate(columns.values()) if kind.check is not None]
        self._check = RowCheck(
            [(kind.type, kind.optional, kind.least, kind.most, kind.members) for kind in columns.values()], row
        )
        if row is not tuple and self._checks:
            raise ValueError(f"the table {table} is read row by row: a column has a check of its own")

    def fault(self, values: Sequence[object]) -> Text:
        """Returns the first fault of a row, as `table moves, column weight: 'abc'`; empty without a fault. Fast for
        sound rows."""
        place = self._check.fault(values)
        if place >= 0:
            return self._named(place, values[place])
        for index, check in self._checks:
            if values[index] is not None and not check(values[index]):
                return self._named(index, values[index])
        return NOTHING

    def rows(self, found: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Returns the sound rows before the first fault, of the class of this shape. Fewer rows: see the `fault` of the next
        values."""
        return self._check.rows(found)

    def _named(self, index: int, value: object) -> Text:
        shown = repr(value)
        if len(shown) > LONGEST_SHOWN:
            shown = f"{shown[:LONGEST_SHOWN]}..."
        found = Text("nothing") if value is None else shown
        return Text("table %1, column %2: %3", self.table, list(self._columns)[index], found)
