"""Counts wins, draws and losses by position and move: a hash table with open addressing (see move_counts.pyi)."""

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.mem import PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cython.cimports.libc.stdint import int64_t as i64
from cython.cimports.libc.stdint import uint16_t as u16
from cython.cimports.libc.stdint import uint64_t as u64
from cython.cimports.libc.stdlib import qsort
from cython.cimports.libc.string import memcpy

ROOM_AT_FIRST = cython.declare(cython.size_t, 1 << 12)
FIELD = cython.declare(cython.int, 21)
MASK = cython.declare(u64, (1 << 21) - 1)
SPREAD = cython.declare(u64, 0x9E3779B97F4A7C15)
RECORD_BYTES = cython.declare(cython.size_t, 18)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_key_and_move(one: cython.p_const_void, other: cython.p_const_void) -> cython.int:
    """The comparison function for `qsort`."""
    a: cython.pointer(Count) = cython.cast(cython.pointer(Count), one)
    b: cython.pointer(Count) = cython.cast(cython.pointer(Count), other)
    if a.key != b.key:
        return -1 if a.key < b.key else 1
    return cython.cast(cython.int, a.move) - cython.cast(cython.int, b.move)


class MoveCounts:
    """The results of each move in each position (see move_counts.pyi)."""

    def __cinit__(self):
        self.room = ROOM_AT_FIRST
        self.filled = 0
        self.counts = cython.cast(cython.pointer(Count), PyMem_Calloc(self.room, cython.sizeof(Count)))
        if self.counts == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.counts)

    def __len__(self):
        return self.filled

    def add(self, keys, moves, plies: cython.Py_ssize_t, first: u64, second: u64):
        """Counts the moves of a game."""
        ply: cython.Py_ssize_t
        key: i64
        move: u16
        increment: u64
        place: cython.pointer(Count)
        for ply in range(min(plies, len(keys), len(moves))):
            increment = second if ply & 1 else first
            if increment == 0:
                continue
            key = keys[ply]
            move = moves[ply]
            place = self._place(key, move)
            if place.sums == 0:
                if 3 * self.filled >= 2 * self.room:
                    self._grow()
                    place = self._place(key, move)
                place.key = key
                place.move = move
                self.filled += 1
            place.sums += increment

    def _place(self, key, move):
        """Returns the entry of a move, or the free place for it."""
        mask: cython.size_t = self.room - 1
        at: cython.size_t = (cython.cast(u64, key) ^ (move * SPREAD)) & mask
        place: cython.pointer(Count) = self.counts + at
        while place.sums != 0 and (place.key != key or place.move != move):
            at = (at + 1) & mask
            place = self.counts + at
        return place

    def _grow(self):
        """Doubles the table."""
        old: cython.pointer(Count) = self.counts
        size: cython.size_t = self.room
        at: cython.size_t
        more: cython.pointer(Count) = cython.cast(cython.pointer(Count), PyMem_Calloc(2 * size, cython.sizeof(Count)))
        if more == cython.NULL:
            raise MemoryError
        self.counts = more
        self.room = 2 * size
        for at in range(size):
            if old[at].sums != 0:
                self._place(old[at].key, old[at].move)[0] = old[at]
        PyMem_Free(old)
        return 0

    def records(self, least: u64):
        """Returns the moves counted often enough, in order."""
        at: cython.size_t
        kept: cython.size_t = 0
        sums: u64
        ordered: cython.pointer(Count) = cython.cast(
            cython.pointer(Count), PyMem_Malloc((self.filled + 1) * cython.sizeof(Count))
        )
        if ordered == cython.NULL:
            raise MemoryError
        try:
            for at in range(self.room):
                sums = self.counts[at].sums
                if sums != 0 and (sums >> 2 * FIELD) + (sums >> FIELD & MASK) + (sums & MASK) >= least:
                    ordered[kept] = self.counts[at]
                    kept += 1
            qsort(ordered, kept, cython.sizeof(Count), by_key_and_move)
            found: bytes = PyBytes_FromStringAndSize(cython.NULL, kept * RECORD_BYTES)
            out: cython.p_char = found
            for at in range(kept):
                memcpy(out, cython.address(ordered[at].key), 8)
                memcpy(out + 8, cython.address(ordered[at].sums), 8)
                memcpy(out + 16, cython.address(ordered[at].move), 2)
                out += RECORD_BYTES
            return found
        finally:
            PyMem_Free(ordered)

    def clear(self):
        """Removes all counts."""
        empty: cython.pointer(Count) = cython.cast(
            cython.pointer(Count), PyMem_Calloc(ROOM_AT_FIRST, cython.sizeof(Count))
        )
        if empty == cython.NULL:
            raise MemoryError
        PyMem_Free(self.counts)
        self.counts = empty
        self.room = ROOM_AT_FIRST
        self.filled = 0
