"""Which games reached which position: entries of key, game and move, sorted by key and packed in blocks of 4,096.

A block is: count (2 bytes), the keys as variable-length differences to the one before (7 bits a byte), the games (4
bytes each), the moves (2 bytes each), little-endian. That is about 12 bytes a ply; the first key of a block is kept
outside, where it is searched for. Keys keep all 64 bits, so a search is exact. A game that reaches a position twice is
counted once, with its first move there.
"""

from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cython.cimports.engine.rules.types import MAX_MOVES, NO_MOVE, u8, u16, u32, u64
from cython.cimports.libc.string import memcpy, memset

BLOCK_ENTRIES = cython.declare(cython.int, 4096)
SIGN = cython.declare(u64, 0x8000000000000000)
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

    def blocks(self):
        """All entries as blocks of (signed first key, packed block), ascending; the builder is empty afterwards."""
        packed: list = []
        start: cython.size_t = 0
        size: cython.size_t
        with cython.nogil:
            ok: cython.bint = _sort(self.entries, self.count)
            self.count = _unique(self.entries, self.count) if ok else 0
        if not ok:
            raise MemoryError
        while start < self.count:
            size = min(cython.cast(cython.size_t, BLOCK_ENTRIES), self.count - start)
            first: cython.longlong = cython.cast(cython.longlong, self.entries[start].key ^ SIGN)
            packed.append((first, _pack(self.entries + start, size)))
            start += size
        self.count = 0
        return packed


def _sort(entries, count):
    """Radix sort by key, one byte after the other; stable, so that games stay in their order. False without memory."""
    spare: cython.pointer(Entry)
    source: cython.pointer(Entry) = entries
    target: cython.pointer(Entry)
    places: cython.size_t[256]
    total: cython.size_t
    here: cython.size_t
    index: cython.size_t
    digit: cython.int
    shift: cython.int
    with cython.gil:
        spare = cython.cast(cython.pointer(Entry), PyMem_Malloc((count + 1) * cython.sizeof(Entry)))
    if spare == cython.NULL:
        return False
    target = spare
    for shift in range(0, 64, 8):
        memset(places, 0, cython.sizeof(places))
        for index in range(count):
            places[(source[index].key >> shift) & 255] += 1
        total = 0
        for digit in range(256):
            here = places[digit]
            places[digit] = total
            total += here
        for index in range(count):
            digit = (source[index].key >> shift) & 255
            target[places[digit]] = source[index]
            places[digit] += 1
        source, target = target, source
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


@cython.cfunc
def _pack(entries: cython.pointer(Entry), count: cython.size_t) -> bytes:
    buffer: u8[4096 * 16 + 2]
    at: cython.size_t = 2
    index: cython.size_t
    rest: u64
    game: u32
    move: u16
    buffer[0] = count & 255
    buffer[1] = count >> 8
    for index in range(1, count):
        rest = entries[index].key - entries[index - 1].key
        while rest >= 128:
            buffer[at] = (rest & 127) | 128
            at += 1
            rest >>= 7
        buffer[at] = rest
        at += 1
    for index in range(count):
        game = entries[index].game
        memcpy(cython.address(buffer[at]), cython.address(game), 4)
        at += 4
    for index in range(count):
        move = entries[index].move
        memcpy(cython.address(buffer[at]), cython.address(move), 2)
        at += 2
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, buffer), at)


def find(first_key: cython.longlong, block: bytes, key: u64):
    """The games and moves of a position in one block; None if the block is damaged."""
    data: cython.p_uchar = block
    size: cython.size_t = len(block)
    count: cython.size_t
    at: cython.size_t = 2
    index: cython.size_t
    shift: cython.int
    delta: u64
    current: u64 = cython.cast(u64, first_key) ^ SIGN
    wanted: u64 = key ^ SIGN
    begin: cython.size_t = 0
    stop: cython.size_t = 0
    if size < 2:
        return None
    count = data[0] | (data[1] << 8)
    for index in range(count):
        if index:
            delta = 0
            shift = 0
            while at < size and data[at] & 128 and shift < 63:
                delta |= cython.cast(u64, data[at] & 127) << shift
                shift += 7
                at += 1
            if at >= size:
                return None
            delta |= cython.cast(u64, data[at]) << shift
            at += 1
            if current + delta < current:
                return None
            current += delta
        if current < wanted:
            begin = index + 1
        if current <= wanted:
            stop = index + 1
    if at + 6 * count != size:
        return None
    games: c_array.array = c_array.clone(MAKER, stop - begin, False)
    moves: c_array.array = c_array.clone(MOVE_MAKER, stop - begin, False)
    if stop > begin:  # an empty array has no address, which C's memcpy must not be given
        memcpy(games.data.as_voidptr, data + at + 4 * begin, 4 * (stop - begin))
        memcpy(moves.data.as_voidptr, data + at + 4 * count + 2 * begin, 2 * (stop - begin))
    return games, moves


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
