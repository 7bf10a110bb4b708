"""Attack sets of every piece: tables for pawns, knights and kings, magic bitboards for sliders, lines between squares.

Filled once at import (about 2 ms), read-only afterwards. The lookups are inline, in attacks.pxd. Magic bitboards (P.
Kannan, 2007): each square has a mask of the squares that can block a slider; (occupied & mask) * factor >> shift
indexes its attacks.
"""

import cython
from cython.cimports.engine.rules.bitboard import bit, popcount
from cython.cimports.engine.rules.magics import bishop_factors, rook_factors
from cython.cimports.engine.rules.types import BISHOP, ROOK, u64
from cython.cimports.libc.stdlib import calloc

# The sums over all squares of 2 ** (number of blocking squares).
BISHOP_TABLE_SIZE = 5_248
ROOK_TABLE_SIZE = 102_400


@cython.cfunc
def _step(square: cython.int, files: cython.int, ranks: cython.int) -> u64:
    """Returns the square one step away, as a set; empty off the board."""
    file: cython.int = (square & 7) + files
    rank: cython.int = (square >> 3) + ranks
    if file < 0 or file > 7 or rank < 0 or rank > 7:
        return 0
    return bit(8 * rank + file)


@cython.cfunc
def _ray(square: cython.int, files: cython.int, ranks: cython.int, occupied: u64) -> u64:
    """Returns the squares a slider attacks in one direction, including the first blocker."""
    seen: u64 = 0
    file: cython.int = (square & 7) + files
    rank: cython.int = (square >> 3) + ranks
    while 0 <= file < 8 and 0 <= rank < 8:
        seen |= bit(8 * rank + file)
        if occupied & bit(8 * rank + file):
            break
        file += files
        rank += ranks
    return seen


@cython.cfunc
def _slide(kind: cython.int, square: cython.int, occupied: u64) -> u64:
    """Returns the attacks of a bishop or rook by walking the rays: slow, only for filling the tables."""
    if kind == BISHOP:
        return (
            _ray(square, 1, 1, occupied)
            | _ray(square, 1, -1, occupied)
            | _ray(square, -1, 1, occupied)
            | _ray(square, -1, -1, occupied)
        )
    return (
        _ray(square, 1, 0, occupied)
        | _ray(square, -1, 0, occupied)
        | _ray(square, 0, 1, occupied)
        | _ray(square, 0, -1, occupied)
    )


@cython.cfunc
def _blocker_mask(kind: cython.int, square: cython.int) -> u64:
    """Returns the relevant occupancy: the empty-board attacks without the far edge of each ray."""
    rank: u64 = cython.cast(u64, 0xFF) << (square & 56)
    file: u64 = cython.cast(u64, 0x0101010101010101) << (square & 7)
    edges: u64 = (0xFF000000000000FF & ~rank) | (0x8181818181818181 & ~file)
    return _slide(kind, square, 0) & ~edges


@cython.cfunc
def _fill_magic(kind: cython.int, square: cython.int, table: cython.pointer(u64)) -> cython.int:
    """Fills one square's share of a table. Returns its size, or -1 if the factor collides."""
    magic: cython.pointer(Magic)
    if kind == BISHOP:
        magic = cython.address(BISHOP_MAGICS[square])
        magic.factor = bishop_factors[square]
    else:
        magic = cython.address(ROOK_MAGICS[square])
        magic.factor = rook_factors[square]
    magic.mask = _blocker_mask(kind, square)
    magic.shift = 64 - popcount(magic.mask)
    magic.attacks = table
    blockers: u64 = 0
    while True:
        index: u64 = (blockers * magic.factor) >> magic.shift
        seen: u64 = _slide(kind, square, blockers)
        if table[index] != 0 and table[index] != seen:
            return -1
        table[index] = seen
        blockers = (blockers - magic.mask) & magic.mask  # next subset of the mask (Carry-Rippler)
        if blockers == 0:
            return 1 << popcount(magic.mask)


@cython.cfunc
def _fill_sliders(kind: cython.int, size: cython.int) -> cython.bint:
    table: cython.pointer(u64) = cython.cast(cython.pointer(u64), calloc(size, 8))
    if table == cython.NULL:
        return False
    square: cython.int
    used: cython.int = 0
    for square in range(64):
        share: cython.int = _fill_magic(kind, square, table + used)
        if share < 0:
            return False
        used += share
    return used == size


@cython.cfunc
def _fill_steppers() -> cython.void:
    square: cython.int
    for square in range(64):
        KNIGHT_ATTACKS[square] = (
            _step(square, 1, 2) | _step(square, 2, 1) | _step(square, 2, -1) | _step(square, 1, -2)
        ) | (_step(square, -1, -2) | _step(square, -2, -1) | _step(square, -2, 1) | _step(square, -1, 2))
        KING_ATTACKS[square] = (
            _step(square, 1, 0) | _step(square, -1, 0) | _step(square, 0, 1) | _step(square, 0, -1)
        ) | (_step(square, 1, 1) | _step(square, 1, -1) | _step(square, -1, 1) | _step(square, -1, -1))
        PAWN_ATTACKS[0][square] = _step(square, 1, 1) | _step(square, -1, 1)
        PAWN_ATTACKS[1][square] = _step(square, 1, -1) | _step(square, -1, -1)


@cython.cfunc
def _fill_lines() -> cython.void:
    one: cython.int
    two: cython.int
    kind: cython.int
    for one in range(64):
        for two in range(64):
            BETWEEN[one][two] = 0
            LINE[one][two] = 0
            for kind in range(BISHOP, ROOK + 1):
                if one != two and _slide(kind, one, 0) & bit(two):
                    BETWEEN[one][two] = _slide(kind, one, bit(two)) & _slide(kind, two, bit(one))
                    LINE[one][two] = (_slide(kind, one, 0) & _slide(kind, two, 0)) | bit(one) | bit(two)


if not (_fill_sliders(BISHOP, BISHOP_TABLE_SIZE) and _fill_sliders(ROOK, ROOK_TABLE_SIZE)):
    raise ImportError(
        "engine.rules.attacks: the magic bitboard tables could not be built (out of memory, or a bad factor)"
    )
_fill_steppers()
_fill_lines()
