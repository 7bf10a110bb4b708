"""The table of learned positions (layout: learned.pxd). Filled between searches, read-only while one runs."""

import cython
from cython.cimports.engine.rules.types import u64
from cython.cimports.libc.stdlib import calloc, free


def learned_allocate(table, count):
    """Replaces the table by an empty one with room for `count` positions; False, and the table unchanged, without memory."""
    size: u64 = 16
    while size < 2 * count + 1:
        size *= 2
    slots: cython.pointer(Learned) = cython.cast(cython.pointer(Learned), calloc(size, cython.sizeof(Learned)))
    if slots == cython.NULL:
        return False
    learned_release(table)
    table.slots = slots
    table.mask = size - 1
    return True


def learned_release(table):
    """Frees the memory."""
    free(table.slots)
    table.slots = cython.NULL


def learned_insert(table, key, score, depth, bound):
    """Enters a position; a later word on the same one replaces the earlier."""
    at: u64 = key & table.mask
    while table.slots[at].key != 0 and table.slots[at].key != key:
        at = (at + 1) & table.mask
    slot: cython.pointer(Learned) = cython.address(table.slots[at])
    slot.key = key
    slot.score = score
    slot.depth = depth
    slot.bound = bound
