"""Checks the values of a row by type and limits, and makes the row. Compiled, because every row of every book passes
here."""

from collections.abc import Sequence

import cython
from cython.cimports.cpython.float import PyFloat_AS_DOUBLE
from cython.cimports.cpython.long import PyLong_AsLongLongAndOverflow


class RowCheck:
    """The types and limits of the columns of a table (see row_check.pyi)."""

    def __cinit__(self, columns: Sequence[tuple[type, bool, float | None, float | None, Sequence[int]]], row=tuple):
        place: cython.int
        self.count = len(columns)
        if self.count > MOST_COLUMNS:
            raise ValueError(f"{self.count} columns")
        if not issubclass(row, tuple):
            raise TypeError(f"{row} is not a tuple")
        self.row = row
        self.types = tuple([column[0] for column in columns])
        self.members = tuple([tuple(column[4]) for column in columns])
        for place in range(self.count):
            kind, optional, least, most, members = columns[place]
            if members and (optional or list(members) != list(range(least, most + 1))):
                raise ValueError(f"members of column {place}: {members}")
            self.optional[place] = optional
            self.limited[place] = WHOLE if kind is int else FRACTION
            if least is None or most is None:
                self.limited[place] = UNLIMITED
            elif kind is int:
                self.least[place] = least
                self.most[place] = most
            else:
                self.lowest[place] = least
                self.highest[place] = most

    def fault(self, values):
        """Returns the index of the first value that does not fit, -1 without one (see row_check.pyi)."""
        row: tuple = values if type(values) is tuple else tuple(values)
        place: cython.int
        overflow: cython.int = 0
        whole: cython.longlong
        fraction: cython.double
        if len(row) != self.count:
            raise ValueError(f"{len(row)} values for {self.count} columns")
        for place in range(self.count):
            value = row[place]
            if type(value) is not self.types[place]:
                if value is None and self.optional[place]:
                    continue
                return place
            if self.limited[place] == WHOLE:
                whole = PyLong_AsLongLongAndOverflow(value, cython.address(overflow))
                if overflow or not self.least[place] <= whole <= self.most[place]:
                    return place
            elif self.limited[place] == FRACTION:
                fraction = PyFloat_AS_DOUBLE(value)
                if not self.lowest[place] <= fraction <= self.highest[place]:
                    return place
        return -1

    def rows(self, found):
        """Makes rows of values, up to the first that do not fit (see row_check.pyi)."""
        made: list = []
        values: tuple
        members: tuple
        place: cython.int
        index: cython.Py_ssize_t
        for values in found:
            if self.fault(values) >= 0:
                break
            row = new_row(self.row, self.count)
            for place in range(self.count):
                value = values[place]
                members = self.members[place]
                if members:
                    index = value - self.least[place]
                    put(row, place, members[index])
                else:
                    put(row, place, value)
            made.append(row)
        return made
