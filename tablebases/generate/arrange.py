"""Puts solved positions into the order of a file's sub-table, and marks the free entries.

A WDL entry is a set of allowed results (bit = result + 2): the result itself, or anything up to it if a legal capture
reaches it (probers resolve captures themselves). A DTZ entry is the stored number, or FREE if no prober reads it.
"""

import cython
from cython.cimports.engine.rules.types import u8, u16, u64
from cython.cimports.tablebases.generate.numbering import Material, Slice, squares_of
from cython.cimports.tablebases.generate.retrograde import (
    BY_ZEROING,
    CAPTURE_SHIFT,
    DISTANCE,
    ILLEGAL,
    SETTLED,
    WON,
    Solver,
)
from cython.cimports.tablebases.probe.geometry import Layout, encode, leading_pawn, make_layout

from tablebases.errors import GenerationError


def _list_order(material, slice, layout, flip, order):
    """Fills in the slot of each place in the file's piece list; the leading pawn (of the mirrored board if `flip`)
    comes first."""
    used: cython.int = 0
    place: cython.int
    slot: cython.int
    pawns: u64 = 0
    lead: cython.int = -1
    if layout.with_pawns:
        for slot in range(material.pieces, material.slots):
            if material.colour[slot] == layout.codes[0] >> 3:
                pawns |= cython.cast(u64, 1) << (slice.pawn_square[slot - material.pieces] ^ flip)
        lead = leading_pawn(pawns) ^ flip
    for place in range(material.slots):
        for slot in range(material.slots):
            if used >> slot & 1 or material.kind[slot] != (layout.codes[place] & 7) - 1:
                continue
            if material.colour[slot] != layout.codes[place] >> 3:
                continue
            if place == 0 and lead >= 0 and slice.pawn_square[slot - material.pieces] != lead:
                continue
            order[place] = slot
            used |= 1 << slot
            break


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _allowed_results(word: u16) -> u8:
    """Returns the results that may be stored for a position."""
    result: cython.int = 0
    if word & SETTLED:
        result = 2 if (word & DISTANCE) <= 100 else 1
        if not word & WON:
            result = -result
    if (word >> CAPTURE_SHIFT & 7) == result + 3:
        return (1 << (result + 3)) - 1
    return 1 << (result + 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _stored_distance(word: u16) -> u16:
    """Returns the number to store for a position: plies - 1 if the fifty-move rule leaves the result, otherwise halved
    beyond 101."""
    plies: cython.int = word & DISTANCE
    if not word & SETTLED or word & BY_ZEROING:
        return FREE
    if plies > 100:
        return (plies - 101) // 2
    return plies - 1 if plies > 0 else 0


def _arrange_slice(material, slice, layout, side, flip, results, distances):
    """Writes one slice into `results` or `distances` (the other is NULL). False if two positions contradict each other."""
    order: u8[8]
    squares: u8[8]
    listed: u8[8]
    place: cython.int
    index: u64
    entry: u64
    word: u16
    value: u16
    _list_order(material, slice, layout, flip, order)
    for index in range(material.size):
        word = slice.values[side][index]
        if word == ILLEGAL:
            continue
        squares_of(material, slice, index, squares)
        for place in range(material.slots):
            listed[place] = squares[order[place]] ^ flip
        entry = encode(layout, listed)
        if entry >= layout.size:
            return False
        if results != cython.NULL:
            results[entry] &= _allowed_results(word)
            if results[entry] == 0:
                return False
        else:
            value = _stored_distance(word)
            if value != FREE:
                if distances[entry] != FREE and distances[entry] != value:
                    return False
                distances[entry] = value
    return True


def arrange(
    solver: Solver, codes: bytes, order: int, order2: int, file: int, side: int, is_dtz: bool, placements: list
) -> bytearray:
    """Returns the entries of one sub-table: a byte each for results, a 16-bit number each for distances.

    `codes`, `order`, `order2` as in the file, `file` the leading pawn's (-1 without pawns), `side` to move (0: the
    first side); `placements`: the solved pawn placements with the leading pawn on that file.

    :raises GenerationError: the order is invalid, a placement is unsolved, or positions contradict each other.
    """
    layout: Layout
    results: cython.p_uchar = cython.NULL
    distances: cython.pointer(u16) = cython.cast(cython.pointer(u16), cython.NULL)
    slice: cython.pointer(Slice)
    material: cython.pointer(Material) = cython.address(solver.material)
    fine: cython.bint
    flip: cython.int
    to_move: cython.int = side
    if not make_layout(cython.address(layout), codes, len(codes), order, order2, file):
        raise GenerationError("%1: the chosen order of pieces fits no table", solver.signature)
    if is_dtz:
        entries = bytearray(b"\xff\xff") * layout.size
        distances = cython.cast(cython.pointer(u16), cython.cast(cython.p_uchar, entries))
    else:
        entries = bytearray([0x1F]) * layout.size
        results = entries
    both: cython.bint = layout.with_pawns and layout.leading > 1
    for placement in placements:
        slice = solver.slice_of(placement)
        if slice == cython.NULL:
            raise GenerationError("%1: a placement of the pawns is not solved", solver.signature)
        for flip in range(0, 8 if both else 1, 7):
            with cython.nogil:
                fine = _arrange_slice(material, slice, cython.address(layout), to_move, flip, results, distances)
            if not fine:
                raise GenerationError("%1: two positions disagree about an entry; please report this", solver.signature)
    return entries
