"""Counts the solved positions of a signature, for comparison with published tables."""

import cython
from cython.cimports.engine.rules.types import u8, u16, u64
from cython.cimports.libc.string import memset
from cython.cimports.tablebases.generate.numbering import Material, Slice, index_of, squares_of
from cython.cimports.tablebases.generate.retrograde import (
    DISTANCE,
    ILLEGAL,
    SETTLED,
    WON,
    Solver,
)


def _is_first_image(material, slice, index):
    """Whether a position is the mirror image that counts in its slice."""
    squares: u8[8]
    slot: cython.int
    if not material.folded and not slice.self_mirrored:
        return True
    squares_of(material, slice, index, squares)
    for slot in range(material.pieces):
        if material.folded:
            squares[slot] = ((squares[slot] >> 3) | (squares[slot] << 3)) & 63
        else:
            squares[slot] ^= 7
    return cython.cast(cython.longlong, index) <= index_of(material, squares)


def statistics(solver: Solver) -> list[dict[str, dict[int, int]]]:
    """Returns for each side to move the number of positions (up to the board's symmetries) won and lost in n plies, and
    drawn."""
    material: cython.pointer(Material) = cython.address(solver.material)
    slice: cython.pointer(Slice)
    index: u64
    side: cython.int
    word: u16
    counts: u64[3072]
    result = []
    for side in range(2):
        memset(counts, 0, cython.sizeof(counts))
        for address in solver.slices.values():
            slice = cython.cast(cython.pointer(Slice), cython.cast(cython.size_t, address))
            with cython.nogil:
                for index in range(material.size):
                    word = slice.values[side][index]
                    if word == ILLEGAL or not _is_first_image(material, slice, index):
                        continue
                    if not word & SETTLED:
                        counts[2048] += 1
                    else:
                        counts[(word & DISTANCE) + (0 if word & WON else 1024)] += 1
        wins = {n: counts[n] for n in range(1024) if counts[n]}
        losses = {n: counts[1024 + n] for n in range(1024) if counts[1024 + n]}
        result.append({"won": wins, "lost": losses, "drawn": {0: counts[2048]}})
    return result
