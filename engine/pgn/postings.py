"""The position index of games: for each import batch ("run") a hash index, packed in bits.

The highest `bits` of a key select its bucket, of about 4 to 8 entries. A bucket holds:

- Positions reached by at least 16 games: 24 more bits of the key, the games, and the move of each. Replaying one game
  confirms the position.
- All others: only the games, of all these positions together. Each must be replayed (`engine.pgn.replay`), which gives
  the exact answer and the move.

An entry costs about 1.7 bytes instead of 14 for key, game and move, and the result is exact to all 64 bits. Games are
stored as gaps in Rice codes: the remainder in `rice` bits, the quotient in unary (ones and a zero). A block is 4,096
buckets: `bits` and `rice` (1 byte each), the number of buckets (2), the start of each 32nd bucket (4 bytes each, in
bits), the buckets. Its first key is stored outside, for searching. A game that reaches a position twice counts once,
with its first move.
"""

import sys
from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.engine.pgn.blocks import give_way
from cython.cimports.engine.rules.types import MAX_MOVES, NO_MOVE, u8, u16, u32, u64
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset

LITTLE = cython.declare(cython.bint, sys.byteorder == "little")
SIGN = cython.declare(u64, 0x8000000000000000)
MOST_GAMES = cython.declare(u64, 0xFFFFFFFF)
MAKER: c_array.array = array("I")
MOVE_MAKER: c_array.array = array("H")


