"""The transposition table (layout: transposition.pxd). Mate and tablebase scores are stored relative to the node and converted
by ply when read."""

import cython
from cython.cimports.engine.rules.types import NO_MOVE, SCORE_NONE, SCORE_TB_BOUND, Move, i16, u8, u64
from cython.cimports.engine.search.ticks import zeroed_again, zeroed_block, zeroed_release
from cython.cimports.libc.string import memset

SPLIT_MASK = cython.declare(u64, (cython.cast(u64, 1) << DOUBLED_SHIFT) - 1)
SEED_FACTOR = cython.declare(u64, 6364136223846793005)  # Knuth's MMIX generator
SEED_STEP = cython.declare(u64, 1442695040888963407)
SAMPLED = cython.declare(cython.int, 8)  # buckets looked at before the table grows
GROWTH_NODES = cython.declare(u64, 1024)  # a search stores at most one entry a node, that is a quarter of a bucket


def table_allocate(table, megabytes):
    """Replaces the table by an empty one. Returns False, with no change, if there is not enough memory."""
    count: u64 = megabytes * 1024 * 1024 // cython.sizeof(Bucket)
    doublings: cython.int = 0
    while (count >> doublings) * cython.sizeof(Bucket) > cython.cast(u64, FIRST_MB) << 20:
        doublings += 1
    first: u64 = count >> doublings
    count = first << doublings
    block: cython.p_void = zeroed_block(
        count * cython.sizeof(Bucket)
    )  # zeroed by the system, page by page at first use
    if block == cython.NULL:
        return False
    table_release(table)
    table.buckets = cython.cast(cython.pointer(Bucket), block)
    table.first = first
    table.count = count
    store_word(cython.address(table.grown), first)
    table.age = 0
    table.seen = False
    return True


def table_release(table):
    """Frees the memory."""
    if table.buckets != cython.NULL:
        zeroed_release(table.buckets, table.count * cython.sizeof(Bucket))
    table.buckets = cython.NULL
    table.count = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _in_use(table: cython.pointer(Table)) -> u64:
    """The number of buckets in use, rounded down to a doubling."""
    return table.first << (table.grown >> DOUBLED_SHIFT)


def table_touch(table):
    """Touches the first pages of an unused table, because a large page takes the system up to 15 ms at first use."""
    step: u64 = 4096 // cython.sizeof(Bucket)
    index: u64 = 0
    while not table.seen and index < table.first:
        table.buckets[index].slots[0].data = 0
        index += step


def table_clear(table):
    """Empties the table and returns its memory to the system. An unused table is already empty."""
    if table.seen:
        touched: u64 = min(table.count, 2 * _in_use(table))  # while it doubles, up to twice as many are written
        store_word(cython.address(table.grown), table.first)
        zeroed_again(table.buckets, touched * cython.sizeof(Bucket))
    table.age = 0
    table.seen = False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _half_full(table: cython.pointer(Table), seed: u64) -> cython.bint:
    """Whether half the slots of some buckets are filled."""
    filled: cython.int = 0
    left: cython.int = SAMPLED
    slot: cython.int
    while left > 0:
        left -= 1
        seed = seed * SEED_FACTOR + SEED_STEP
        bucket: cython.pointer(Bucket) = bucket_of(table, seed)
        for slot in range(SLOTS):
            filled += bucket.slots[slot].data != 0
    return filled * 2 >= SAMPLED * SLOTS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _split(table: cython.pointer(Table), buckets: u64, index: u64) -> cython.void:
    """Moves the entries of a bucket to the two that take its place. Other threads may lose entries meanwhile, but never find
    one of another position: every entry is compared with the whole key."""
    old: Bucket = table.buckets[index]
    slot: cython.int
    half: cython.int
    kept: cython.int[2]
    kept[0] = kept[1] = 0
    memset(cython.address(table.buckets[2 * index]), 0, 2 * cython.sizeof(Bucket))
    for slot in range(SLOTS):
        if old.slots[slot].data == 0:
            continue
        key: u64 = old.slots[slot].check ^ old.slots[slot].data
        place: u64 = ((key >> 32) * (buckets << 1)) >> 32
        if place >> 1 != index:  # torn by two writers
            continue
        half = place & 1
        table.buckets[place].slots[kept[half]] = old.slots[slot]
        kept[half] += 1


