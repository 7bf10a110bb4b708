"""Compresses one sub-table: chooses free entries, replaces frequent pairs by symbols (Re-Pair), and Huffman-codes the
symbols into blocks.

Format: see the reader, `pairs`. A round replaces many of the most frequent pairs at once, which is exact if no symbol
is the second of one and the first of another.
"""

import heapq

import cython
from cython.cimports.engine.rules.types import u8, u16, u32, u64
from cython.cimports.libc.stdlib import calloc, free, malloc, qsort
from cython.cimports.libc.string import memset

LEAF = cython.declare(cython.int, 4095)
FREE = cython.declare(cython.int, 0xFFFF)
ROUND_SHARE = cython.declare(cython.double, 0.7)  # pairs at least this fraction as frequent as the best join its round
MAX_CODE_BITS = 32


class Compressed:
    """One compressed sub-table: its pairs header without padding, and the three parts that follow later."""

    def __init__(self, header: bytes, index: bytes = b"", sizes: bytes = b"", data: bytes = b"") -> None:
        self.header = header
        self.index = index
        self.sizes = sizes
        self.data = data

    @property
    def total(self) -> int:
        """Number of bytes of all parts."""
        return len(self.header) + len(self.index) + len(self.sizes) + len(self.data)


def _choose_results(allowed, size, sequence):
    """Chooses one allowed result for each entry, in as few runs as possible."""
    start: u64 = 0
    index: u64 = 0
    common: u8 = 0x1F
    value: cython.int
    while start < size:
        common = 0x1F
        index = start
        while index < size and common & allowed[index]:
            common &= allowed[index]
            index += 1
        value = 0
        while not common >> value & 1:
            value += 1
        while start < index:
            sequence[start] = value
            start += 1


def _choose_distances(stored, size, sequence):
    """Makes free entries repeat the entry before; at the beginning the one after, and 0 if all are free."""
    index: u64 = 0
    last: u16 = 0
    while index < size and stored[index] == FREE:
        index += 1
    if index < size:
        last = stored[index]
    for index in range(size):
        if stored[index] != FREE:
            last = stored[index]
        sequence[index] = last


