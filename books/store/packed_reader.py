"""Reads the blocks of a packed book (books.store.packed). Compiled, because most opening lookups end here.

No block is trusted: every number is checked when read. Damage gives an error or a wrong number within its limits, but
never a read outside the block.
"""

from collections.abc import Iterator, Sequence

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

from books.entry import Flag, MoveRow, PositionRow, PositionVerdict, Presence
from books.store import packed_form as form
from books.store.packed_form import DamagedError, EngineNames, Page
from books.store.prefix_code import PrefixCode

VALUE = cython.declare(cython.int, form.VALUE)
SECOND = cython.declare(cython.int, form.SECOND)
EXIT = cython.declare(cython.int, form.EXIT)
OTHER_EXIT = cython.declare(cython.int, form.OTHER_EXIT)
EXIT_VALUE = cython.declare(cython.int, form.EXIT_VALUE)
BACKED = cython.declare(cython.int, form.BACKED)
BACKED_VALUE = cython.declare(cython.int, form.BACKED_VALUE)
MOVES = cython.declare(cython.int, form.MOVES)
FLAG_BITS = cython.declare(cython.int, form.FLAG_BITS)
INHERITS = cython.declare(cython.int, form.INHERITS)
BETTER = cython.declare(cython.int, form.BETTER)
FEW = cython.declare(cython.int, form.FEW)
GROUP = cython.declare(cython.int, form.GROUP)
HEAD = cython.declare(cython.int, form.HEAD)
MOST_TAIL = cython.declare(cython.int, form.MOST_TAIL)
SHAPE = cython.declare(cython.int, form.SHAPE)
WORTH = cython.declare(cython.int, form.WORTH)
SEARCH = cython.declare(cython.int, form.SEARCH)
BEHIND = cython.declare(cython.int, form.BEHIND)
MOVE = cython.declare(cython.int, form.MOVE)
GRADE = cython.declare(cython.int, form.GRADE)
WEIGHT = cython.declare(cython.int, form.WEIGHT)
RESULTS = cython.declare(cython.int, form.RESULTS)
COUNT = cython.declare(cython.int, form.COUNT)
MOST_ESCAPED = cython.declare(cython.int, 53)  # bits of an escaped number
FLAGS = {flag + 1: flag for flag in Flag}
UNKNOWN = PositionVerdict.NONE
IN = Presence.IN
new_tuple = tuple.__new__  # skips the check of names and defaults


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _window(bits: cython.pointer(Bits)) -> cython.ulonglong:
    """Returns the next bits, the first one highest: at least 57, zeros after the end."""
    at: cython.longlong = bits.at >> 3
    found: cython.ulonglong = 0
    i: cython.int
    for i in range(8):
        found <<= 8
        if at + i < bits.size:
            found |= bits.data[at + i]
    return found << (bits.at & 7)


def _number(code, bits):
    """Returns the next number of a code. :raises ValueError: the bits are not a valid code."""
    window: cython.ulonglong = _window(bits)
    quick: cython.int = cython.cast(cython.int, window >> 54)
    ahead: cython.int = cython.cast(cython.int, window >> 48)
    length: cython.int = code.length[quick]
    place: cython.int
    if length:
        bits.at += length
        if bits.at > 8 * bits.size:
            raise ValueError("a number that does not end")
        return code.quick[quick]
    while length < 16 and code.ends[length] <= ahead:
        length += 1
    if length == 16:
        raise ValueError("no number")
    place = (ahead >> (15 - length)) + code.firsts[length]
    if place < 0 or place >= code.count:
        raise ValueError("no number")
    bits.at += length + 1
    if place == code.escape:
        return _escaped(code, bits)
    if bits.at > 8 * bits.size:
        raise ValueError("a number that does not end")
    return code.numbers[place]


def _escaped(code, bits):
    length: cython.int = cython.cast(cython.int, _window(bits) >> 58)
    if length > MOST_ESCAPED:
        raise ValueError("a number out of bounds")
    bits.at += 6
    value: cython.ulonglong = _window(bits) >> 11 >> (53 - length)
    bits.at += length
    number: cython.longlong = cython.cast(cython.longlong, value >> 1)
    if value & 1:
        number = -number - 1
    if bits.at > 8 * bits.size or not code.least <= number <= code.most:
        raise ValueError("a number out of bounds")
    return number


