"""Reads one table file: header, symbols, codes and blocks. A file is never trusted: every number is checked.

A sub-table is a sequence of symbols; a symbol is a value or the concatenation of two symbols (Re-Pair). Symbols are
written with one canonical Huffman code into blocks that can be decoded separately. Layout, code, symbols and index are
checked at opening; block contents at each step. Damage gives an error or, without a checksum, a wrong value, but never
a read outside the file or an endless loop.
"""

import cython
from cython.cimports.engine.rules.types import u8, u16, u32, u64
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset
from cython.cimports.tablebases.probe.geometry import MAX_PIECES, PAWN_CODE, make_layout

from tablebases.errors import FormatError

CODES = "?PNBRQK"


class Incomplete(Exception):
    """The caller must provide at least `needed` bytes of the file."""

    def __init__(self, needed: int) -> None:
        super().__init__(needed)
        self.needed = needed


@cython.cclass
class Cursor:
    """A read position in the file's first bytes; reading past the end raises."""

    content: cython.p_uchar
    held: u64
    size: u64
    at: u64

    @cython.cfunc
    def take(self, count: u64) -> u64:
        """Advances by `count` bytes; returns the old position."""
        start: u64 = self.at
        if count > self.size or start + count > self.size:
            raise FormatError("is cut off")
        if start + count > self.held:
            raise Incomplete(min(self.size, start + count + 4096))
        self.at = start + count
        return start

    @cython.cfunc
    def byte(self) -> cython.int:
        """Reads one byte."""
        return self.content[self.take(1)]

    @cython.cfunc
    def align(self, unit: u64) -> cython.void:
        """Advances to a multiple of `unit`."""
        self.at = (self.at + unit - 1) // unit * unit


def parse_table(table, content, file_size, file, signature, is_dtz):
    """Fills a table from a file's first bytes (all of them if `file` is -1).

    :raises FormatError: the content is not a sound table of `signature`.
    :raises Incomplete: more bytes are needed.
    :raises MemoryError: the table does not fit into memory.
    """
    cursor: Cursor = Cursor()
    cursor.content = content
    cursor.held = len(content)
    cursor.size = file_size
    cursor.at = 5
    memset(table, 0, cython.sizeof(Table))
    table.content = cursor.content
    table.held = cursor.held
    table.file_size = file_size
    table.file = file
    table.is_dtz = is_dtz
    try:
        _parse_shape(table, cursor, signature)
        _parse_lists(table, cursor, signature)
        for number in range(table.files * table.sides):
            _parse_pairs(table, cython.address(table.sub[number]), cursor)
        if is_dtz:
            _parse_maps(table, cursor)
        _place_parts(table, cursor)
    except BaseException:
        free_table(table)
        raise
    return 0


def free_table(table):
    """Frees the memory allocated by parse_table."""
    number: cython.int
    for number in range(8):
        free(table.sub[number].left)
        free(table.sub[number].fast)
        table.sub[number].left = cython.NULL
        table.sub[number].fast = cython.NULL


@cython.cfunc
def _parse_shape(table: cython.pointer(Table), cursor: Cursor, signature: str) -> cython.int:
    first, second = signature.split("v")
    magic = b"\xd7\x66\x0c\xa5" if table.is_dtz else b"\x71\xe8\x23\x5d"
    if cursor.held < 16 or cursor.content[:4] != magic:
        raise FormatError("has the wrong file header")
    table.piece_count = len(first) + len(second)
    if table.piece_count > MAX_PIECES:
        raise FormatError("has more than %1 pieces", MAX_PIECES)
    table.symmetric = first == second
    table.with_pawns = "P" in signature
    table.files = 4 if table.with_pawns else 1
    table.sides = 1 if table.is_dtz or table.symmetric else 2
    if (cursor.content[4] & 3) != (0 if table.symmetric else 1) | (2 if table.with_pawns else 0):
        raise FormatError("is marked as a table of other material")
    if cursor.size % 64 != 16:
        raise FormatError("has a size that does not fit a complete table")
    pawns = first.count("P"), second.count("P")
    leads_first = pawns[0] > 0 and (pawns[1] == 0 or pawns[0] <= pawns[1])
    table.leading_code = PAWN_CODE if leads_first else PAWN_CODE + 8
    return 0


