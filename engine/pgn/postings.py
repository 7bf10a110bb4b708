"""Which games reached which position: for each import batch ("run") a hash index of its own, packed in bits.

The highest `bits` of a key are its bucket, of about 4 to 8 entries. What a bucket holds:

- Positions that at least 16 games reached: 24 more bits of the key, the games and the move of each. One game, played over,
  shows whether it is this position.
- All others: the games only, of all positions of the bucket together. Each must be played over (`engine.pgn.replay`), which
  says exactly whether the game was there and what was played.

So an entry costs about 1.7 bytes where key, game and move would take 14, and what is found is exact to all 64 bits. Games are
kept as gaps in Rice codes: the rest in `rice` bits, the quotient as so many ones and a zero. A block is 4,096 buckets: `bits`
and `rice` (1 byte each), the number of buckets (2), where each 32nd bucket begins (4 bytes each, in bits), the buckets. Its
first key is kept outside, where it is searched for. A game that reaches a position twice is counted once, with its first move.
"""

from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cython.cimports.engine.rules.types import MAX_MOVES, NO_MOVE, u8, u16, u32, u64
from cython.cimports.libc.string import memcpy, memset

SIGN = cython.declare(u64, 0x8000000000000000)
MOST_GAMES = cython.declare(u64, 0xFFFFFFFF)
PROMOTED = cython.declare(u64, 0x8000000000000000)
TOP_GAMES = cython.declare(cython.int, 5)
MAKER: c_array.array = array("I")
MOVE_MAKER: c_array.array = array("H")


