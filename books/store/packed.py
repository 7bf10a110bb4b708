"""The packed form of a book that is built and never edited, in a tenth of the space: blocks of positions with their
moves.

A block holds up to 64 positions in the order of their signed keys. Its row in the table `packed` has the first key and
    positions (1 byte), W: bytes of a key's tail (1), bytes of the high bits (2, little-endian as all numbers)
    the high bits: bit h + i for the key i that is h * 256**W + its tail beyond the first key
    the tails, W bytes each
    the start of each group of 8 positions (2 bytes each), counted from the end of these numbers
    the groups: positions and moves in bits (`_fields`), each number in the code of its field (books.store.prefix_code)

A lookup finds the tail, checks it by the high bits, and reads at most seven positions before the wanted one. Nothing is
rounded. Comments, dates and sources are dropped; the engines' names are those of the whole book (`meta`).
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from books.entry import MoveRow, PositionRow
from books.store.packed_form import (
    BACKED,
    BACKED_VALUE,
    BEHIND,
    BETTER,
    COUNT,
    EXIT,
    EXIT_VALUE,
    FEW,
    GRADE,
    GROUP,
    INHERITS,
    LEAST_TAIL,
    LIMITS,
    MOST_BYTES,
    MOST_TAIL,
    MOVE,
    MOVES,
    OTHER_EXIT,
    POSITIONS,
    RESULTS,
    SEARCH,
    SECOND,
    SHAPE,
    VALUE,
    WEIGHT,
    WORTH,
    DamagedError,
    EngineNames,
    Page,
)
from books.store.packed_reader import PackedReader
from books.store.prefix_code import BitWriter, PrefixCode

__all__ = ("DamagedError", "EngineNames", "PackedReader", "Page", "pack")


def pack(pages: Iterable[Page]) -> tuple[list[bytes], Iterator[tuple[int, bytes]]]:
    """Returns the codes of the fields, and an iterator over the blocks with their first keys. All positions are in
    memory, about 150 bytes each."""
    pages_as_numbers = sorted(((page[0].key, array("q", _fields(*page))) for page in pages), key=lambda pair: pair[0])
    frequency: dict[int, Counter[int]] = {field: Counter() for field in LIMITS}
    for _, numbers in pages_as_numbers:
        for field, number in zip(numbers[::2], numbers[1::2], strict=True):
            frequency[field][number] += 1
    codes = [PrefixCode.of(frequency[field], *limits) for field, limits in LIMITS.items()]
    return [code.to_bytes() for code in codes], _blocks(pages_as_numbers, [code.codes() for code in codes])


def _fields(position: PositionRow, moves: Sequence[MoveRow]) -> Iterator[int]:
    """Yields the numbers of a position, each after its field, in the order of `packed_reader.PackedReader.position`."""
    base = position.value or 0
    first = moves[0].move if moves else None
    shape = VALUE * (position.value is not None) | SECOND * (position.second is not None)
    if position.exit_value is not None:
        shape |= EXIT | OTHER_EXIT * (position.exit_move != first) | EXIT_VALUE * (position.exit_value != base)
    if position.backed is not None:
        shape |= BACKED | BACKED_VALUE * (position.backed != base)
    yield from (SHAPE, shape | len(moves) << MOVES)
    if position.value is not None:
        yield from (WORTH, position.value)
        yield from (SEARCH, min(255, position.depth or 0) | (position.nodes or 0) // 1000 << 8)
    if position.second is not None:
        yield from (BEHIND, position.second - base)
    if shape & OTHER_EXIT:
        yield from (MOVE, position.exit_move or 0)
    for number in (position.exit_value if shape & EXIT_VALUE else None, position.backed):
        if number is not None and number != base:
            yield from (BEHIND, number - base)
    for place, row in enumerate(moves):
        yield from _fields_of_move(row, later=place > 0)


def _fields_of_move(row: MoveRow, later: bool) -> Iterator[int]:
    yield from (MOVE, row.move)
    bits = (row.flag + 1) | INHERITS * bool(row.inherits) | BETTER * (row.better is not None)
    yield from (GRADE + later, bits, WEIGHT + later, row.weight)
    counts = [round(count) for count in (row.wins, row.draws, row.losses)]
    if max(counts) < FEW:
        yield from (RESULTS, counts[0] + FEW * counts[1] + FEW * FEW * counts[2])
    else:
        yield from (RESULTS, FEW**3)
        for count in counts:
            yield from (COUNT, count)
    if row.better is not None:
        yield from (MOVE, row.better)


def _blocks(
    pages: list[tuple[int, "array[int]"]], codes: Sequence[Mapping[int | None, tuple[int, int]]]
) -> Iterator[tuple[int, bytes]]:
    writer = BitWriter()
    at = 0
    zero = bisect_left(pages, 0, key=lambda page: page[0])  # one sign a block: unsigned order differs
    while at < len(pages):
        end = zero if at < zero else len(pages)
        keys: list[int] = []
        starts, groups = bytearray(), bytearray()
        while at < end and len(keys) < POSITIONS and len(groups) < MOST_BYTES:
            starts += len(groups).to_bytes(2, "little")
            for key, numbers in pages[at : min(end, at + GROUP)]:
                keys.append(key)
                for place in range(0, len(numbers), 2):
                    writer.write(codes[numbers[place]], numbers[place + 1])
            groups += writer.take()
            at += GROUP
        at = min(at, end)
        yield keys[0], _keys_in_small(keys) + starts + groups


def _keys_in_small(keys: Sequence[int]) -> bytes:
    """Returns the head of a block, the high bits and the tails. The tail width leaves about one high bit for each key."""
    span = (keys[-1] - keys[0]).bit_length() - len(keys).bit_length()
    width = max(LEAST_TAIL, min(MOST_TAIL, (span + 7) // 8))
    high, tails = 0, bytearray()
    for place, key in enumerate(keys):
        high |= 1 << (key - keys[0] >> 8 * width) + place
        tails += (key - keys[0] & (1 << 8 * width) - 1).to_bytes(width, "little")
    size = (high.bit_length() + 7) // 8
    return bytes([len(keys), width]) + size.to_bytes(2, "little") + high.to_bytes(size, "little") + tails