@cython.cfunc
def _parse_lists(table: cython.pointer(Table), cursor: Cursor, signature: str) -> cython.int:
    """Reads the piece lists and order bytes; each list must be a permutation of the signature's pieces."""
    first, second = signature.split("v")
    expected = sorted([CODES.index(letter) for letter in first] + [CODES.index(letter) + 8 for letter in second])
    both: cython.bint = "P" in first and "P" in second
    codes: u8[8]
    file: cython.int
    side: cython.int
    i: cython.int
    shift: cython.int
    order: cython.int
    order2: cython.int
    start: u64
    for file in range(table.files):
        order = cursor.byte()
        order2 = cursor.byte() if both else 0xFF
        start = cursor.take(table.piece_count)
        for side in range(table.sides):
            shift = 4 * side
            for i in range(min(table.piece_count, MAX_PIECES)):
                codes[i] = (cursor.content[start + i] >> shift) & 15
            if sorted([codes[i] for i in range(table.piece_count)]) != expected:
                raise FormatError("does not hold the pieces of %1", signature)
            if table.with_pawns and codes[0] != table.leading_code:
                raise FormatError("lists the wrong side's pawns first")
            if not make_layout(
                cython.address(table.sub[file * table.sides + side].layout),
                codes,
                table.piece_count,
                (order >> shift) & 15,
                (order2 >> shift) & 15,
                file if table.with_pawns else -1,
            ):
                raise FormatError("has an impossible order of pieces")
    cursor.align(2)
    return 0


@cython.cfunc
def _parse_pairs(table: cython.pointer(Table), pairs: cython.pointer(Pairs), cursor: Cursor) -> cython.int:
    """Reads one pairs header."""
    pairs.flags = cursor.byte()
    if pairs.flags & SINGLE_FLAG:
        pairs.single = 1
        pairs.value = 0 if table.is_dtz else cursor.byte()
        if pairs.value > 4:
            raise FormatError("holds an invalid result")
        cursor.align(2)
        return 0
    start: u64 = cursor.take(9)
    pairs.block_bits = cursor.content[start]
    pairs.index_bits = cursor.content[start + 1]
    pairs.real_blocks = load_u32(cursor.content + start + 3)
    pairs.max_length = cursor.content[start + 7]
    pairs.min_length = cursor.content[start + 8]
    if not 1 <= pairs.min_length <= pairs.max_length <= 32 or pairs.block_bits > MAX_BLOCK_BITS:
        raise FormatError("has impossible code lengths")
    if pairs.real_blocks == 0 or pairs.real_blocks > cursor.size or not 1 <= pairs.index_bits < 40:
        raise FormatError("has an impossible number of blocks")
    pairs.blocks = pairs.real_blocks + cursor.content[start + 2]
    pairs.indices = (pairs.layout.size + (cython.cast(u64, 1) << pairs.index_bits) - 1) >> pairs.index_bits
    start = cursor.take(2 * (pairs.max_length - pairs.min_length + 1))
    length: cython.int
    for length in range(pairs.min_length, pairs.max_length + 1):
        pairs.longer[length] = load_u16(cursor.content + start + 2 * (length - pairs.min_length))
    pairs.symbols = load_u16(cursor.content + cursor.take(2))
    if not 1 <= pairs.symbols <= LEAF:
        raise FormatError("has an impossible number of symbols")
    start = cursor.take(3 * pairs.symbols)
    cursor.align(2)
    pairs.fast_bits = min(max(pairs.max_length, pairs.min_length), DTZ_FAST_BITS if table.is_dtz else WDL_FAST_BITS)
    pairs.left = cython.cast(cython.pointer(u16), calloc(3 * pairs.symbols, cython.sizeof(u16)))
    pairs.fast = cython.cast(
        cython.pointer(u64), calloc(cython.cast(cython.size_t, 1) << pairs.fast_bits, cython.sizeof(u64))
    )
    if pairs.left == cython.NULL or pairs.fast == cython.NULL:
        raise MemoryError
    pairs.right = pairs.left + pairs.symbols
    pairs.expanded = pairs.left + 2 * pairs.symbols
    _read_symbols(pairs, cursor.content + start, table.is_dtz)
    _make_code(pairs)
    return 0


@cython.cfunc
def _read_symbols(pairs: cython.pointer(Pairs), data: cython.p_uchar, is_dtz: cython.bint) -> cython.int:
    """Reads the symbols and their lengths in values; a cycle or more than 256 values is refused."""
    symbol: cython.int
    for symbol in range(pairs.symbols):
        pairs.left[symbol] = data[3 * symbol] | (data[3 * symbol + 1] & 15) << 8
        pairs.right[symbol] = data[3 * symbol + 1] >> 4 | data[3 * symbol + 2] << 4
        if pairs.right[symbol] == LEAF:
            pairs.expanded[symbol] = 1
            if not is_dtz and pairs.left[symbol] > 4:
                raise FormatError("holds an invalid result")
        elif pairs.left[symbol] >= pairs.symbols or pairs.right[symbol] >= pairs.symbols:
            raise FormatError("has a symbol that refers to a missing symbol")
    for symbol in range(pairs.symbols):
        if _measure(pairs, symbol, 0) > 256:
            raise FormatError("has a symbol that is too long or contains itself")
    return 0


