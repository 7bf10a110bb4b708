"""The traits of each game in memory, in 16 bytes: for statistics and for searches by material."""

from array import array

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.engine.rules.types import u8, u16, u64
from cython.cimports.libc.string import memset

PROMOTED = cython.declare(u64, 0x8000000000000000)


def pack_traits(material: u64, elo: u16, year: u16, result: u8):
    """Packs the traits of a game into 16 bytes."""
    traits: Traits
    memset(cython.address(traits), 0, cython.sizeof(Traits))
    traits.material = material
    traits.elo = elo
    traits.year = year
    traits.result = result
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(traits)), cython.sizeof(Traits))


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
