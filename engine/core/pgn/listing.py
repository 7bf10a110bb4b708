"""The list of a file's games: where they lie and what their headers say, without reading a move.

Values are kept once each and games as numbers in columns: a million games with ten headers take about 60 MB instead of
a gigabyte, and a search looks at each different name once.
"""

from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.engine.core.pgn.blocks import BlockReader
from cython.cimports.engine.core.pgn.decode import tag_value
from cython.cimports.engine.core.pgn.marks import TAG_MALFORMED, Tag, next_tag
from cython.cimports.libc.string import memcmp

import engine.core.pgn.blocks
import engine.core.pgn.decode
import engine.core.pgn.marks  # noqa: F401

MOST_COLUMNS = cython.declare(cython.int, 16)


class ListReader(BlockReader):
    """Lists games from blocks of bytes (see listing.pyi)."""

    def __init__(self, names, fallback="cp1252"):
        if len(names) > MOST_COLUMNS:
            raise ValueError(f"at most {MOST_COLUMNS} columns")
        self._begin("", "en", fallback)
        self.names = tuple(name.encode("ascii") for name in names)
        self.starts = array("Q")
        self.ends = array("Q")
        self.columns = tuple(array("I") for _ in names)
        self.texts = [""]
        self.places = {b"": 0}

    def _game(self, text, span):
        tag: Tag
        found: cython.int[16]
        index: cython.int
        count: cython.int = len(self.names)
        at: cython.Py_ssize_t = span.start
        name: bytes
        code: cython.p_const_char = cython.cast(cython.p_const_char, text)
        for index in range(count):
            found[index] = 0
        while at < span.movetext and next_tag(text, at, span.movetext, cython.address(tag)):
            at = tag.end
            if tag.state == TAG_MALFORMED:
                continue
            for index in range(count):
                name = cython.cast(bytes, self.names[index])
                if (
                    found[index] == 0
                    and len(name) == tag.name_length
                    and memcmp(cython.cast(cython.p_const_char, name), code + tag.name, tag.name_length) == 0
                ):
                    value: bytes = code[tag.value : tag.value + tag.value_length]
                    place = self.places.get(value)
                    if place is None:
                        place = len(self.texts)
                        self.places[value] = place
                        self.texts.append(tag_value(text, cython.address(tag), self.fallback))
                    found[index] = place
                    break
        self.starts.append(self.offset + span.start)
        self.ends.append(self.offset + span.end)
        for index in range(count):
            self.columns[index].append(found[index])


def rows_where(columns, wanted: bytearray, rows: cython.Py_ssize_t):
    """The rows in which some column's place is marked in `wanted` (one byte a text), ascending."""
    marks: cython.p_uchar = wanted
    size: cython.Py_ssize_t = len(wanted)
    row: cython.Py_ssize_t
    hit: bytearray = bytearray(rows)
    hits: cython.p_uchar = hit
    for column in columns:
        values: c_array.array = column
        data: cython.p_uint = values.data.as_uints
        for row in range(min(rows, len(values))):
            if data[row] < size and marks[data[row]]:
                hits[row] = 1
    return array("I", [row for row in range(rows) if hits[row]])
