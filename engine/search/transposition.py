"""The transposition table (layout: transposition.pxd). Mate and tablebase scores are stored relative to the node and converted
by ply when read."""

import cython
from cython.cimports.engine.rules.types import NO_MOVE, SCORE_NONE, SCORE_TB_BOUND, Move, i16, u8, u64
from cython.cimports.engine.search.ticks import zeroed_block, zeroed_release
from cython.cimports.libc.string import memset


def table_allocate(table, megabytes):
    """Replaces the table by an empty one. Returns False, with no change, if there is not enough memory."""
    count: u64 = megabytes * 1024 * 1024 // cython.sizeof(Bucket)
    block: cython.p_void = zeroed_block(
        count * cython.sizeof(Bucket)
    )  # zeroed by the system, page by page at first use
    if block == cython.NULL:
        return False
    table_release(table)
    table.buckets = cython.cast(cython.pointer(Bucket), block)
    table.count = count
    table.age = 0
    table.seen = False
    return True


def table_release(table):
    """Frees the memory."""
    if table.buckets != cython.NULL:
        zeroed_release(table.buckets, table.count * cython.sizeof(Bucket))
    table.buckets = cython.NULL
    table.count = 0


def table_touch(table):
    """Touches the pages of an unused table of at most TOUCHED_MB, because a large page takes the system up to 15 ms at first
    use."""
    step: u64 = 4096 // cython.sizeof(Bucket)
    index: u64 = 0
    if table.seen or table.count * cython.sizeof(Bucket) > cython.cast(u64, TOUCHED_MB) << 20:
        return
    while index < table.count:
        table.buckets[index].slots[0].data = 0
        index += step


def table_clear(table):
    """Empties the table. An unused table is already empty and its pages stay untouched."""
    if table.seen:
        memset(table.buckets, 0, table.count * cython.sizeof(Bucket))
    table.age = 0
    table.seen = False


def table_next_search(table):
    """Starts a new age for the entries stored from now on."""
    table.age = (table.age + 1) % AGE_CYCLE
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
    """The permille of 1,000 sampled slots that this search filled."""
    used: cython.int = 0
    buckets: cython.int = 250 if table.count >= 250 else cython.cast(cython.int, table.count)
    index: cython.int
    slot: cython.int
    for index in range(buckets):
        for slot in range(SLOTS):
            data: u64 = table.buckets[index].slots[slot].data
            if data != 0 and cython.cast(u8, data >> 59) == table.age:
                used += 1
    return used * 1000 // (buckets * SLOTS)
