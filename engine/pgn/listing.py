"""The list of a file's games: offsets and headers, without reading moves.

Values are stored once and games as numbers in columns: a million games with ten headers take about 60 MB instead of a
gigabyte, and a search checks each distinct name once. Reading, sorting and searching release the GIL, because a window
that paints its table asks thousands of times a second.
"""

from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.engine.pgn.blocks import BlockReader
from cython.cimports.engine.pgn.text.decode import tag_value
from cython.cimports.engine.pgn.text.marks import TAG_GOOD, TAG_OPEN_QUOTE, Tag, Text
from cython.cimports.engine.pgn.text.scan import GAME_FOUND, MAX_GAME_BYTES, Span, next_game
from cython.cimports.engine.pgn.text.section import next_item
from cython.cimports.engine.pgn.text.string_table import Kept, intern_close, intern_open, intern_place
from cython.cimports.engine.rules.types import u32
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memcmp, memcpy, memset

NUMBERS: c_array.array = array("I")


class ListReader(BlockReader):
    """Lists games from blocks of bytes (see listing.pyi)."""

    def __init__(self, names, fallback="cp1252"):
        index: cython.int
        if len(names) > cython.cast(cython.Py_ssize_t, MOST_COLUMNS) or any(len(name) > MOST_NAME for name in names):
            raise ValueError(f"at most {MOST_COLUMNS} columns, of names up to {MOST_NAME} letters")
        intern_close(cython.address(self.intern))
        if not intern_open(cython.address(self.intern)):
            raise MemoryError
        self._begin("", "en", fallback)
        self.count = len(names)
        for index in range(self.count):
            name: bytes = names[index].encode("ascii")
            self.wanted[index].length = len(name)
            memcpy(self.wanted[index].name, cython.cast(cython.p_const_char, name), len(name))
        self.starts = array("Q")
        self.ends = array("Q")
        self.columns = tuple(array("I") for _ in names)
        self.texts = [""]
        intern_place(cython.address(self.intern), b"", 0, False)

    def __dealloc__(self):
        index: cython.int
        intern_close(cython.address(self.intern))
        free(self.batch.starts)
        free(self.batch.ends)
        for index in range(MOST_COLUMNS):
            free(self.batch.places[index])

    def feed(self, block: bytes, last: cython.bint = False):
        """Feeds a block as BlockReader.feed, in one pass without the GIL."""
        content: bytes = self._gathered(block, last)
        if content is None:
            return []
        text: Text = content
        end: cython.Py_ssize_t = len(content)
        at: cython.Py_ssize_t = 0
        ok: cython.bint = True
        span: Span
        self.batch.count = 0
        with cython.nogil:
            while ok:
                if next_game(text, at, end, last or end - at > MAX_GAME_BYTES, cython.address(span)) != GAME_FOUND:
                    break
                ok = self._note(text, cython.address(span))
                at = span.end
        if not ok:
            raise MemoryError
        self._publish()
        self.number += self.batch.count
        self.rest = b"" if last else content[at:]
        self.offset += at
        return []

    def headers(self, content: bytes):
        """See listing.pyi. Uses only the reader's column names: a block may be fed meanwhile."""
        tag: Tag
        span: Span
        text: Text = content
        index: cython.int
        known: cython.uint = 0
        found: list = [""] * self.count
        if next_game(text, 0, len(content), True, cython.address(span)) != GAME_FOUND or span.end != len(content):
            return None
        at: cython.Py_ssize_t = span.start
        while at < span.movetext and next_item(text, at, span.movetext, cython.address(tag)):
            at = tag.end
            index = self._column_of(text, cython.address(tag), known)
            if index >= 0:
                found[index] = tag_value(text, cython.address(tag), self.fallback)
                known |= 1 << index
        return tuple(found)

    def _note(self, text, span):
        """Records a game. False without memory."""
        tag: Tag
        index: cython.int
        missing: cython.int = self.count
        known: cython.uint = 0
        at: cython.Py_ssize_t = span.start
        place: cython.longlong
        row: cython.size_t = self.batch.count
        if row == self.batch.room and not self._grow():
            return False
        for index in range(self.count):
            self.batch.places[index][row] = 0
        while missing and at < span.movetext and next_item(text, at, span.movetext, cython.address(tag)):
            at = tag.end
            index = self._column_of(text, cython.address(tag), known)
            if index < 0:
                continue
            place = intern_place(cython.address(self.intern), text + tag.value, tag.value_length, tag.escaped)
            if place < 0:
                return False
            self.batch.places[index][row] = cython.cast(u32, place)
            known |= 1 << index
            missing -= 1
        self.batch.starts[row] = self.offset + span.start
        self.batch.ends[row] = self.offset + span.end
        self.batch.count += 1
        return True

    def _column_of(self, text, tag, known):
        """Returns the column of a tag; -1 if none. `known`: bits of columns whose first tag was seen; a second one does
        not count, as in the readers."""
        index: cython.int
        if tag.state != TAG_GOOD and tag.state != TAG_OPEN_QUOTE:
            return -1
        for index in range(self.count):
            if (
                self.wanted[index].length == tag.name_length
                and not (known >> index) & 1
                and memcmp(self.wanted[index].name, text + tag.name, tag.name_length) == 0
            ):
                return index
        return -1

    def _grow(self):
        """Makes room for more games of a block. False without memory."""
        index: cython.int
        room: cython.size_t = 2 * self.batch.room if self.batch.room else 1024
        longs: cython.pointer(cython.ulonglong)
        shorts: cython.pointer(u32)
        size: cython.size_t = room * cython.sizeof(cython.ulonglong)
        longs = cython.cast(cython.pointer(cython.ulonglong), realloc(self.batch.starts, size))
        if longs == cython.NULL:
            return False
        self.batch.starts = longs
        longs = cython.cast(cython.pointer(cython.ulonglong), realloc(self.batch.ends, size))
        if longs == cython.NULL:
            return False
        self.batch.ends = longs
        for index in range(self.count):
            shorts = cython.cast(cython.pointer(u32), realloc(self.batch.places[index], room * cython.sizeof(u32)))
            if shorts == cython.NULL:
                return False
            self.batch.places[index] = shorts
        self.batch.room = room
        return True

    def _publish(self):
        """Makes the games of the block visible: texts first, the last column last."""
        index: cython.int
        tag: Tag
        kept: Kept
        memset(cython.address(tag), 0, cython.sizeof(Tag))
        while len(self.texts) < cython.cast(cython.Py_ssize_t, self.intern.count):
            kept = self.intern.kept[len(self.texts)]
            tag.value = kept.start
            tag.value_length = kept.length
            tag.escaped = kept.escaped
            self.texts.append(tag_value(self.intern.arena, cython.address(tag), self.fallback))
        if self.batch.count == 0:
            return
        c_array.extend_buffer(self.starts, cython.cast(cython.p_char, self.batch.starts), self.batch.count)
        c_array.extend_buffer(self.ends, cython.cast(cython.p_char, self.batch.ends), self.batch.count)
        for index in range(self.count):
            c_array.extend_buffer(
                self.columns[index], cython.cast(cython.p_char, self.batch.places[index]), self.batch.count
            )