def _make_leaves(grammar):
    """Turns values into leaf symbols, numbered by value."""
    number: u16[4096]
    index: u64
    value: cython.int
    memset(number, 0, cython.sizeof(number))
    for index in range(grammar.length):
        number[grammar.sequence[index]] = 1
    for value in range(4095):
        if number[value]:
            grammar.left[grammar.symbols] = value
            grammar.right[grammar.symbols] = LEAF
            grammar.expanded[grammar.symbols] = 1
            number[value] = grammar.symbols
            grammar.symbols += 1
    grammar.leaves = grammar.symbols
    for index in range(grammar.length):
        grammar.sequence[index] = number[grammar.sequence[index]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _more_frequent(one: cython.p_const_void, two: cython.p_const_void) -> cython.int:
    first: cython.pointer(cython.const[Pair]) = cython.cast(cython.pointer(cython.const[Pair]), one)
    second: cython.pointer(cython.const[Pair]) = cython.cast(cython.pointer(cython.const[Pair]), two)
    if first.count != second.count:
        return -1 if first.count > second.count else 1
    if first.first != second.first:
        return -1 if first.first < second.first else 1
    return (first.second > second.second) - (first.second < second.second)


def _count_pairs(grammar, counts, found, room):
    """Counts adjacent pairs that may become a symbol (equal symbols without overlap), lists the frequent ones in
    `found`, and clears `counts`."""
    index: u64 = 0
    listed: u64 = 0
    pair: u32
    top: u32 = 0
    overlaps: cython.bint = False
    while index + 1 < grammar.length:
        pair = cython.cast(u32, grammar.sequence[index]) << 12 | grammar.sequence[index + 1]
        if grammar.sequence[index] == grammar.sequence[index + 1] and overlaps:
            overlaps = False
        else:
            if grammar.expanded[pair >> 12] + grammar.expanded[pair & 4095] <= MAX_EXPANSION:
                counts[pair] += 1
                top = max(top, counts[pair])
            overlaps = grammar.sequence[index] == grammar.sequence[index + 1]
        index += 1
    floor: u32 = cython.cast(u32, top * ROUND_SHARE)
    floor = max(floor, cython.cast(u32, MIN_PAIR_COUNT))
    for index in range(grammar.length - 1):
        pair = cython.cast(u32, grammar.sequence[index]) << 12 | grammar.sequence[index + 1]
        if counts[pair] >= floor and listed < room:
            found[listed].count = counts[pair]
            found[listed].first = grammar.sequence[index]
            found[listed].second = grammar.sequence[index + 1]
            listed += 1
        counts[pair] = 0
    return listed


def _accept_pairs(grammar, found, listed, symbol_of):
    """Makes symbols of compatible pairs, most frequent first. Returns their number."""
    is_first: u8[4096]
    is_second: u8[4096]
    index: u64
    accepted: cython.int = 0
    first: u16
    second: u16
    memset(is_first, 0, 4096)
    memset(is_second, 0, 4096)
    for index in range(listed):
        first = found[index].first
        second = found[index].second
        if grammar.symbols >= MAX_SYMBOLS:
            break
        if is_second[first] or is_first[second]:
            continue
        is_first[first] = 1
        is_second[second] = 1
        grammar.left[grammar.symbols] = first
        grammar.right[grammar.symbols] = second
        grammar.expanded[grammar.symbols] = grammar.expanded[first] + grammar.expanded[second]
        symbol_of[cython.cast(u32, first) << 12 | second] = grammar.symbols + 1
        grammar.symbols += 1
        accepted += 1
    return accepted


def _replace(grammar, symbol_of):
    """Writes the new symbols over their pairs, left to right."""
    index: u64 = 0
    end: u64 = 0
    symbol: u32
    while index < grammar.length:
        symbol = 0
        if index + 1 < grammar.length:
            symbol = symbol_of[cython.cast(u32, grammar.sequence[index]) << 12 | grammar.sequence[index + 1]]
        if symbol:
            grammar.sequence[end] = symbol - 1
            index += 2
        else:
            grammar.sequence[end] = grammar.sequence[index]
            index += 1
        end += 1
    grammar.length = end


def _pair_up(grammar):
    """Replaces pairs until none is frequent or the symbols are used up. False without memory."""
    room: u64 = 1 << 16
    counts: cython.pointer(u32) = cython.cast(cython.pointer(u32), calloc(4096 * 4096, cython.sizeof(u32)))
    found: cython.pointer(Pair) = cython.cast(cython.pointer(Pair), malloc(room * cython.sizeof(Pair)))
    listed: u64
    symbol: cython.int
    before: cython.int = 0
    fine: cython.bint = counts != cython.NULL and found != cython.NULL
    while fine and grammar.length > 1 and grammar.symbols < MAX_SYMBOLS:
        listed = _count_pairs(grammar, counts, found, room)
        if listed == 0:
            break
        qsort(found, listed, cython.sizeof(Pair), _more_frequent)
        before = grammar.symbols
        if _accept_pairs(grammar, found, listed, counts) == 0:
            break
        _replace(grammar, counts)
        for symbol in range(before, grammar.symbols):
            counts[cython.cast(u32, grammar.left[symbol]) << 12 | grammar.right[symbol]] = 0
    free(counts)
    free(found)
    return fine


def code_lengths(counts: list[int]) -> list[int]:
    """Returns Huffman code lengths of symbols by their counts, at most 32 bits; 0 for unused symbols."""
    scaled = list(counts)
    while True:
        heap = [(count, symbol, None) for symbol, count in enumerate(scaled) if count]
        if len(heap) == 1:
            return [1 if count else 0 for count in scaled]
        heapq.heapify(heap)
        serial = len(scaled)
        while len(heap) > 1:
            one = heapq.heappop(heap)
            two = heapq.heappop(heap)
            heapq.heappush(heap, (one[0] + two[0], serial, (one, two)))
            serial += 1
        lengths = [0] * len(scaled)
        stack = [(heap[0], 0)]
        while stack:
            (_, symbol, children), depth = stack.pop()
            if children is None:
                lengths[symbol] = depth
            else:
                stack.extend((child, depth + 1) for child in children)
        if max(lengths) <= MAX_CODE_BITS:
            return lengths
        scaled = [(count + 1) // 2 for count in scaled]


def _fill_blocks(grammar, lengths, codes, block_bits, data, sizes):
    """Packs the sequence into blocks. Returns their number. Only counts if `data` is NULL."""
    limit: u64 = cython.cast(u64, 8) << block_bits
    used: u64 = 0
    values: u64 = 0
    block: u64 = 0
    index: u64
    symbol: cython.int
    bit: cython.int
    at: u64
    for index in range(grammar.length):
        symbol = grammar.sequence[index]
        if used + lengths[symbol] > limit or values + grammar.expanded[symbol] > 65536:
            if data != cython.NULL:
                sizes[block] = values - 1
            block += 1
            used = 0
            values = 0
        if data != cython.NULL:
            for bit in range(lengths[symbol]):
                if codes[symbol] >> (lengths[symbol] - 1 - bit) & 1:
                    at = block * limit + used + bit
                    data[at >> 3] |= 0x80 >> (at & 7)
        used += lengths[symbol]
        values += grammar.expanded[symbol]
    if data != cython.NULL:
        sizes[block] = values - 1
    return block + 1


def _order_symbols(lengths: list[int]) -> list[int]:
    """Returns the symbols in code order: longest code first, unused ones last."""
    return sorted(range(len(lengths)), key=lambda symbol: (lengths[symbol] == 0, -lengths[symbol], symbol))


def _code_table(lengths: list[int], order: list[int]) -> tuple[list[int], dict[int, int]]:
    """Returns the code of each symbol, and for each length the number of symbols with a longer code."""
    used = [symbol for symbol in order if lengths[symbol]]
    longest, shortest = lengths[used[0]], lengths[used[len(used) - 1]]
    longer = {length: sum(lengths[symbol] > length for symbol in used) for length in range(shortest, longest + 1)}
    base = {longest: 0}
    for length in range(longest - 1, shortest - 1, -1):
        base[length] = (base[length + 1] + longer[length] - longer[length + 1]) // 2
    codes = [0] * len(lengths)
    for place, symbol in enumerate(used):
        codes[symbol] = base[lengths[symbol]] + place - longer[lengths[symbol]]
    return codes, longer


@cython.cfunc
def _write(grammar: cython.pointer(Grammar), size: u64, smallest: cython.int, largest: cython.int) -> object:
    """Returns the parts of a sub-table, with the block size that makes them smallest."""
    index: u64
    symbol: cython.int
    counts = [0] * grammar.symbols
    tally: cython.pointer(u64) = cython.cast(cython.pointer(u64), calloc(4096, cython.sizeof(u64)))
    if tally == cython.NULL:
        raise MemoryError
    for index in range(grammar.length):
        tally[grammar.sequence[index]] += 1
    for symbol in range(grammar.symbols):
        counts[symbol] = tally[symbol]
    free(tally)
    lengths = code_lengths(counts)
    order = _order_symbols(lengths)
    codes, longer = _code_table(lengths, order)
    lengths_array: u8[4096]
    codes_array: u32[4096]
    for symbol in range(grammar.symbols):
        lengths_array[symbol] = lengths[symbol]
        codes_array[symbol] = codes[symbol]
    blocks = {
        bits: _fill_blocks(
            grammar, lengths_array, codes_array, bits, cython.NULL, cython.cast(cython.pointer(u16), cython.NULL)
        )
        for bits in range(smallest, largest + 1)
    }
    block_bits: cython.int = min(
        blocks, key=lambda bits: (blocks[bits] << bits) + 2 * blocks[bits] + 6 * _entries(size, blocks[bits])
    )
    count: u64 = blocks[block_bits]
    data = bytearray(count << block_bits)
    sizes = bytearray(2 * count)
    _fill_blocks(
        grammar,
        lengths_array,
        codes_array,
        block_bits,
        data,
        cython.cast(cython.pointer(u16), cython.cast(cython.p_uchar, sizes)),
    )
    number_of = {symbol: number for number, symbol in enumerate(order)}
    table = bytearray()
    for each in order:
        left = grammar.left[each] if grammar.right[each] == LEAF else number_of[grammar.left[each]]
        right = LEAF if grammar.right[each] == LEAF else number_of[grammar.right[each]]
        table += bytes((left & 255, left >> 8 | (right & 15) << 4, right >> 4))
    index_bits = _index_bits(size, count)
    index_part, extra = _sparse_index(size, index_bits, sizes)
    header = bytearray((block_bits, index_bits, extra))
    header += cython.cast(object, count).to_bytes(4, "little")
    header += bytes((max(longer), min(longer)))
    for length in sorted(longer):
        header += longer[length].to_bytes(2, "little")
    header += len(order).to_bytes(2, "little") + table
    return bytes(header), index_part, bytes(sizes) + b"\xff\xff" * extra, bytes(data)


def _index_bits(size: int, blocks: int) -> int:
    """Returns the spacing of the sparse index: about 32 blocks an entry, less in small tables."""
    bits = max(1, (size // blocks).bit_length() - 1 + 5)
    while bits > 1 and 1 << (bits - 1) > size:
        bits -= 1
    return bits


def _entries(size: int, blocks: int) -> int:
    return -(-size >> _index_bits(size, blocks)) if size else 0


def _sparse_index(size: int, index_bits: int, sizes: bytearray) -> tuple[bytes, int]:
    """Returns the index entries, and the number of phantom blocks for the last one."""
    import struct

    counts = [value + 1 for (value,) in struct.iter_unpack("<H", sizes)]
    part = bytearray()
    block, start, extra = 0, 0, 0
    for entry in range(-(-size >> index_bits) if size else 0):
        wanted = (entry << index_bits) + (1 << (index_bits - 1))
        while True:
            if block == len(counts):
                counts.append(65536)
                extra += 1
            if start + counts[block] > wanted:
                break
            start += counts[block]
            block += 1
        part += struct.pack("<IH", block, wanted - start)
    return bytes(part), extra


def compress(entries: bytearray, is_dtz: bool, flags: int, block_sizes: tuple[int, int] = (5, 10)) -> Compressed:
    """Compresses the entries from `arrange`. `flags` is the sub-table's flag byte, `block_sizes` the logarithms of the
    smallest and largest block in bytes.
    :raises MemoryError: memory is short."""
    size: u64 = len(entries) // (2 if is_dtz else 1)
    grammar: cython.pointer(Grammar) = cython.cast(cython.pointer(Grammar), calloc(1, cython.sizeof(Grammar)))
    fine: cython.bint = grammar != cython.NULL
    raw: cython.p_uchar = entries
    try:
        if fine:
            grammar.sequence = cython.cast(cython.pointer(u16), malloc(size * cython.sizeof(u16)))
            grammar.length = size
            fine = grammar.sequence != cython.NULL
        if not fine:
            raise MemoryError
        with cython.nogil:
            if is_dtz:
                _choose_distances(cython.cast(cython.pointer(u16), raw), size, grammar.sequence)
            else:
                _choose_results(raw, size, grammar.sequence)
            _make_leaves(grammar)
        if grammar.symbols == 1 and (not is_dtz or grammar.left[0] == 0):
            return Compressed(bytes((flags | 128,)) if is_dtz else bytes((flags | 128, grammar.left[0])))
        with cython.nogil:
            fine = _pair_up(grammar)
        if not fine:
            raise MemoryError
        header, index, sizes, data = _write(grammar, size, block_sizes[0], block_sizes[1])
        return Compressed(bytes((flags,)) + header, index, sizes, data)
    finally:
        if grammar != cython.NULL:
            free(grammar.sequence)
            free(grammar)