def _measure(pairs, symbol, depth):
    """Returns the number of values of a symbol; 1,000 if it contains itself or exceeds 256 values (then it nests deeper
    than 256)."""
    if pairs.expanded[symbol]:
        return pairs.expanded[symbol]
    if depth > 256:
        return 1000
    left: cython.int = _measure(pairs, pairs.left[symbol], depth + 1)
    right: cython.int = 1000 if left > 256 else _measure(pairs, pairs.right[symbol], depth + 1)
    if left + right > 256:
        return 1000
    pairs.expanded[symbol] = left + right
    return left + right


@cython.cfunc
def _make_code(pairs: cython.pointer(Pairs)) -> cython.int:
    """Computes the first code of each length; the code must be complete, so that every bit pattern decodes."""
    length: cython.int
    count: cython.longlong
    base: cython.longlong = 0
    used: cython.longlong
    if pairs.max_length == 1 and pairs.min_length == 1 and pairs.longer[1] == 0 and pairs.symbols == 1:
        pairs.base[1] = 0
        _fill_fast(pairs, 1)
        return 0
    if pairs.longer[pairs.max_length] != 0:
        raise FormatError("has symbols longer than the longest code")
    pairs.base[pairs.max_length] = 0
    for length in range(pairs.max_length - 1, pairs.min_length - 1, -1):
        count = cython.cast(cython.longlong, pairs.longer[length]) - pairs.longer[length + 1]
        base += count
        if count < 0 or base & 1:
            raise FormatError("has an incomplete code")
        base >>= 1
        pairs.base[length] = cython.cast(u64, base)
    used = pairs.longer[pairs.min_length] + (cython.cast(cython.longlong, 1) << pairs.min_length) - base
    if base > (cython.cast(cython.longlong, 1) << pairs.min_length) or used > pairs.symbols:
        if not _is_one_symbol_code(pairs, base):
            raise FormatError("has an incomplete code")
        used = pairs.symbols
    for length in range(pairs.min_length, pairs.max_length + 1):
        pairs.base[length] <<= 64 - length
    _fill_fast(pairs, cython.cast(cython.int, used))
    return 0


@cython.cfunc
def _is_one_symbol_code(pairs: cython.pointer(Pairs), base: cython.longlong) -> cython.bint:
    """Whether one symbol is used: it has the one-bit code 0, and code 1 is unused."""
    return pairs.max_length == 1 and pairs.min_length == 1 and base == 0 and pairs.longer[1] == 0


def _fill_fast(pairs, used):
    """Fills the lookup of symbol, code length and expansion by the next `fast_bits` bits."""
    length: cython.int
    symbol: cython.int
    end: cython.int
    first: u64
    i: u64
    for length in range(pairs.min_length, min(pairs.max_length, pairs.fast_bits) + 1):
        end = used if length == pairs.min_length else pairs.longer[length - 1]
        for symbol in range(pairs.longer[length], min(end, pairs.symbols)):
            first = (pairs.base[length] >> (64 - pairs.fast_bits)) + (
                cython.cast(u64, symbol - pairs.longer[length]) << (pairs.fast_bits - length)
            )
            for i in range(first, first + (cython.cast(u64, 1) << (pairs.fast_bits - length))):
                if i < (cython.cast(u64, 1) << pairs.fast_bits):
                    pairs.fast[i] = symbol | length << 12 | pairs.expanded[symbol] << 18
    _fill_leaps(pairs)


def _fill_leaps(pairs):
    """Adds to each entry the number of bits and values of all codes that lie completely in these `fast_bits` bits."""
    mask: u64 = (cython.cast(u64, 1) << pairs.fast_bits) - 1
    i: u64
    rest: u64
    entry: u64
    bits: cython.int
    values: cython.int
    for i in range(mask + 1):
        bits = 0
        values = 0
        rest = i
        entry = pairs.fast[rest] & 0xFFFFFFFF
        while entry and bits + cython.cast(cython.int, (entry >> 12) & 63) <= pairs.fast_bits:
            bits += (entry >> 12) & 63
            values += entry >> 18
            rest = (i << bits) & mask
            entry = pairs.fast[rest] & 0xFFFFFFFF
            if bits == pairs.fast_bits:
                break
        pairs.fast[i] |= cython.cast(u64, bits | values << 6) << 32