def rows_where(columns, wanted, rows: cython.Py_ssize_t):
    """See listing.pyi. Columns are copied, because another thread may extend them."""
    row: cython.Py_ssize_t
    size: cython.Py_ssize_t
    found: cython.Py_ssize_t = 0
    met: bytearray = bytearray(b"\x01") * rows
    hit: bytearray
    kept: cython.p_uchar = met
    hits: cython.p_uchar
    marks: cython.p_uchar
    data: cython.p_uint
    values: c_array.array
    copies: list = [column[:rows] for column in columns]
    for marked in wanted:
        hit = bytearray(rows)
        hits = hit
        marks = marked
        size = len(marked)
        for values in copies:
            data = values.data.as_uints
            with cython.nogil:
                for row in range(rows):
                    if data[row] < size and marks[data[row]]:
                        hits[row] = 1
        with cython.nogil:
            for row in range(rows):
                kept[row] &= hits[row]
    result: c_array.array = c_array.clone(NUMBERS, rows, False)
    with cython.nogil:
        for row in range(rows):
            if kept[row]:
                result.data.as_uints[found] = cython.cast(u32, row)
                found += 1
    c_array.resize(result, found)
    return result


def rows_sorted(values: c_array.array, ranks: c_array.array, rows):
    """See listing.pyi. A counting sort by rank."""
    copied: c_array.array = values[:]
    chosen: c_array.array = _counted(len(copied)) if rows is None else rows
    count: cython.Py_ssize_t = len(chosen)
    known: cython.Py_ssize_t = len(ranks)
    length: cython.Py_ssize_t = len(copied)
    result: c_array.array = c_array.clone(NUMBERS, count, False)
    starts: cython.p_uint = cython.cast(cython.p_uint, calloc(known + 2, cython.sizeof(cython.uint)))
    if starts == cython.NULL:
        raise MemoryError
    with cython.nogil:
        _place_rows(
            copied.data.as_uints, length, ranks.data.as_uints, known, chosen.data.as_uints, count, starts,
            result.data.as_uints,
        )  # fmt: skip
        free(starts)
    return result


@cython.cfunc
def _counted(rows: cython.Py_ssize_t):
    """Returns the numbers from 0."""
    row: cython.Py_ssize_t
    result: c_array.array = c_array.clone(NUMBERS, rows, False)
    with cython.nogil:
        for row in range(rows):
            result.data.as_uints[row] = cython.cast(u32, row)
    return result


def _place_rows(values, length, ranks, known, rows, count, starts, result):
    index: cython.Py_ssize_t
    rank: cython.Py_ssize_t
    for index in range(count):
        starts[_rank_of(values, length, ranks, known, rows[index]) + 1] += 1
    for rank in range(1, known + 2):
        starts[rank] += starts[rank - 1]
    for index in range(count):
        rank = _rank_of(values, length, ranks, known, rows[index])
        result[starts[rank]] = rows[index]
        starts[rank] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _rank_of(
    values: cython.p_uint,
    length: cython.Py_ssize_t,
    ranks: cython.p_uint,
    known: cython.Py_ssize_t,
    row: u32,
) -> cython.Py_ssize_t:
    """Returns the rank of a row's value, from 0; texts newer than the ranks come last."""
    if row >= length or values[row] >= known:
        return known
    return ranks[values[row]]
