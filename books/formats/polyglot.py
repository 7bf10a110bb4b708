"""Reads and writes Polyglot .bin books: 16-byte big-endian entries (key, move, weight, learn), sorted by key, then by
falling weight.

Read without memory mapping: a mapped file that shrinks kills the process. Legality needs the position, so a move of an
unknown position is checked only when it is used.
"""

import itertools
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError, NothingToWriteError
from books.key import signed, unsigned
from books.progress import Progress, report, silent
from books.store.atomic import written
from engine.ground.files import opened

ENTRY = struct.Struct(">QHHI")
_CHUNK = 4096 * ENTRY.size
_MAX_WEIGHT = 0xFFFF


class PolyglotEntry(NamedTuple):
    """An entry of the file; `key` unsigned, `move` in Polyglot's bits (to, from, promotion)."""

    key: int
    move: int
    weight: int
    learn: int


def read_entries(path: Path, progress: Progress = silent) -> Iterator[PolyglotEntry]:
    """Yields the entries in file order.

    :raises BookMissingError: the file cannot be opened.
    :raises DamagedBookError: it is empty, its size is not a multiple of 16, keys are out of order, or a move is impossible.
    :raises CancelledError: the user stopped it.
    """
    try:
        file = opened(path, 0)
    except OSError as error:
        raise BookMissingError("The Polyglot book %1 cannot be opened (%2). Check the path.", path, error) from error
    with file:
        size = os.fstat(file.fileno()).st_size
        if not size:
            raise DamagedBookError("The Polyglot book %1 is empty. Fetch the file again.", path)
        if size % ENTRY.size:
            raise DamagedBookError(
                "%1 is not a whole Polyglot book: its size %2 is not a multiple of 16. Fetch the file again.",
                path,
                size,
            )
        place, last = 0, -1
        while place < size:
            file.seek(place)  # reads less from a file that shrinks meanwhile; a memory map would crash
            chunk = file.read(_CHUNK)
            whole = len(chunk) - len(chunk) % ENTRY.size
            for entry in map(PolyglotEntry._make, ENTRY.iter_unpack(chunk[:whole])):
                if entry.key < last or (entry.move >> 12 & 7) > 4 or entry.move >> 15:
                    raise DamagedBookError(
                        "The Polyglot book %1 is damaged near byte %2: keys out of order or impossible moves.",
                        path,
                        place,
                    )
                last = entry.key
                yield entry
            place += whole
            if not whole:
                raise DamagedBookError(
                    "The Polyglot book %1 was cut off while it was read. Fetch the file again.", path
                )
            report(progress, place, size)


def write_entries(path: Path, entries: Iterable[PolyglotEntry]) -> int:
    """Writes entries in the given order, atomically (the caller sorts). Returns how many.
    :raises BookDiskError: the file cannot be written."""
    count = 0
    with written(path) as file:
        for entry in entries:
            file.write(ENTRY.pack(*entry))
            count += 1
    return count


def to_row(entry: PolyglotEntry, ordinal: int = 0) -> MoveRow:
    """Returns the book row of an entry. Weight 0 becomes `?`; other weights give presence without a flag. `ordinal`
    keeps the order among equal weights."""
    code = (entry.move >> 6 & 63) | (entry.move & 63) << 6 | entry.move & 0x7000
    flag = Flag.NORMAL if entry.weight else Flag.BAD
    row = MoveRow(signed(entry.key), code, flag, entry.weight, learn=entry.learn, ordinal=ordinal, source="polyglot")
    return row._replace(inherits=int(entry.weight > 0))


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields the book rows of a Polyglot file. Raises as `read_entries`."""
    key, ordinal = -1, 0
    for entry in read_entries(path, progress):
        ordinal = ordinal + 1 if entry.key == key else 0
        key = entry.key
        yield to_row(entry, ordinal)


def export_rows(rows: Iterable[MoveRow], path: Path) -> int:
    """Writes the rows that have a flag: `!` and blank by weight (at least 1), `$` and `?` with weight 0. Returns how
    many.

    Ratsu plays no blank beside a `!`; there a blank gets at most the weight of the lightest `!`. Rows must come in the
    order of unsigned keys (`BookFile.all_rows(unsigned=True)`). Weights above 65,535 are scaled down for their
    position.
    :raises NothingToWriteError: no row has a flag, and a file without entries is not a book.
    :raises BookDiskError: the file cannot be written.
    """
    entries = _sorted_entries(rows)
    first = next(entries, None)
    if first is None:
        raise NothingToWriteError("%1 was not written: this book has no move to write. Choose another book.", path)
    return write_entries(path, itertools.chain((first,), entries))


def _sorted_entries(rows: Iterable[MoveRow]) -> Iterator[PolyglotEntry]:
    flagged = (row for row in rows if row.flag is not Flag.UNCHECKED)
    for key, group in itertools.groupby(flagged, key=lambda row: unsigned(row.key)):
        moves = list(group)
        heaviest = max(max(row.weight for row in moves), _MAX_WEIGHT)
        best = max(row.flag for row in moves)
        lightest = min(_weight(row, heaviest) for row in moves if row.flag is best)
        entries = [
            (_entry(key, row, heaviest, lightest if row.flag < best else _MAX_WEIGHT), row.ordinal) for row in moves
        ]
        entries.sort(key=lambda pair: (-pair[0].weight, pair[1], pair[0].move))
        yield from (entry for entry, _ in entries)


def _weight(row: MoveRow, heaviest: int) -> int:
    return max(1, row.weight * _MAX_WEIGHT // heaviest) if row.flag.playable else 0


def _entry(key: int, row: MoveRow, heaviest: int, most: int) -> PolyglotEntry:
    move = (row.move >> 6 & 63) | (row.move & 63) << 6 | row.move & 0x7000
    return PolyglotEntry(key, move, min(most, _weight(row, heaviest)), row.learn)