@cython.cfunc
def _parse_maps(table: cython.pointer(Table), cursor: Cursor) -> cython.int:
    """Reads the value maps of DTZ sub-tables: four lists (win, loss, cursed win, blessed loss) of bytes or 16-bit
    numbers."""
    number: cython.int
    which: cython.int
    count: cython.int
    for number in range(table.files * table.sides):
        if not table.sub[number].flags & MAPPED_FLAG or table.sub[number].single:
            continue
        wide: cython.bint = (table.sub[number].flags & WIDE_FLAG) != 0
        if wide:
            cursor.align(2)
        table.sub[number].map = table.content
        for which in range(4):
            if wide:
                count = load_u16(cursor.content + cursor.take(2))
            else:
                count = cursor.byte()
            table.sub[number].map_count[which] = count
            table.sub[number].map_start[which] = cython.cast(u32, cursor.take(2 * count if wide else count))
    cursor.align(2)
    return 0


@cython.cfunc
def _place_parts(table: cython.pointer(Table), cursor: Cursor) -> cython.int:
    """Finds sparse indices, size tables and data; together they must fill the file exactly."""
    number: cython.int
    total: cython.int = table.files * table.sides
    for number in range(total):
        if not table.sub[number].single:
            if table.sub[number].indices > cursor.size:
                raise FormatError("is cut off")
            table.sub[number].index_table = cursor.content + cursor.take(6 * table.sub[number].indices)
    for number in range(total):
        if not table.sub[number].single:
            table.sub[number].size_table = cursor.content + cursor.take(2 * cython.cast(u64, table.sub[number].blocks))
    for number in range(total):
        if not table.sub[number].single:
            cursor.align(64)
            table.sub[number].data = cursor.at
            cursor.at += cython.cast(u64, table.sub[number].real_blocks) << table.sub[number].block_bits
    cursor.align(64)
    if cursor.at + 16 != cursor.size:
        raise FormatError("has a size that does not fit its content")
    for number in range(total):
        if not table.sub[number].single:
            _check_index(cython.address(table.sub[number]))
    return 0


@cython.cfunc
def _check_index(pairs: cython.pointer(Pairs)) -> cython.int:
    """Walks the block sizes once: they must cover the table, and each index entry must point to the right place."""
    block: u64 = 0
    start: u64 = 0  # values before the block
    entry: u64
    wanted: u64
    for entry in range(pairs.indices):
        wanted = (entry << pairs.index_bits) + (cython.cast(u64, 1) << (pairs.index_bits - 1))
        while block < pairs.blocks and start + load_u16(pairs.size_table + 2 * block) < wanted:
            start += load_u16(pairs.size_table + 2 * block) + 1
            block += 1
        if (
            block >= pairs.blocks
            or load_u32(pairs.index_table + 6 * entry) != block
            or load_u16(pairs.index_table + 6 * entry + 4) != wanted - start
        ):
            raise FormatError("has an index that does not fit its blocks")
    while block < pairs.real_blocks:
        start += load_u16(pairs.size_table + 2 * block) + 1
        block += 1
    while block > pairs.real_blocks:
        block -= 1
        start -= load_u16(pairs.size_table + 2 * block) + 1
    if start < pairs.layout.size:
        raise FormatError("has too few values")
    return 0


def value_at(table, pairs, index):
    """Returns value number `index` of a sub-table, or DAMAGED."""
    if pairs.single:
        return pairs.value
    if index >= pairs.layout.size:
        return DAMAGED
    entry: cython.p_const_uchar = pairs.index_table + 6 * (index >> pairs.index_bits)
    block: u32 = load_u32(entry)
    half: cython.longlong = cython.cast(cython.longlong, 1) << (pairs.index_bits - 1)
    left: cython.longlong = load_u16(entry + 4)
    left += cython.cast(cython.longlong, index & (2 * half - 1)) - half
    while left < 0:
        if block == 0:
            return DAMAGED
        block -= 1
        left += load_u16(pairs.size_table + 2 * cython.cast(u64, block)) + 1
    while left > load_u16(pairs.size_table + 2 * cython.cast(u64, block)):
        left -= load_u16(pairs.size_table + 2 * cython.cast(u64, block)) + 1
        block += 1
        if block >= pairs.real_blocks:
            return DAMAGED
    if block >= pairs.real_blocks:
        return DAMAGED
    place: u64 = pairs.data + (cython.cast(u64, block) << pairs.block_bits)
    if table.file < 0:
        return _decode(pairs, table.content + place, cython.cast(cython.int, left))
    return _decode_from_file(table, pairs, place, cython.cast(cython.int, left))