def table_grow(table, nodes, threads):
    """Lets the table grow if it is half full: called by one thread, every now and then, with its nodes of this search."""
    grown: u64 = table.grown
    buckets: u64 = table.first << (grown >> DOUBLED_SHIFT)
    split: u64 = grown & SPLIT_MASK
    if buckets >= table.count or nodes < table.grown_nodes + GROWTH_NODES:
        return
    table.grown_nodes = nodes
    if split == buckets and not _half_full(table, nodes):
        return
    todo: u64 = GROWTH_NODES // 2 * threads
    while todo > 0 and split > 0:
        split -= 1
        todo -= 1
        _split(table, buckets, split)
        store_word(cython.address(table.grown), (grown & ~SPLIT_MASK) | split)
    if split == 0:
        store_word(cython.address(table.grown), ((grown >> DOUBLED_SHIFT) + 1) << DOUBLED_SHIFT | buckets << 1)


def table_next_search(table):
    """Starts a new age for the entries stored from now on."""
    table.age = (table.age + 1) % AGE_CYCLE
    table.grown_nodes = 0
    table.seen = True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from_node(score: cython.int, ply: cython.int) -> cython.int:
    if score == SCORE_NONE:
        return score
    if score > SCORE_TB_BOUND:
        return score - ply
    return score + ply if score < -SCORE_TB_BOUND else score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _to_node(score: cython.int, ply: cython.int) -> cython.int:
    if score == SCORE_NONE:
        return score
    if score > SCORE_TB_BOUND:
        return score + ply
    return score - ply if score < -SCORE_TB_BOUND else score


def table_probe(table, key, ply, hit):
    """Looks up a position and fills `hit`. Returns whether it was found."""
    bucket: cython.pointer(Bucket) = bucket_of(table, key)
    index: cython.int
    for index in range(SLOTS):
        data: u64 = bucket.slots[index].data
        if (bucket.slots[index].check ^ data) == key and data != 0:
            hit.move = cython.cast(Move, data & 0xFFFF)
            hit.score = _from_node(cython.cast(i16, (data >> 16) & 0xFFFF), ply)
            hit.evaluation = cython.cast(i16, (data >> 32) & 0xFFFF)
            hit.depth = cython.cast(cython.int, (data >> 48) & 0xFF) - DEPTH_OFFSET
            hit.bound = cython.cast(cython.int, (data >> 56) & 3)
            hit.was_pv = (data >> 58) & 1
            return True
    hit.move = NO_MOVE
    hit.score = SCORE_NONE
    hit.evaluation = SCORE_NONE
    hit.depth = -DEPTH_OFFSET
    hit.bound = BOUND_NONE
    hit.was_pv = False
    return False


def table_store(table, key, ply, move, score, evaluation, depth, bound, pv):
    """Stores a result in the slot of the same position or in an empty one. Otherwise it replaces the entry of least depth,
    with 4 plies deducted for each search since it was stored."""
    bucket: cython.pointer(Bucket) = bucket_of(table, key)
    chosen: cython.int = 0
    worst: cython.int = 1 << 20
    index: cython.int
    data: u64
    same: cython.bint = False
    for index in range(SLOTS):
        data = bucket.slots[index].data
        if (bucket.slots[index].check ^ data) == key or data == 0:
            chosen = index
            same = data != 0
            break
        searches_ago: cython.int = (AGE_CYCLE + table.age - cython.cast(cython.int, data >> 59)) & (AGE_CYCLE - 1)
        worth: cython.int = cython.cast(cython.int, (data >> 48) & 0xFF) - 4 * searches_ago
        if worth < worst:
            worst = worth
            chosen = index
    if same:
        data = bucket.slots[chosen].data
        old_depth: cython.int = cython.cast(cython.int, (data >> 48) & 0xFF)
        current: cython.bint = cython.cast(u8, data >> 59) == table.age
        if move == NO_MOVE:
            move = cython.cast(Move, data & 0xFFFF)
        if bound != BOUND_EXACT and current and depth + DEPTH_OFFSET + 4 + 2 * pv <= old_depth:
            return  # a much deeper result of this search outweighs a shallow bound
    stored: cython.int = _to_node(score, ply)
    data = (
        cython.cast(u64, move)
        | (cython.cast(u64, stored & 0xFFFF) << 16)
        | (cython.cast(u64, evaluation & 0xFFFF) << 32)
        | (cython.cast(u64, (depth + DEPTH_OFFSET) & 0xFF) << 48)
        | (cython.cast(u64, bound | (4 if pv else 0) | (table.age << 3)) << 56)
    )
    bucket.slots[chosen].check = key ^ data
    bucket.slots[chosen].data = data


def table_permille(table):
    """The permille of the full-grown table that this search filled, from 1,000 sampled slots."""
    used: u64 = 0
    buckets: u64 = min(cython.cast(u64, 250), table.first)
    index: u64
    slot: cython.int
    for index in range(buckets):
        for slot in range(SLOTS):
            data: u64 = table.buckets[index].slots[slot].data
            if data != 0 and cython.cast(u8, data >> 59) == table.age:
                used += 1
    return cython.cast(cython.int, used * 1000 * _in_use(table) // (buckets * SLOTS * table.count))