class PostingsBuilder:
    """Collects the positions of games and gives them sorted (see postings.pyi)."""

    def __cinit__(self):
        self.count = 0
        self.room = 1 << 16
        self.entries = cython.cast(cython.pointer(Entry), PyMem_Malloc(self.room * cython.sizeof(Entry)))
        if self.entries == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.entries)

    def __len__(self):
        return self.count

    def add(self, game: u32, keys: c_array.array, moves: c_array.array):
        """Adds the positions of a game: `keys` has one more than `moves`."""
        index: cython.Py_ssize_t
        size: cython.Py_ssize_t = len(keys)
        plies: cython.Py_ssize_t = len(moves)
        grown: cython.pointer(Entry)
        if self.count + size > self.room:
            while self.count + size > self.room:
                self.room *= 2
            grown = cython.cast(cython.pointer(Entry), PyMem_Realloc(self.entries, self.room * cython.sizeof(Entry)))
            if grown == cython.NULL:
                raise MemoryError
            self.entries = grown
        for index in range(size):
            self.entries[self.count].key = keys.data.as_ulonglongs[index] ^ SIGN
            self.entries[self.count].game = game
            self.entries[self.count].move = moves.data.as_ushorts[index] if index < plies else NO_MOVE
            self.count += 1

    def blocks(self, base: u32):
        """All entries as blocks of (signed first key, packed block), ascending; the builder is empty afterwards."""
        packed: list = []
        bits: cython.int = 0
        start: cython.size_t = 0
        stop: cython.size_t
        first: u64 = 0
        shift: cython.int
        with cython.nogil:
            ok: cython.bint = _sort(self.entries, self.count)
            self.count = _unique(self.entries, self.count) if ok else 0
        if not ok:
            raise MemoryError
        while (self.count >> bits) > MOST_IN_BUCKET:
            bits += 1
        shift = 64 - max(0, bits - BLOCK_BITS)
        while start < self.count:
            stop = self.count
            first = 0
            if shift < 64:
                first = (self.entries[start].key >> shift) << shift
                stop = start
                while stop < self.count and self.entries[stop].key >> shift == first >> shift:
                    stop += 1
            packed.append((cython.cast(cython.longlong, first ^ SIGN), self._packed(start, stop, first, bits, base)))
            start = stop
        self.count = 0
        return packed

    def _packed(self, start, stop, first, bits, base):
        """The entries from `start` to `stop` as a block."""
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
            span = max(span, self.entries[index].game - base)
        rice: cython.int = _rice_of(span, max(cython.cast(cython.size_t, 1), (stop - start) // buckets))
        sink.size = HEADER + 4 * places + 16 * (stop - start) + 4 * buckets + 64
        sink.data = cython.cast(cython.pointer(u8), PyMem_Malloc(sink.size))
        if sink.data == cython.NULL:
            raise MemoryError
        memset(sink.data, 0, sink.size)
        sink.data[0], sink.data[1], sink.data[2], sink.data[3] = bits, rice, buckets & 255, buckets >> 8
        sink.at = 8 * (HEADER + 4 * places)
        for bucket in range(buckets):
            if bucket % STRIDE == 0:
                for index in range(4):
                    sink.data[HEADER + 4 * (bucket // STRIDE) + index] = (sink.at >> (8 * index)) & 255
            last = at
            while last < stop and (bits == 0 or (self.entries[last].key - first) >> shift == bucket):
                last += 1
            self._put_bucket(cython.address(sink), at, last, bits, rice, base)
            at = last
        packed: bytes = PyBytes_FromStringAndSize(cython.cast(cython.p_char, sink.data), (sink.at + 7) // 8)
        PyMem_Free(sink.data)
        return packed

    def _put_bucket(self, sink, start, stop, bits, rice, base):
        """One bucket. Its entries of rare positions are sorted by game in their place, and lose what is not kept."""
        at: cython.size_t = start
        after: cython.size_t
        often: cython.int = 0
        rare: cython.size_t = start
        gap: u32 = 0
        while at < stop:
            after = _end_of_key(self.entries, at, stop)
            often += after - at >= OFTEN
            at = after
        _put_number(sink, often)
        at = start
        while at < stop:
            after = _end_of_key(self.entries, at, stop)
            if after - at >= OFTEN:
                _put_often(sink, self.entries + at, after - at, bits, base)
            else:
                while at < after:
                    rare = _insert(self.entries, start, rare, self.entries[at])
                    at += 1
            at = after
        _put_number(sink, rare - start)
        for at in range(start, rare):
            _put_rice(sink, self.entries[at].game - base - gap, rice)
            gap = self.entries[at].game - base + 1


def _sort(entries, count):
    """Sorts by key; stable, so that games stay in their order. False without memory.

    Three passes of a radix sort over the highest 33 bits; the few keys that agree in them are then put in order one by one.
    """
    spare: cython.pointer(Entry)
    source: cython.pointer(Entry) = entries
    target: cython.pointer(Entry)
    places: cython.size_t[2048]
    total: cython.size_t
    here: cython.size_t
    index: cython.size_t
    digit: cython.int
    shift: cython.int
    moved: Entry
    with cython.gil:
        spare = cython.cast(cython.pointer(Entry), PyMem_Malloc((count + 1) * cython.sizeof(Entry)))
    if spare == cython.NULL:
        return False
    target = spare
    for shift in range(31, 64, 11):
        memset(places, 0, cython.sizeof(places))
        for index in range(count):
            places[(source[index].key >> shift) & 2047] += 1
        total = 0
        for digit in range(2048):
            here = places[digit]
            places[digit] = total
            total += here
        for index in range(count):
            digit = (source[index].key >> shift) & 2047
            target[places[digit]] = source[index]
            places[digit] += 1
        source, target = target, source
    memcpy(entries, source, count * cython.sizeof(Entry))
    for index in range(1, count):
        moved = entries[index]
        here = index
        while here > 0 and entries[here - 1].key > moved.key:
            entries[here] = entries[here - 1]
            here -= 1
        entries[here] = moved
    with cython.gil:
        PyMem_Free(spare)
    return True


def _unique(entries, count):
    """Keeps the first entry of each position and game."""
    kept: cython.size_t = 0
    index: cython.size_t
    for index in range(count):
        if kept and entries[kept - 1].key == entries[index].key and entries[kept - 1].game == entries[index].game:
            continue
        entries[kept] = entries[index]
        kept += 1
    return kept


def _end_of_key(entries, at, stop):
    """Where the entries of the position at `at` end."""
    after: cython.size_t = at + 1
    while after < stop and entries[after].key == entries[at].key:
        after += 1
    return after


def _insert(entries, start, stop, entry):
    """Puts an entry among those from `start` to `stop` by its game, if that is not there. Returns the new end."""
    place: cython.size_t = stop
    index: cython.size_t
    while place > start and entries[place - 1].game > entry.game:
        place -= 1
    if place > start and entries[place - 1].game == entry.game:
        return stop
    for index in range(stop, place, -1):
        entries[index] = entries[index - 1]
    entries[place] = entry
    return stop + 1


def _put_often(sink, entries, count, bits, base):
    """The games of one position with the move of each."""
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
    """The place of a move among those known; their number where it is not there."""
    place: cython.int
    for place in range(known):
        if moves[place] == move:
            return place
    return known


def _width_of(known):
    """Bits for the place of one of so many moves."""
    width: cython.int = 0
    while (1 << width) < known:
        width += 1
    return width


def _rice_of(span, count):
    """The bits of a gap's rest, where `count` games are spread over `span` numbers."""
    rice: cython.int = 0
    gap: cython.size_t = span // count
    while gap > 1:
        rice += 1
        gap >>= 1
    return rice


def _put(sink, value, width):
    """The lowest `width` bits of a value, the lowest first; at most 56. The data is zero before, and has room to spare."""
    left: u64 = (value & ((cython.cast(u64, 1) << width) - 1)) << (sink.at & 7)
    place: cython.pointer(u8) = sink.data + (sink.at >> 3)
    sink.at += width
    while left:
        place[0] |= left & 255
        left >>= 8
        place += 1


def _put_rice(sink, value, rice):
    """A gap."""
    ones: u32 = value >> rice
    while ones > 16:
        _put(sink, 0xFFFF, 16)
        ones -= 16
    rest: u64 = value & ((cython.cast(u64, 1) << rice) - 1)
    _put(sink, (rest << (ones + 1)) | ((cython.cast(u64, 1) << ones) - 1), ones + 1 + rice)


def _put_number(sink, value):
    """A number, small ones shorter: its length in ones, then its bits below the highest."""
    width: cython.int = 0
    while ((value + 1) >> (width + 1)) > 0:
        width += 1
    _put(sink, (cython.cast(u64, 1) << width) - 1, width)
    _put(sink, 0, 1)
    _put(sink, value + 1, width)


def _get(source, width):
    """The next bits; behind the end the source is `broken`."""
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
    """How many ones come before the next zero, which is stepped over."""
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
    """A number; it counts things that take a bit at least, so more than there are left is broken."""
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
    """What one block says of a position (see postings.pyi); None if it is damaged."""
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
    """Reads the games of a position; appends them with their moves where it has this tag and they are `found`."""
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
    """Reads the games of rare positions; answers them where they are wanted."""
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


def pack_traits(material: u64, elo: u16, year: u16, result: u8):
    """The 16 bytes that a collection keeps in memory of a game."""
    traits: Traits
    memset(cython.address(traits), 0, cython.sizeof(Traits))
    traits.material = material
    traits.elo = elo
    traits.year = year
    traits.result = result
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(traits)), cython.sizeof(Traits))


def _count(total, game, traits):
    """Adds a game to the statistics of a move, and keeps the five with the highest Elo."""
    place: cython.int
    total.games += 1
    if traits.result <= 5:
        total.results[traits.result] += 1
    if traits.elo:
        total.elos += traits.elo
        total.rated += 1
    if traits.year > total.last_year:
        total.last_year = traits.year
    if total.filled == TOP_GAMES and traits.elo <= total.top_elos[TOP_GAMES - 1]:
        return
    place = total.filled if total.filled < TOP_GAMES else TOP_GAMES - 1
    total.filled = place + 1
    while place > 0 and total.top_elos[place - 1] < traits.elo:
        total.top[place] = total.top[place - 1]
        total.top_elos[place] = total.top_elos[place - 1]
        place -= 1
    total.top[place] = game
    total.top_elos[place] = traits.elo


def tally(games: c_array.array, moves: c_array.array, traits: bytes):
    """Statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top games]}."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    known: cython.size_t = len(traits) // cython.sizeof(Traits)
    slots: cython.short[65536]  # by move: 1 + its place in totals
    totals: Tally[MAX_MOVES]
    used: cython.int = 0
    index: cython.Py_ssize_t
    size: cython.Py_ssize_t = min(len(games), len(moves))
    move: u16
    game: u32
    with cython.nogil:
        memset(slots, 0, cython.sizeof(slots))
        memset(totals, 0, cython.sizeof(totals))
        for index in range(size):
            move = moves.data.as_ushorts[index]
            game = games.data.as_uints[index]
            if slots[move] == 0 and used < MAX_MOVES:
                totals[used].move = move
                used += 1
                slots[move] = used
            if game < known and slots[move]:
                _count(cython.address(totals[slots[move] - 1]), game, table + game)
    found: dict = {}
    for index in range(used):
        top = [totals[index].top[place] for place in range(totals[index].filled)]
        found[totals[index].move] = [
            totals[index].games,
            totals[index].results[1],
            totals[index].results[3],
            totals[index].results[2],
            totals[index].elos,
            totals[index].rated,
            totals[index].last_year,
            top,
        ]
    return found


def games_that_may_have(traits: bytes, wanted: u64, least: u64):
    """Games whose final material does not rule out that they had this material (or with colours changed, `least`)."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    known: cython.size_t = len(traits) // cython.sizeof(Traits)
    index: cython.size_t
    found: list = []
    for index in range(1, known):
        if (
            table[index].material & PROMOTED
            or _within(table[index].material, wanted)
            or (_within(table[index].material, least))
        ):
            found.append(index)
    return array("I", found)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _within(material: u64, bound: u64) -> cython.bint:
    shift: cython.int
    for shift in range(0, 40, 4):  # noqa: SIM110 - a generator is no C loop
        if ((material >> shift) & 15) > ((bound >> shift) & 15):
            return False
    return True
