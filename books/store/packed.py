"""A book that is built and never edited, in a tenth of the space: blocks of positions with their moves.

A block holds up to 64 positions in the order of their signed keys. Its row in the table `packed` has the first key and

    positions (1 byte), W: bytes of a key's tail (1), bytes of the high bits (2, as all numbers the lowest first)
    the high bits: bit h + i for the key i that is h * 256**W + its tail beyond the first key
    the tails, W bytes each
    where each group of 8 positions begins (2 bytes each), counted from the end of these numbers
    the groups: positions and moves in bits (`_fields`), each number in the code of its field (books.store.prefix_code)

A look-up finds the tail, checks it by the high bits, and reads at most seven positions before the one that is wanted. Nothing
is rounded. Comments, dates and sources are not kept; the engines' names are those of the whole book (`meta`).
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from books.entry import Flag, MoveRow, PositionRow
from books.errors import BookError
from books.store.prefix_code import PADDING, BitWriter, PrefixCode
from books.store.typed import MOST_WHOLE

_POSITIONS, _GROUP = 64, 8
_LEAST_TAIL, _MOST_TAIL = 2, 8
_MOST_BYTES = 60_000  # of the groups of a block: 2 bytes say where a group begins
_HEAD = 4

# The shape of a position: which values follow. The number of its moves is above these bits.
_VALUE, _SECOND, _EXIT, _OTHER_EXIT, _EXIT_VALUE, _BACKED, _BACKED_VALUE, _MOVES = 1, 2, 4, 8, 16, 32, 64, 7
_FLAG_BITS, _INHERITS, _BETTER = 7, 8, 16
_FEW = 8  # results of fewer games than this of each kind are one number

# The fields. A first move is like few others, so that its flag and weight have codes of their own.
(_SHAPE, _WORTH, _SEARCH, _BEHIND, _MOVE, _GRADE, _LATER_GRADE, _WEIGHT, _LATER_WEIGHT, _RESULTS, _COUNT) = range(11)
_LIMITS = {
    _SHAPE: (0, 1 << 20),
    _WORTH: (-(2**31), 2**31),
    _SEARCH: (0, MOST_WHOLE // 1000),
    _BEHIND: (-(2**31), 2**31),
    _MOVE: (0, 0xFFFF),
    _GRADE: (0, 31),
    _LATER_GRADE: (0, 31),
    _WEIGHT: (0, MOST_WHOLE),
    _LATER_WEIGHT: (0, MOST_WHOLE),
    _RESULTS: (0, _FEW**3),
    _COUNT: (0, MOST_WHOLE),
}
_FLAGS = {flag + 1: flag for flag in Flag}


def _fields_after(shape: int) -> tuple[int, ...]:
    """The fields between a shape and the moves, in their order."""
    judged = ((_VALUE, _WORTH), (_VALUE, _SEARCH), (_SECOND, _BEHIND))
    reached = ((_OTHER_EXIT, _MOVE), (_EXIT_VALUE, _BEHIND), (_BACKED_VALUE, _BEHIND))
    return tuple(field for bit, field in judged + reached if shape & bit)


_AFTER_SHAPE = tuple(map(_fields_after, range(1 << _MOVES)))


class Names(NamedTuple):
    """The engines whose values a packed book holds."""

    engine: str | None = None
    second_engine: str | None = None


class DamagedError(BookError):
    """The block ends too early, or holds what cannot be."""


Page = tuple[PositionRow, list[MoveRow]]


def pack(pages: Iterable[Page]) -> tuple[list[bytes], Iterator[tuple[int, bytes]]]:
    """The codes of the fields, and each block with its first key. Every position is held in memory, in some 150 bytes."""
    pages_as_numbers = sorted(((page[0].key, array("q", _fields(*page))) for page in pages), key=lambda pair: pair[0])
    frequency: dict[int, Counter[int]] = {field: Counter() for field in _LIMITS}
    for _, numbers in pages_as_numbers:
        for field, number in zip(numbers[::2], numbers[1::2], strict=True):
            frequency[field][number] += 1
    codes = [PrefixCode.of(frequency[field], *limits) for field, limits in _LIMITS.items()]
    return [code.to_bytes() for code in codes], _blocks(pages_as_numbers, [code.codes() for code in codes])


def _fields(position: PositionRow, moves: Sequence[MoveRow]) -> Iterator[int]:
    """The numbers of a position, each after its field. `Reader._position` reads them in this order."""
    base = position.value or 0
    first = moves[0].move if moves else None
    shape = _VALUE * (position.value is not None) | _SECOND * (position.second is not None)
    if position.exit_value is not None:
        shape |= _EXIT | _OTHER_EXIT * (position.exit_move != first) | _EXIT_VALUE * (position.exit_value != base)
    if position.backed is not None:
        shape |= _BACKED | _BACKED_VALUE * (position.backed != base)
    yield from (_SHAPE, shape | len(moves) << _MOVES)
    if position.value is not None:
        yield from (_WORTH, position.value)
        yield from (_SEARCH, min(255, position.depth or 0) | (position.nodes or 0) // 1000 << 8)
    if position.second is not None:
        yield from (_BEHIND, position.second - base)
    if shape & _OTHER_EXIT:
        yield from (_MOVE, position.exit_move or 0)
    for number in (position.exit_value if shape & _EXIT_VALUE else None, position.backed):
        if number is not None and number != base:
            yield from (_BEHIND, number - base)
    for place, row in enumerate(moves):
        yield from _fields_of_move(row, later=place > 0)


def _fields_of_move(row: MoveRow, later: bool) -> Iterator[int]:
    yield from (_MOVE, row.move)
    bits = (row.flag + 1) | _INHERITS * bool(row.inherits) | _BETTER * (row.better is not None)
    yield from (_GRADE + later, bits, _WEIGHT + later, row.weight)
    counts = [round(count) for count in (row.wins, row.draws, row.losses)]
    if max(counts) < _FEW:
        yield from (_RESULTS, counts[0] + _FEW * counts[1] + _FEW * _FEW * counts[2])
    else:
        yield from (_RESULTS, _FEW**3)
        for count in counts:
            yield from (_COUNT, count)
    if row.better is not None:
        yield from (_MOVE, row.better)


def _blocks(
    pages: list[tuple[int, "array[int]"]], codes: Sequence[Mapping[int | None, tuple[int, int]]]
) -> Iterator[tuple[int, bytes]]:
    writer = BitWriter()
    at = 0
    zero = bisect_left(pages, 0, key=lambda page: page[0])  # a block holds keys of one sign: unsigned order is another
    while at < len(pages):
        end = zero if at < zero else len(pages)
        keys: list[int] = []
        starts, groups = bytearray(), bytearray()
        while at < end and len(keys) < _POSITIONS and len(groups) < _MOST_BYTES:
            starts += len(groups).to_bytes(2, "little")
            for key, numbers in pages[at : min(end, at + _GROUP)]:
                keys.append(key)
                for place in range(0, len(numbers), 2):
                    writer.write(codes[numbers[place]], numbers[place + 1])
            groups += writer.take()
            at += _GROUP
        at = min(at, end)
        yield keys[0], _keys_in_small(keys) + starts + groups


def _keys_in_small(keys: Sequence[int]) -> bytes:
    """The head of a block, the high bits and the tails. A tail is as long as leaves the high bits about a bit for each key."""
    span = (keys[-1] - keys[0]).bit_length() - len(keys).bit_length()
    width = max(_LEAST_TAIL, min(_MOST_TAIL, (span + 7) // 8))
    high, tails = 0, bytearray()
    for place, key in enumerate(keys):
        high |= 1 << (key - keys[0] >> 8 * width) + place
        tails += (key - keys[0] & (1 << 8 * width) - 1).to_bytes(width, "little")
    size = (high.bit_length() + 7) // 8
    return bytes([len(keys), width]) + size.to_bytes(2, "little") + high.to_bytes(size, "little") + tails


class Reader:
    """Reads the blocks of one book."""

    def __init__(self, codes: Sequence[bytes], names: Names) -> None:
        """`codes` as `pack` made them. Raises DamagedError."""
        self._names = names
        try:
            self._codes = [
                PrefixCode.from_bytes(data, *limits) for data, limits in zip(codes, _LIMITS.values(), strict=True)
            ]
        except ValueError as error:
            raise DamagedError("table codes") from error

    def find(self, first: int, data: bytes, key: int) -> Page | None:
        """A position of the block that begins with the key `first`, or None if it is not there. Raises DamagedError."""
        try:
            block = _Block(data)
            place = block.place_of(key - first)
            if place is None:
                return None
            bits, left = block.group(place // _GROUP)
            for _ in range(place % _GROUP):
                left = self._skip(bits, left)
            found, left = self._position(key, bits, left)
        except (ValueError, LookupError) as error:
            raise DamagedError("table packed, position %1", key) from error
        if left < PADDING:
            raise DamagedError("table packed, position %1", key)
        return found

    def all(self, first: int, data: bytes) -> Iterator[Page]:
        """Every position of a block, by key. Raises DamagedError."""
        try:
            block = _Block(data)
            bits = left = 0
            for place, key in enumerate(block.keys(first)):
                if place % _GROUP == 0:
                    bits, left = block.group(place // _GROUP)
                found, left = self._position(key, bits, left)
                if left < PADDING:
                    raise DamagedError("table packed, position %1", key)
                yield found
        except (ValueError, LookupError) as error:
            raise DamagedError("table packed, position %1", first) from error

    def _position(self, key: int, bits: int, left: int) -> tuple[Page, int]:
        codes = self._codes
        shape, left = codes[_SHAPE].read(bits, left)
        value = depth = nodes = second = exit_move = exit_value = backed = None
        base = 0
        if shape & _VALUE:
            value, left = codes[_WORTH].read(bits, left)
            search, left = codes[_SEARCH].read(bits, left)
            base, depth, nodes = value, search & 255 or None, 1000 * (search >> 8)
        if shape & _SECOND:
            second, left = codes[_BEHIND].read(bits, left)
            second += base
        if shape & _OTHER_EXIT:
            exit_move, left = codes[_MOVE].read(bits, left)
        if shape & _EXIT:
            exit_value = base
            if shape & _EXIT_VALUE:
                exit_value, left = codes[_BEHIND].read(bits, left)
                exit_value += base
        if shape & _BACKED:
            backed = base
            if shape & _BACKED_VALUE:
                backed, left = codes[_BEHIND].read(bits, left)
                backed += base
        moves = []
        for place in range(shape >> _MOVES):
            row, left = self._move(key, bits, left, place > 0)
            moves.append(row)
        if shape & _EXIT and not shape & _OTHER_EXIT and moves:
            exit_move = moves[0].move
        engine = None if value is None else self._names.engine
        second_engine = None if second is None else self._names.second_engine
        judged = (value, depth, nodes, engine, None, second, second_engine, exit_move or None, exit_value, backed)
        position = PositionRow(key, None, 0, *judged)
        return (position, moves), left

    def _move(self, key: int, bits: int, left: int, later: bool) -> tuple[MoveRow, int]:
        codes = self._codes
        code, left = codes[_MOVE].read(bits, left)
        grade, left = codes[_GRADE + later].read(bits, left)
        weight, left = codes[_WEIGHT + later].read(bits, left)
        results, left = codes[_RESULTS].read(bits, left)
        if results < _FEW**3:
            wins, draws, losses = results % _FEW, results // _FEW % _FEW, results // (_FEW * _FEW)
        else:
            wins, left = codes[_COUNT].read(bits, left)
            draws, left = codes[_COUNT].read(bits, left)
            losses, left = codes[_COUNT].read(bits, left)
        better = None
        if grade & _BETTER:
            better, left = codes[_MOVE].read(bits, left)
        flag, inherits = _FLAGS[grade & _FLAG_BITS], int(bool(grade & _INHERITS))
        facts = (None, None, None, None, 0, None, 0, None, None, 0, 0, 0)  # from `evaluation` to `credit`
        return MoveRow(key, code, flag, weight, wins, draws, losses, *facts, better, inherits), left

    def _skip(self, bits: int, left: int) -> int:
        """What is left after the next position."""
        codes = self._codes
        shape, left = codes[_SHAPE].read(bits, left)
        fields = _AFTER_SHAPE[shape & (1 << _MOVES) - 1]
        for field in fields:
            _, left = codes[field].read(bits, left)
        for place in range(shape >> _MOVES):
            later = place > 0
            _, left = codes[_MOVE].read(bits, left)
            grade, left = codes[_GRADE + later].read(bits, left)
            _, left = codes[_WEIGHT + later].read(bits, left)
            results, left = codes[_RESULTS].read(bits, left)
            for field in (_COUNT,) * (3 * (results == _FEW**3)) + (_MOVE,) * bool(grade & _BETTER):
                _, left = codes[field].read(bits, left)
        return left


class _Block:
    """The parts of a block. Raises ValueError and IndexError where it cannot be one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._count, self._width = data[0], data[1]
        size = int.from_bytes(data[2:_HEAD], "little")
        self._tails = _HEAD + size
        self._starts = self._tails + self._count * self._width
        self._groups = self._starts + 2 * ((self._count + _GROUP - 1) // _GROUP)
        self._high = int.from_bytes(data[_HEAD : self._tails], "little")
        if not 1 <= self._width <= _MOST_TAIL or self._groups > len(data):
            raise ValueError("no block")

    def place_of(self, beyond: int) -> int | None:
        """The number of the key that is so much larger than the first; None if there is none."""
        width = self._width
        tail = (beyond & (1 << 8 * width) - 1).to_bytes(width, "little")
        at = self._data.find(tail, self._tails, self._starts)
        while at >= 0:
            place, rest = divmod(at - self._tails, width)
            bit = (beyond >> 8 * width) + place
            if not rest and self._high >> bit & 1 and (self._high & (1 << bit) - 1).bit_count() == place:
                return place
            at = self._data.find(tail, at + 1, self._starts)
        return None

    def keys(self, first: int) -> Iterator[int]:
        """All keys. The last is checked to be one of 64 bits."""
        high, bit = self._high, 0
        for place in range(self._count):
            bit = (high & -high).bit_length() - 1
            high &= high - 1
            at = self._tails + self._width * place
            tail = int.from_bytes(self._data[at : at + self._width], "little")
            key = first + (bit - place << 8 * self._width) + tail
            if bit < place or not -(2**63) <= key < 2**63:
                raise ValueError("no key")
            yield key

    def group(self, number: int) -> tuple[int, int]:
        """The bits of a group and of what follows, and how many there are."""
        at = self._starts + 2 * number
        start = self._groups + int.from_bytes(self._data[at : at + 2], "little")
        end = self._groups + int.from_bytes(self._data[at + 2 : at + 4], "little")
        data = self._data[start : end if at + 2 < self._groups and end > start else None]
        return int.from_bytes(data, "big") << PADDING, 8 * len(data) + PADDING