class PostingsBuilder:
    """Collects the positions of games and returns them sorted (see postings.pyi)."""

    def __cinit__(self):
        memset(cython.address(self.parts[0]), 0, cython.sizeof(self.parts))
        self.spare = cython.NULL
        self.room = 0

    def __dealloc__(self):
        index: cython.int
        for index in range(PARTS):
            free(self.parts[index].entries)
        free(self.spare)

    def __len__(self):
        count: cython.size_t = 0
        index: cython.int
        for index in range(PARTS):
            count += self.parts[index].count
        return count

    def add(self, game: u32, keys: c_array.array, moves: c_array.array):
        """Adds the positions of a game: `keys` has one more entry than `moves`."""
        if not self.put(game, keys.data.as_ulonglongs, moves.data.as_ushorts, len(keys), len(moves)):
            raise MemoryError

    def put(self, game, keys, moves, count, plies):
        """Adds positions from C; False without memory."""
        index: cython.size_t
        key: u64
        part: cython.pointer(Part)
        entry: cython.pointer(Entry)
        for index in range(count):
            key = keys[index] ^ SIGN
            part = cython.address(self.parts[key >> PART_SHIFT])
            if part.count == part.room and not _grow(cython.address(part.entries), cython.address(part.room)):
                return False
            entry = part.entries + part.count
            entry.key = key
            entry.game = game
            entry.move = moves[index] if index < plies else NO_MOVE
            part.count += 1
        return True

    def forget(self):
        """Empties the builder."""
        index: cython.int
        for index in range(PARTS):
            self.parts[index].count = 0

    def blocks(self, base: u32, numbers: c_array.array = None):
        """Returns all entries as blocks (see postings.pyi)."""
        packed: list = []
        bits: cython.int = 0
        count: cython.size_t = 0
        first: u64 = 0
        index: cython.int
        part: cython.int = 0
        at: cython.size_t = 0
        stop: cython.size_t
        shift: cython.int
        ok: cython.bint = True
        with cython.nogil:
            for index in range(PARTS):
                if numbers is not None:
                    _renumber(cython.address(self.parts[index]), numbers.data.as_uints)
                ok = ok and self._sort(cython.address(self.parts[index]))
                count += self.parts[index].count
        while (count >> bits) > MOST_IN_BUCKET:
            bits += 1
        shift = 64 - max(0, bits - BLOCK_BITS)
        while ok:
            while part < PARTS and at == self.parts[part].count:
                part += 1
                at = 0
            if part == PARTS:
                break
            give_way()
            first = 0 if shift == 64 else (self.parts[part].entries[at].key >> shift) << shift
            stop = self._gather(cython.address(part), cython.address(at), first, shift)
            ok = stop > 0
            packed.append((cython.cast(cython.longlong, first ^ SIGN), self._packed(0, stop, first, bits, base)))
        self.forget()
        if not ok:
            raise MemoryError
        return packed

    def _gather(self, part, at, first, shift):
        """Copies the entries of a block, from the present place on, and advances it. Returns their number; 0: no
        memory."""
        count: cython.size_t = 0
        stop: cython.size_t
        here: cython.pointer(Part)
        while part[0] < PARTS:
            here = cython.address(self.parts[part[0]])
            stop = here.count
            while stop > at[0] and shift < 64 and here.entries[stop - 1].key >> shift != first >> shift:
                stop -= 1
            while count + stop - at[0] > self.room:
                if not _grow(cython.address(self.spare), cython.address(self.room)):
                    return 0
            if stop > at[0]:  # an empty part may have no memory, and memcpy must not get NULL
                memcpy(self.spare + count, here.entries + at[0], (stop - at[0]) * cython.sizeof(Entry))
            count += stop - at[0]
            at[0] = stop
            if stop < here.count:
                break
            part[0] += 1
            at[0] = 0
        return count

    def _sort(self, part):
        """Sorts a part by key, stably, so that games stay in order. Of equal positions and games the first remains.

        One radix pass over the 12 bits after those of the part; the few entries that agree in them are then sorted.
        """
        places: cython.uint[4097]
        index: cython.size_t
        digit: cython.int
        kept: cython.size_t = 0
        entry: cython.pointer(Entry)
        while part.count > self.room:
            if not _grow(cython.address(self.spare), cython.address(self.room)):
                return False
        memset(places, 0, cython.sizeof(places))
        for index in range(part.count):
            places[((part.entries[index].key >> DIGIT_SHIFT) & 4095) + 1] += 1
        for digit in range(4096):
            places[digit + 1] += places[digit]
        for index in range(part.count):
            digit = (part.entries[index].key >> DIGIT_SHIFT) & 4095
            self.spare[places[digit]] = part.entries[index]
            places[digit] += 1
        index = 0
        for digit in range(4096):  # each place has advanced to the start of the next digit
            _put_in_order(self.spare + index, part.entries, places[digit] - index)
            index = places[digit]
        for index in range(part.count):
            entry = self.spare + index
            if kept and part.entries[kept - 1].key == entry.key and part.entries[kept - 1].game == entry.game:
                continue
            part.entries[kept] = entry[0]
            kept += 1
        part.count = kept
        return True

    def _packed(self, start, stop, first, bits, base):
        """Returns the entries from `start` to `stop` as a block."""
        sink: Sink
        shift: cython.int = 64 - bits
        buckets: cython.size_t = cython.cast(cython.size_t, 1) << min(bits, BLOCK_BITS)
        places: cython.size_t = (buckets + STRIDE - 1) // STRIDE
        bucket: cython.size_t
        at: cython.size_t = start
        last: cython.size_t
        index: cython.size_t
        span: u32 = 0
        for index in range(start, stop):
            span = max(span, self.spare[index].game - base)
        rice: cython.int = _rice_of(span, max(cython.cast(cython.size_t, 1), (stop - start) // buckets))
        sink.size = HEADER + 4 * places + 16 * (stop - start) + 4 * buckets + 64
        sink.data = cython.cast(cython.pointer(u8), PyMem_Malloc(sink.size))
        if sink.data == cython.NULL:
            raise MemoryError
        sink.data[0], sink.data[1], sink.data[2], sink.data[3] = bits, rice, buckets & 255, buckets >> 8
        sink.at = 8 * (HEADER + 4 * places)
        sink.held = 0
        for bucket in range(buckets):
            if bucket % STRIDE == 0:
                for index in range(4):
                    sink.data[HEADER + 4 * (bucket // STRIDE) + index] = (sink.at >> (8 * index)) & 255
            last = at
            while last < stop and (bits == 0 or (self.spare[last].key - first) >> shift == bucket):
                last += 1
            self._put_bucket(cython.address(sink), at, last, bits, rice, base)
            at = last
        packed: bytes = PyBytes_FromStringAndSize(cython.cast(cython.p_char, sink.data), (sink.at + 7) // 8)
        PyMem_Free(sink.data)
        return packed

    def _put_bucket(self, sink, start, stop, bits, rice, base):
        """Writes one bucket and uses up its entries."""
        at: cython.size_t = start
        after: cython.size_t
        often: cython.int = 0
        rare: cython.size_t = 0
        games: cython.pointer(u32) = cython.cast(cython.pointer(u32), self.spare + start)  # never ahead of the reader
        gap: u32 = base
        if stop - start >= OFTEN:
            while at < stop:
                after = _end_of_key(self.spare, at, stop)
                often += after - at >= OFTEN
                at = after
        _put_number(sink, often)
        at = start
        while often and at < stop:
            after = _end_of_key(self.spare, at, stop)
            if after - at >= OFTEN:
                _put_often(sink, self.spare + at, after - at, bits, base)
            at = after
        at = start
        while at < stop:
            after = _end_of_key(self.spare, at, stop) if often else stop
            if often == 0 or after - at < OFTEN:
                while at < after:
                    rare = _insert(games, rare, self.spare[at].game)
                    at += 1
            at = after
        _put_number(sink, rare)
        for at in range(rare):
            _put_rice(sink, games[at] - gap, rice)
            gap = games[at] + 1


def _grow(entries, room):
    """Doubles the room for entries; False without memory."""
    wanted: cython.size_t = max(cython.cast(cython.size_t, ROOM), 2 * room[0])
    grown: cython.p_void = realloc(entries[0], wanted * cython.sizeof(Entry))
    if grown == cython.NULL:
        return False
    entries[0] = cython.cast(cython.pointer(Entry), grown)
    room[0] = wanted
    return True


def _renumber(part, numbers):
    """Assigns the games' numbers to the entries; entries of games without one are dropped."""
    kept: cython.size_t = 0
    index: cython.size_t
    for index in range(part.count):
        part.entries[kept] = part.entries[index]
        part.entries[kept].game = numbers[part.entries[index].game]
        kept += part.entries[kept].game != 0
    part.count = kept


def _put_in_order(entries, spare, count):
    """Sorts by key, stably: few by insertion; many, mostly of one position, by merging."""
    index: cython.size_t
    place: cython.size_t
    middle: cython.size_t
    after: cython.size_t
    other: cython.size_t
    moved: Entry
    for index in range(1, count):
        if entries[index - 1].key > entries[index].key:
            break
    else:
        return
    if count <= FEW:
        for index in range(1, count):
            moved = entries[index]
            place = index
            while place > 0 and entries[place - 1].key > moved.key:
                entries[place] = entries[place - 1]
                place -= 1
            entries[place] = moved
        return
    middle = count // 2
    _put_in_order(entries, spare, middle)
    _put_in_order(entries + middle, spare, count - middle)
    memcpy(spare, entries, middle * cython.sizeof(Entry))
    index, other, after = 0, middle, 0
    while index < middle:
        if other < count and entries[other].key < spare[index].key:
            entries[after] = entries[other]
            other += 1
        else:
            entries[after] = spare[index]
            index += 1
        after += 1


def _end_of_key(entries, at, stop):
    """Returns the end of the entries with the key at `at`."""
    after: cython.size_t = at + 1
    while after < stop and entries[after].key == entries[at].key:
        after += 1
    return after


def _insert(games, count, game):
    """Inserts a game in ascending order unless it is there. Returns the new number of games."""
    place: cython.size_t = count
    index: cython.size_t
    while place > 0 and games[place - 1] > game:
        place -= 1
    if place > 0 and games[place - 1] == game:
        return count
    for index in range(count, place, -1):
        games[index] = games[index - 1]
    games[place] = game
    return count + 1


def _put_often(sink, entries, count, bits, base):
    """Writes the games of one position, with the move of each."""
    moves: u16[MAX_MOVES]
    known: cython.int = 0
    place: cython.int
    width: cython.int
    index: cython.size_t
    gap: u32 = 0
    rice: cython.int = _rice_of(entries[count - 1].game - base, count)
    for index in range(count):
        place = _place_of(moves, known, entries[index].move)
        if place == known and known < MAX_MOVES:
            moves[known] = entries[index].move
            known += 1
    width = _width_of(known)
    _put(sink, (entries[0].key << bits) >> (64 - TAG_BITS), TAG_BITS)
    _put_number(sink, count)
    _put_number(sink, known)
    _put(sink, rice, 5)
    for place in range(known):
        _put(sink, moves[place], 16)
    for index in range(count):
        _put_rice(sink, entries[index].game - base - gap, rice)
        gap = entries[index].game - base + 1
        _put(sink, min(_place_of(moves, known, entries[index].move), MAX_MOVES - 1), width)


def _place_of(moves, known, move):
    """Returns the index of a move among the known ones; their number if it is new."""
    place: cython.int
    for place in range(known):
        if moves[place] == move:
            return place
    return known


def _width_of(known):
    """Returns the number of bits for an index below `known`."""
    width: cython.int = 0
    while (1 << width) < known:
        width += 1
    return width


def _rice_of(span, count):
    """Returns the Rice parameter for `count` games spread over `span` numbers."""
    rice: cython.int = 0
    gap: cython.size_t = span // count
    while gap > 1:
        rice += 1
        gap >>= 1
    return rice


def _put(sink, value, width):
    """Writes the lowest `width` bits of a value, at most 56, lowest first. Overwrites up to 8 bytes after them."""
    inside: cython.int = sink.at & 7
    place: cython.pointer(u8) = sink.data + (sink.at >> 3)
    index: cython.int
    sink.held |= (value & ((cython.cast(u64, 1) << width) - 1)) << inside
    if LITTLE:
        memcpy(place, cython.address(sink.held), 8)
    else:
        for index in range(8):
            place[index] = (sink.held >> (8 * index)) & 255
    sink.at += width
    sink.held >>= (inside + width) & 56


def _put_rice(sink, value, rice):
    """Writes a gap in Rice code."""
    ones: u32 = value >> rice
    while ones > 16:
        _put(sink, 0xFFFF, 16)
        ones -= 16
    rest: u64 = value & ((cython.cast(u64, 1) << rice) - 1)
    _put(sink, (rest << (ones + 1)) | ((cython.cast(u64, 1) << ones) - 1), ones + 1 + rice)


def _put_number(sink, value):
    """Writes a number, small ones shorter (Elias gamma): its length in unary, then its bits below the highest."""
    width: cython.int = 0
    while ((value + 1) >> (width + 1)) > 0:
        width += 1
    _put(sink, (cython.cast(u64, 1) << width) - 1, width)
    _put(sink, 0, 1)
    _put(sink, value + 1, width)


def _get(source, width):
    """Returns the next bits; after the end the source is `broken`."""
    value: u64 = 0
    place: cython.size_t = source.at >> 3
    inside: cython.int = source.at & 7
    index: cython.int
    if source.at + width > source.size:
        source.broken = True
        return 0
    for index in range((inside + width + 7) >> 3):
        value |= cython.cast(u64, source.data[place + index]) << (8 * index)
    source.at += width
    return (value >> inside) & ((cython.cast(u64, 1) << width) - 1)


def _get_ones(source):
    """Returns the number of ones before the next zero, which is skipped."""
    ones: u32 = 0
    while source.at < source.size and (source.data[source.at >> 3] >> (source.at & 7)) & 1:
        source.at += 1
        ones += 1
    if source.at >= source.size:
        source.broken = True
    source.at += 1
    return ones


def _get_rice(source, rice):
    ones: u64 = _get_ones(source)
    return (ones << rice) | _get(source, rice)


def _get_number(source):
    """Returns a number. It counts things of at least one bit, so a number above the remaining bits marks the source
    broken."""
    width: u32 = _get_ones(source)
    number: u64
    if width > 32:
        source.broken = True
        return 0
    number = ((cython.cast(u64, 1) << width) | _get(source, width)) - 1
    if source.broken or number > source.size - source.at:
        source.broken = True
        return 0
    return number


def find(first_key: cython.longlong, block: bytes, key: u64, base: u32):
    """Returns one block's answer about a position (see postings.pyi); None if it is damaged."""
    source: Source
    size: cython.size_t = len(block)
    wanted: u64 = (key ^ SIGN) - (cython.cast(u64, first_key) ^ SIGN)
    bucket: u64
    _at: cython.size_t
    often: u64
    tag: u64
    found: list = []
    source.data = block
    source.size = 8 * size
    source.at = 0
    source.broken = size < HEADER
    if source.broken or source.data[0] > 40 or source.data[1] > 31:
        return None
    bits: cython.int = source.data[0]
    rice: cython.int = source.data[1]
    buckets: cython.size_t = source.data[2] | (source.data[3] << 8)
    bucket = wanted >> (64 - bits) if bits else 0
    if (key ^ SIGN) < (cython.cast(u64, first_key) ^ SIGN) or bucket >= buckets:
        return found, array("I")
    tag = ((key ^ SIGN) << bits) >> (64 - TAG_BITS)
    source.at = 8 * (HEADER + 4 * (bucket // STRIDE))
    source.at = _get(cython.address(source), 32)
    for _at in range(bucket % STRIDE):
        often = _get_number(cython.address(source))
        while often and not source.broken:
            _get_often(cython.address(source), tag, base, None)
            often -= 1
        _get_games(cython.address(source), rice, base, False)
    often = _get_number(cython.address(source))
    while often and not source.broken:
        _get_often(cython.address(source), tag, base, found)
        often -= 1
    rare = _get_games(cython.address(source), rice, base, True)
    return None if source.broken else (found, rare)


def _get_often(source, tag, base, found):
    """Reads the games of a position; appends them with their moves if the tag matches."""
    here: u64 = _get(source, TAG_BITS)
    count: u64 = _get_number(source)
    known: u64 = _get_number(source)
    rice: cython.int = _get(source, 5)
    kept: u16[MAX_MOVES]
    index: u64
    game: u64 = base
    place: u64
    width: cython.int
    if source.broken or known > MAX_MOVES or known == 0:
        source.broken = True
        return
    for index in range(known):
        kept[index] = _get(source, 16)
    width = _width_of(known)
    wanted: cython.bint = found is not None and here == tag
    games: c_array.array = c_array.clone(MAKER, count if wanted else 0, False)
    moves: c_array.array = c_array.clone(MOVE_MAKER, count if wanted else 0, False)
    for index in range(count):
        game += _get_rice(source, rice)
        place = _get(source, width)
        if source.broken or game > MOST_GAMES or place >= known:
            source.broken = True
            return
        if wanted:
            games.data.as_uints[index] = game
            moves.data.as_ushorts[index] = kept[place]
        game += 1
    if wanted:
        found.append((games, moves))


def _get_games(source, rice, base, wanted):
    """Reads the games of rare positions; returns them if wanted."""
    count: u64 = _get_number(source)
    index: u64
    game: u64 = base
    games: c_array.array = c_array.clone(MAKER, count if wanted else 0, False)
    for index in range(count):
        game += _get_rice(source, rice)
        if source.broken or game > MOST_GAMES:
            source.broken = True
            break
        if wanted:
            games.data.as_uints[index] = game
        game += 1
    return games