@cython.cfunc
def _measure(block: cython.pointer(Block), data: bytes) -> cython.int:
    """Finds the parts of a block. :raises ValueError: the data are not a block."""
    size: cython.longlong = len(data)
    if size < HEAD:
        raise ValueError("no block")
    block.data = data
    block.size = size
    block.count = block.data[0]
    block.width = block.data[1]
    block.tails = HEAD + (block.data[2] | block.data[3] << 8)
    block.starts = block.tails + block.count * block.width
    block.groups = block.starts + 2 * ((block.count + GROUP - 1) // GROUP)
    if not 1 <= block.width <= MOST_TAIL or block.groups > size:
        raise ValueError("no block")
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def _is_key(block: cython.pointer(Block), place: cython.int, high: cython.ulonglong) -> cython.bint:
    """Whether the high bits confirm the key of this place."""
    bit: cython.ulonglong = high + place
    i: cython.int
    before: cython.int = 0
    if bit >= cython.cast(cython.ulonglong, 8 * (block.tails - HEAD)):
        return False
    if not block.data[HEAD + (bit >> 3)] >> (bit & 7) & 1:
        return False
    for i in range(bit):
        before += block.data[HEAD + (i >> 3)] >> (i & 7) & 1
    return before == place


@cython.cfunc
@cython.exceptval(check=False)
def _place_of(block: cython.pointer(Block), beyond: cython.ulonglong) -> cython.int:
    """Returns the place of the key with this distance from the first; -1 without one."""
    place: cython.int
    i: cython.int
    at: cython.longlong
    high: cython.ulonglong = 0
    if block.width < 8:
        high = beyond >> (8 * block.width)
    for place in range(block.count):
        at = block.tails + place * block.width
        i = 0
        while i < block.width and block.data[at + i] == ((beyond >> (8 * i)) & 255):
            i += 1
        if i == block.width and _is_key(block, place, high):
            return place
    return -1


@cython.cfunc
def _open_group(block: cython.pointer(Block), number: cython.int, bits: cython.pointer(Bits)) -> cython.int:
    """Sets `bits` to the bits of a group."""
    at: cython.longlong = block.starts + 2 * number
    start: cython.longlong = block.groups + (block.data[at] | block.data[at + 1] << 8)
    end: cython.longlong = block.size
    if at + 2 < block.groups:
        end = block.groups + (block.data[at + 2] | block.data[at + 3] << 8)
    if end <= start or end > block.size:
        end = block.size
    if start > end:
        raise ValueError("no group")
    bits.data = block.data + start
    bits.size = end - start
    bits.at = 0
    return 0


def _keys(first: int, data: bytes) -> Iterator[int]:
    """Yields all keys of a block. The last one is checked to fit into 64 bits."""
    count, width, tails = data[0], data[1], form.HEAD + int.from_bytes(data[2 : form.HEAD], "little")
    high, bit = int.from_bytes(data[form.HEAD : tails], "little"), 0
    for place in range(count):
        bit = (high & -high).bit_length() - 1
        high &= high - 1
        tail = int.from_bytes(data[tails + width * place : tails + width * (place + 1)], "little")
        key = first + (bit - place << 8 * width) + tail
        if bit < place or not -(2**63) <= key < 2**63:
            raise ValueError("no key")
        yield key


@cython.final
@cython.cclass
class PackedReader:
    """Reads the blocks of one book."""

    def __cinit__(self, codes: Sequence[bytes], names: EngineNames) -> None:
        """`codes` come from `packed.pack`. :raises DamagedError: they are invalid."""
        memset(self.codes, 0, cython.sizeof(self.codes))
        self.engine, self.second_engine = names
        try:
            for field, data, (least, most) in zip(form.LIMITS, codes, form.LIMITS.values(), strict=True):
                self.take(field, PrefixCode.from_bytes(data, least, most), least, most)
        except ValueError as error:
            raise DamagedError("table codes") from error

    def __dealloc__(self) -> None:
        field: cython.int
        for field in range(FIELDS):
            free(self.codes[field].numbers)

    def take(self, field, code, least, most):
        """Stores the code of a field."""
        kept: cython.pointer(Code) = cython.address(self.codes[field])
        quick, ends, firsts, symbols = code.tables()
        kept.least, kept.most = least, most
        kept.count, kept.escape = len(symbols), symbols.index(None)
        kept.numbers = cython.cast(cython.p_longlong, calloc(len(symbols), cython.sizeof(cython.longlong)))
        if kept.numbers == cython.NULL:
            raise MemoryError
        for place, symbol in enumerate(symbols):
            kept.numbers[cython.cast(cython.int, place)] = symbol or 0
        for place in range(16):
            kept.ends[cython.cast(cython.int, place)] = ends[place]
            kept.firsts[cython.cast(cython.int, place)] = firsts[place]
        for place, entry in enumerate(quick):
            if entry is not None:
                kept.quick[cython.cast(cython.int, place)], kept.length[cython.cast(cython.int, place)] = entry
        return 0

    def find(self, first: int, data: bytes, key: int) -> Page | None:
        """Returns a position of the block that begins with the key `first`; None if it is not there.
        :raises DamagedError: the block is invalid."""
        block: Block
        bits: Bits
        place: cython.int
        _passed: cython.int
        try:
            _measure(cython.address(block), data)
            place = _place_of(cython.address(block), (key - first) & 0xFFFF_FFFF_FFFF_FFFF)
            if place < 0:
                return None
            _open_group(cython.address(block), place // GROUP, cython.address(bits))
            for _passed in range(place % GROUP):
                self.skip(cython.address(bits))
            return self.position(key, cython.address(bits))
        except (ValueError, LookupError) as error:
            raise DamagedError("table packed, position %1", key) from error

    def all(self, first: int, data: bytes) -> Iterator[Page]:
        """Yields every position of a block, by key. :raises DamagedError: the block is invalid."""
        at = 0
        try:
            for place, key in enumerate(_keys(first, data)):
                page, at = self.next(data, place, key, at)
                yield page
        except (ValueError, LookupError) as error:
            raise DamagedError("table packed, position %1", first) from error

    def next(self, data, place, key, at):
        """Returns the position of a place, which begins at bit `at` of its group unless it is the first there, and the
        bit after it."""
        block: Block
        bits: Bits
        _measure(cython.address(block), data)
        _open_group(cython.address(block), place // GROUP, cython.address(bits))
        bits.at = at if place % GROUP else 0
        page = self.position(key, cython.address(bits))
        return page, bits.at

    def position(self, key, bits):
        """Returns the next position. The order of the numbers is that of `packed._fields`."""
        codes: cython.pointer(Code) = self.codes
        shape: cython.longlong = _number(cython.address(codes[SHAPE]), bits)
        base: cython.longlong = 0
        search: cython.longlong
        place: cython.int
        value = depth = nodes = second = exit_move = exit_value = backed = None
        if shape & VALUE:
            base = _number(cython.address(codes[WORTH]), bits)
            search = _number(cython.address(codes[SEARCH]), bits)
            value, depth, nodes = base, search & 255 or None, 1000 * (search >> 8)
        if shape & SECOND:
            second = base + _number(cython.address(codes[BEHIND]), bits)
        if shape & OTHER_EXIT:
            exit_move = _number(cython.address(codes[MOVE]), bits) or None
        if shape & EXIT:
            exit_value = base + (_number(cython.address(codes[BEHIND]), bits) if shape & EXIT_VALUE else 0)
        if shape & BACKED:
            backed = base + (_number(cython.address(codes[BEHIND]), bits) if shape & BACKED_VALUE else 0)
        moves = []
        for place in range(shape >> MOVES):
            moves.append(self.move(key, bits, place > 0))
        if shape & EXIT and not shape & OTHER_EXIT and moves:
            exit_move = moves[0].move or None
        engine = None if value is None else self.engine
        second_engine = None if second is None else self.second_engine
        judged = (value, depth, nodes, engine, None, second, second_engine, exit_move, exit_value, backed)
        return new_tuple(PositionRow, (key, None, 0, *judged, UNKNOWN, 0, 0)), moves

    def move(self, key, bits, later):
        """Returns the next move."""
        codes: cython.pointer(Code) = self.codes
        code: cython.longlong = _number(cython.address(codes[MOVE]), bits)
        grade: cython.longlong = _number(cython.address(codes[GRADE + later]), bits)
        weight: cython.longlong = _number(cython.address(codes[WEIGHT + later]), bits)
        results: cython.longlong = _number(cython.address(codes[RESULTS]), bits)
        wins: cython.longlong = results % FEW
        draws: cython.longlong = results // FEW % FEW
        losses: cython.longlong = results // (FEW * FEW)
        better = None
        if results == FEW * FEW * FEW:
            wins = _number(cython.address(codes[COUNT]), bits)
            draws = _number(cython.address(codes[COUNT]), bits)
            losses = _number(cython.address(codes[COUNT]), bits)
        if grade & BETTER:
            better = _number(cython.address(codes[MOVE]), bits)
        flag = FLAGS[grade & FLAG_BITS]
        inherits = 1 if grade & INHERITS else 0
        facts = (None, None, None, None, 0, None, 0, None, None, 0, 0, 0)  # from `evaluation` to `credit`
        return new_tuple(MoveRow, (key, code, flag, weight, wins, draws, losses, *facts, better, inherits, IN))

    def skip(self, bits):
        """Skips the next position."""
        codes: cython.pointer(Code) = self.codes
        shape: cython.longlong = _number(cython.address(codes[SHAPE]), bits)
        grade: cython.longlong
        results: cython.longlong
        i: cython.longlong
        if shape & VALUE:
            _number(cython.address(codes[WORTH]), bits)
            _number(cython.address(codes[SEARCH]), bits)
        if shape & SECOND:
            _number(cython.address(codes[BEHIND]), bits)
        if shape & OTHER_EXIT:
            _number(cython.address(codes[MOVE]), bits)
        if shape & EXIT_VALUE:
            _number(cython.address(codes[BEHIND]), bits)
        if shape & BACKED_VALUE:
            _number(cython.address(codes[BEHIND]), bits)
        for i in range(shape >> MOVES):
            _number(cython.address(codes[MOVE]), bits)
            grade = _number(cython.address(codes[GRADE + (i > 0)]), bits)
            _number(cython.address(codes[WEIGHT + (i > 0)]), bits)
            results = _number(cython.address(codes[RESULTS]), bits)
            if results == FEW * FEW * FEW:
                _number(cython.address(codes[COUNT]), bits)
                _number(cython.address(codes[COUNT]), bits)
                _number(cython.address(codes[COUNT]), bits)
            if grade & BETTER:
                _number(cython.address(codes[MOVE]), bits)
        return 0
