"""The traits of each game in memory, in 16 bytes: for statistics and for searches by material."""

from array import array

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_READ_CHAR
from cython.cimports.engine.rules.types import u64

from engine.game.tags.dates import stored_date
from engine.game.time_control import speed_class_of

PROMOTED = cython.declare(u64, 0x8000000000000000)


def pack_traits(
    material: u64, white_elo: cython.int, black_elo: cython.int, date: str, time_control, result: cython.int
):
    """Packs the traits of a game into 16 bytes (see traits.pyi)."""
    traits: Traits
    stored = stored_date(date)
    fill(
        cython.address(traits),
        material,
        white_elo,
        black_elo,
        stored.year,
        day_of(stored.text),
        speed_of(time_control),
        result,
    )
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(traits)), cython.sizeof(Traits))


def material_of(traits: bytes):
    """Returns the material in the traits of one game (see traits.pyi)."""
    return cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits)).material


def day_of(date):
    """Returns month and day of a stored date as 32 * month + day, 0 if unknown."""
    day: cython.int = 0
    place: cython.Py_ssize_t
    code: cython.int
    if len(date) != 10:
        return 0
    for place in (5, 6, 8, 9):
        code = cython.cast(cython.int, PyUnicode_READ_CHAR(date, place)) - 0x30
        if not 0 <= code <= 9:
            return 0
        day = 10 * day + code
    return 32 * min(day // 100, 15) + min(day % 100, 31)


def speed_of(tag):
    """Returns 1 + the number of the speed that a TimeControl tag says; 0 if it says none."""
    found = None if tag is None else speed_class_of(tag)
    return 0 if found is None else 1 + found.value


def games_that_may_have(traits: bytes, wanted: u64, least: u64):
    """Returns the games whose final material does not rule out this material (`least`: the same with colours swapped)."""
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


def games_of_players(sides: bytes, first: cython.uint, wanted: bytes, white: cython.bint, black: cython.bint):
    """Returns the games that one of some players played (see traits.pyi)."""
    table: cython.pointer(cython.uint) = cython.cast(cython.pointer(cython.uint), cython.cast(cython.p_uchar, sides))
    asked: cython.p_uchar = wanted
    most: cython.size_t = len(wanted)
    count: cython.size_t = len(sides) // 8
    index: cython.size_t
    found: list = []
    for index in range(count):
        if (white and table[2 * index] < most and asked[table[2 * index]]) or (
            black and table[2 * index + 1] < most and asked[table[2 * index + 1]]
        ):
            found.append(first + index)
    return array("I", found)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _within(material: u64, bound: u64) -> cython.bint:
    shift: cython.int
    for shift in range(0, 40, 4):  # noqa: SIM110 - a generator would not become a C loop
        if ((material >> shift) & 15) > ((bound >> shift) & 15):
            return False
    return True
