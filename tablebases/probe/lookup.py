"""Finds a position's table and entry by material, side and index. Tables are loaded at their first use.

Signatures are found by their piece counts in a small hash table with open addressing; asymmetric ones are in it twice,
the second time with colours exchanged.
"""

import cython
from cython.cimports.engine.rules.bitboard import pop_lsb
from cython.cimports.engine.rules.types import PAWN, u8, u64
from cython.cimports.tablebases.probe.geometry import FLAP, encode, leading_pawn
from cython.cimports.tablebases.probe.pairs import (
    DAMAGED,
    EXACT_LOSS_FLAG,
    EXACT_WIN_FLAG,
    MAPPED_FLAG,
    SIDE_FLAG,
    WIDE_FLAG,
    Pairs,
    Table,
    load_state,
    load_u16,
    turned,
    value_at,
)
from cython.cimports.tablebases.probe.placement import material_key

MULTIPLIER = cython.declare(u64, 0x9E3779B97F4A7C15)


def find_node(probing, key):
    """Returns the node of a material key; its slot is NULL if the key is unknown."""
    place: u64 = (key * MULTIPLIER) >> (64 - NODE_BITS)
    while probing.nodes[place].slot != cython.NULL and probing.nodes[place].key != key:
        place = (place + 1) & ((1 << NODE_BITS) - 1)
    return cython.address(probing.nodes[place])


def _table(probing, slot, kind):
    """Returns a signature's table, loaded at its first use; NULL without a sound one."""
    state: cython.int = load_state(cython.address(slot.states[kind]))
    if state == UNREAD:
        probing.read(probing.owner, slot.number, kind)
        state = load_state(cython.address(slot.states[kind]))
    return slot.tables[kind] if state == READY else cython.cast(cython.pointer(Table), cython.NULL)


def _retire(probing, slot, kind):
    """Retires a table with a damaged block for the rest of the session."""
    probing.retire(probing.owner, slot.number, kind)


def _index_in(table, position, flipped, side, found):
    """Finds the sub-table and index of a position; `flipped`: the table's first side is Black here."""
    squares: u8[8]
    codes: cython.p_uchar
    pairs: cython.pointer(Pairs)
    mirror: cython.int = 56 if flipped and table.with_pawns else 0
    file: cython.int = 0
    i: cython.int = 0
    square: cython.int
    colour: cython.int
    pieces: u64
    lead: cython.int = -1
    if table.with_pawns:
        colour = (table.leading_code >> 3) ^ flipped
        pieces = position.by_type[PAWN] & position.by_colour[colour]
        if flipped:
            pieces = turned(pieces)
        lead = leading_pawn(pieces)
        file = FLAP[lead] // 6
    pairs = cython.address(table.sub[file * table.sides + side])
    found[0] = pairs
    codes = pairs.layout.codes
    if lead >= 0:
        squares[0] = lead
        i = 1
        pieces ^= cython.cast(u64, 1) << lead
        while pieces:
            squares[i] = pop_lsb(cython.address(pieces))
            i += 1
    while i < table.piece_count:
        colour = (codes[i] >> 3) ^ flipped
        pieces = position.by_type[(codes[i] & 7) - 1] & position.by_colour[colour]
        while pieces and i < table.piece_count:
            square = pop_lsb(cython.address(pieces))
            squares[i] = square ^ mirror
            i += 1
    return encode(cython.address(pairs.layout), squares)


def stored_wdl(probing, position):
    """Returns the value in the WDL table, -2..2; UNKNOWN if no table answers."""
    key: u64 = material_key(position)
    if key == 0:
        return 0
    node: cython.pointer(Node) = find_node(probing, key)
    if node.slot == cython.NULL:
        return UNKNOWN
    table: cython.pointer(Table) = _table(probing, node.slot, WDL_FILE)
    if table == cython.NULL:
        return UNKNOWN
    flipped: cython.bint = position.side if table.symmetric else node.flipped
    pairs: cython.pointer(Pairs)
    index: u64 = _index_in(
        table, position, flipped, 0 if table.symmetric else position.side ^ flipped, cython.address(pairs)
    )
    value: cython.int = value_at(table, pairs, index)
    if value < 0:
        _retire(probing, node.slot, WDL_FILE)
        return UNKNOWN
    return value - 2


def stored_dtz(probing, position, wdl):
    """Returns the plies to the zeroing move, without sign; NOT_STORED if the table holds the other side; DAMAGED if no
    table answers."""
    node: cython.pointer(Node) = find_node(probing, material_key(position))
    if node.slot == cython.NULL:
        return DAMAGED
    table: cython.pointer(Table) = _table(probing, node.slot, DTZ_FILE)
    if table == cython.NULL:
        return DAMAGED
    flipped: cython.bint = position.side if table.symmetric else node.flipped
    pairs: cython.pointer(Pairs)
    index: u64 = _index_in(table, position, flipped, 0, cython.address(pairs))
    if not table.symmetric and (pairs.flags & SIDE_FLAG) != (position.side ^ flipped):
        return NOT_STORED
    value: cython.int = value_at(table, pairs, index)
    if value >= 0:
        value = _plies(pairs, value, wdl)
    if value < 0:
        _retire(probing, node.slot, DTZ_FILE)
    return value


def _plies(pairs, value, wdl):
    """Turns a stored number into plies; DAMAGED if it is outside its map."""
    which: cython.int = (wdl < 0) + (
        2 if -2 < wdl < 2 else 0
    )  # order of the lists in a map: win, loss, cursed, blessed
    if pairs.flags & MAPPED_FLAG and not pairs.single:
        if cython.cast(cython.uint, value) >= pairs.map_count[which]:
            return DAMAGED
        if pairs.flags & WIDE_FLAG:
            value = load_u16(pairs.map + pairs.map_start[which] + 2 * value)
        else:
            value = pairs.map[pairs.map_start[which] + value]
    if which >= 2 or not pairs.flags & (EXACT_LOSS_FLAG if which == 1 else EXACT_WIN_FLAG):
        value *= 2
    return value + (101 if which >= 2 else 1)