def _decode_from_file(table, pairs, place, left):
    """Decodes like _decode from a file too large for memory; a file that shrank gives DAMAGED, not a crash as with a
    memory map."""
    buffer: cython.uchar[32776]  # 2 ** MAX_BLOCK_BITS + 8
    if not read_at(table.file, buffer, 1 << pairs.block_bits, place):
        return DAMAGED
    memset(buffer + (1 << pairs.block_bits), 0, 8)
    return _decode(pairs, buffer, left)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _long_code(pairs: cython.pointer(cython.const[Pairs]), bits: u64) -> u32:
    """Returns the entry of a code longer than the lookup's; 0 if the code is unused."""
    length: cython.int = pairs.fast_bits + 1
    symbol: u64
    if length < pairs.min_length:
        length = pairs.min_length
    while length <= pairs.max_length:
        if bits >= pairs.base[length]:
            symbol = pairs.longer[length] + ((bits - pairs.base[length]) >> (64 - length))
            if symbol >= cython.cast(u64, pairs.symbols):
                return 0
            return cython.cast(u32, symbol) | length << 12 | pairs.expanded[symbol] << 18
        length += 1
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _decode(pairs: cython.pointer(cython.const[Pairs]), block: cython.p_const_uchar, left: cython.int) -> cython.int:
    """Returns value number `left` of a block. Eight bytes after the block are readable (checksum or buffer end)."""
    at: cython.uint = 0  # bit in the block
    limit: cython.uint = 8 << pairs.block_bits
    shift: cython.int = 64 - pairs.fast_bits
    bits: u64 = load_bits(block)
    valid: cython.int = 64  # loaded bits that are not used yet
    entry: u64
    found: u32
    leap: u32
    symbol: cython.int
    length: cython.int
    while True:
        entry = pairs.fast[bits >> shift]
        leap = cython.cast(u32, entry >> 32)
        if leap and left >= cython.cast(cython.int, leap >> 6):  # the wanted value comes after all these codes
            left -= leap >> 6
            length = leap & 63
            at += length
            valid -= length
            bits <<= length
            if at > limit:
                return DAMAGED
            if valid < 32:
                bits = load_bits(block + (at >> 3)) << (at & 7)
                valid = 64 - (at & 7)
            continue
        found = cython.cast(u32, entry)
        if found == 0:
            found = _long_code(pairs, bits)
            if found == 0:
                return DAMAGED
        length = (found >> 12) & 63
        at += length
        valid -= length
        bits <<= length
        if at > limit:
            return DAMAGED
        length = found >> 18
        if left < length:
            break
        left -= length
        if valid < 32:
            bits = load_bits(block + (at >> 3)) << (at & 7)
            valid = 64 - (at & 7)
    symbol = found & 4095
    while pairs.right[symbol] != LEAF:
        length = pairs.expanded[pairs.left[symbol]]
        if left < length:
            symbol = pairs.left[symbol]
        else:
            left -= length
            symbol = pairs.right[symbol]
    return pairs.left[symbol]


def check_structure(content: bytes, signature: str, is_dtz: bool) -> None:
    """Reads a whole file: header, index, and every value of every sub-table.

    :raises FormatError: something is unsound.
    :raises MemoryError: the table does not fit into memory.
    """
    table: cython.pointer(Table) = cython.cast(cython.pointer(Table), calloc(1, cython.sizeof(Table)))
    number: cython.int
    fine: cython.bint = True
    if table == cython.NULL:
        raise MemoryError
    try:
        parse_table(table, content, len(content), -1, signature, is_dtz)
        with cython.nogil:
            for number in range(table.files * table.sides):
                fine = fine and _decodes(table, cython.address(table.sub[number]))
        if not fine:
            raise FormatError("has a damaged block")
    finally:
        free_table(table)
        free(table)


def _decodes(table, pairs):
    """Whether the symbols of every block expand to at least the number of values that the block claims."""
    block: u64
    if pairs.single:
        return True
    for block in range(pairs.real_blocks):
        if (
            _decode(
                pairs,
                table.content + pairs.data + (block << pairs.block_bits),
                load_u16(pairs.size_table + 2 * block),
            )
            < 0
        ):
            return False
    return True
