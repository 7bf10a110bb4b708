"""Stores every distinct text once: a hash table over one arena of bytes, without the GIL.

A million games have ten million header values, of which some hundred thousand differ. A Python dict would need the GIL
for each of them, and a painting window would wait for it thousands of times.
"""

import cython
from cython.cimports.engine.rules.types import u32, u64
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memcmp, memcpy, memset

FIRST_SLOTS = cython.declare(cython.size_t, 1 << 12)
MOST_PLACES = cython.declare(cython.size_t, 1 << 31)
BASIS = cython.declare(u64, 0xCBF29CE484222325)
PRIME = cython.declare(u64, 0x100000001B3)


def intern_open(intern):
    """Makes an empty table. Returns False without memory."""
    memset(intern, 0, cython.sizeof(Intern))
    intern.slot_count = FIRST_SLOTS
    intern.room = FIRST_SLOTS // 2
    intern.arena_room = 1 << 16
    intern.slots = cython.cast(cython.pointer(u32), calloc(intern.slot_count, cython.sizeof(u32)))
    intern.kept = cython.cast(cython.pointer(Kept), malloc(intern.room * cython.sizeof(Kept)))
    intern.arena = cython.cast(cython.p_uchar, malloc(intern.arena_room))
    return intern.slots != cython.NULL and intern.kept != cython.NULL and intern.arena != cython.NULL


def intern_close(intern):
    """Frees the memory."""
    free(intern.slots)
    free(intern.kept)
    free(intern.arena)
    memset(intern, 0, cython.sizeof(Intern))


def intern_place(intern, text, length, escaped):
    """Returns the index of these bytes, stored if new; -1 without memory."""
    kept: cython.pointer(Kept)
    hashed: u64 = _hash(text, length)
    slot: cython.size_t = hashed & (intern.slot_count - 1)
    while intern.slots[slot] != 0:
        kept = cython.address(intern.kept[intern.slots[slot] - 1])
        if (
            kept.hash == hashed
            and cython.cast(cython.Py_ssize_t, kept.length) == length
            and memcmp(intern.arena + kept.start, text, length) == 0
        ):
            return intern.slots[slot] - 1
        slot = (slot + 1) & (intern.slot_count - 1)
    if not _make_room(intern, length):
        return -1
    kept = cython.address(intern.kept[intern.count])
    kept.hash = hashed
    kept.start = intern.used
    kept.length = cython.cast(u32, length)
    kept.escaped = escaped
    memcpy(intern.arena + intern.used, text, length)
    intern.used += length
    intern.count += 1
    _take_slot(intern, hashed, cython.cast(u32, intern.count))
    if intern.count * 4 > intern.slot_count * 3 and not _double_slots(intern):
        return -1
    return intern.count - 1


def _hash(text, length):
    """Returns FNV-1a, with a final mix for the low bits, which select the slot."""
    index: cython.Py_ssize_t
    value: u64 = BASIS
    for index in range(length):
        value = (value ^ text[index]) * PRIME
    return value ^ (value >> 29)


def _take_slot(intern, hashed, mark):
    slot: cython.size_t = hashed & (intern.slot_count - 1)
    while intern.slots[slot] != 0:
        slot = (slot + 1) & (intern.slot_count - 1)
    intern.slots[slot] = mark


def _make_room(intern, length):
    """Makes room for one more text. False without memory."""
    room: cython.size_t = intern.arena_room
    while intern.used + length > room:
        room *= 2
    if room != intern.arena_room:
        arena: cython.p_uchar = cython.cast(cython.p_uchar, realloc(intern.arena, room))
        if arena == cython.NULL:
            return False
        intern.arena = arena
        intern.arena_room = room
    if intern.count == intern.room:
        kept: cython.pointer(Kept) = cython.cast(
            cython.pointer(Kept), realloc(intern.kept, 2 * intern.room * cython.sizeof(Kept))
        )
        if kept == cython.NULL:
            return False
        intern.kept = kept
        intern.room *= 2
    return intern.count < MOST_PLACES


def _double_slots(intern):
    place: cython.size_t
    slots: cython.pointer(u32) = cython.cast(cython.pointer(u32), calloc(2 * intern.slot_count, cython.sizeof(u32)))
    if slots == cython.NULL:
        return False
    free(intern.slots)
    intern.slots = slots
    intern.slot_count *= 2
    for place in range(intern.count):
        _take_slot(intern, intern.kept[place].hash, cython.cast(u32, place + 1))
    return True
