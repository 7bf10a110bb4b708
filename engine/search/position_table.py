"""The hash table of learned positions (layout: position_table.pxd). Filled between searches, read-only during a search."""

import cython
from cython.cimports.engine.rules.types import u64
from cython.cimports.libc.stdlib import calloc, free


def learned_allocate(table, count):
    """Replaces the table by an empty one for `count` positions. Returns False, with no change, if there is not enough memory."""
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
    """Inserts a position, or replaces it."""
    at: u64 = key & table.mask
    while table.slots[at].key != 0 and table.slots[at].key != key:
        at = (at + 1) & table.mask
    slot: cython.pointer(Learned) = cython.address(table.slots[at])
    slot.key = key
    slot.score = score
    slot.depth = depth
    slot.bound = bound
