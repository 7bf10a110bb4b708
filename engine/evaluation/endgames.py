"""Endings: drawish material counts less, and a bare king is driven to the edge (bishop and knight: to the right corner)."""

import cython
from cython.cimports.engine.rules.bitboard import file_mask, lsb, popcount
from cython.cimports.engine.rules.masks import CENTRE_DISTANCE, DISTANCE, LIGHT_SQUARES
from cython.cimports.engine.rules.position import pieces_of
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, u64


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _piece_value(position: cython.pointer(cython.const[Position]), side: cython.int) -> cython.int:
    """Returns the value of the pieces without pawns: minor piece 3, rook 5, queen 9."""
    minors: u64 = position.by_type[KNIGHT] | position.by_type[BISHOP]
    return (
        3 * popcount(position.by_colour[side] & minors)
        + 5 * popcount(pieces_of(position, side, ROOK))
        + 9 * popcount(pieces_of(position, side, QUEEN))
    )


def endgame_scale(position, stronger):
    """Returns the share of the endgame score that counts for the side ahead, in 64ths: little in drawish endings."""
    # Endgame theory decides the cases; their numbers are hand-set. The tuner leaves out positions with 16 or less.
    pawns: u64 = pieces_of(position, stronger, PAWN)
    strong: cython.int = _piece_value(position, stronger)
    weak: cython.int = _piece_value(position, stronger ^ 1)
    if not pawns:
        if strong <= 3:
            return 0  # a lone minor piece cannot win
        if strong == 6 and weak <= 3 and popcount(pieces_of(position, stronger, KNIGHT)) == 2:
            return 0 if not pieces_of(position, stronger ^ 1, PAWN) else 4  # two knights
        if strong - weak <= 3:
            return 8 if weak else 16  # a minor piece ahead without pawns, such as rook against bishop
    if strong == 3 and weak == 0 and _is_wrong_bishop(position, stronger):
        return 0
    # Bishops of opposite colours: each side rules its own colour, and two extra pawns often do not win. With other pieces on
    # the board they favour the attacker instead, so those positions lose less.
    bishops: u64 = position.by_type[BISHOP]
    if (
        popcount(pieces_of(position, 0, BISHOP)) == 1
        and popcount(pieces_of(position, 1, BISHOP)) == 1
        and popcount(bishops & LIGHT_SQUARES) == 1
    ):
        if strong == 3 and weak == 3:
            return min(FULL_SCALE, 16 + 6 * popcount(pawns))
        return min(FULL_SCALE, 36 + 4 * popcount(pawns))
    # Rook against rook: an extra pawn wins less often than in other endings.
    if strong == weak and strong == 5 and popcount(pieces_of(position, stronger, ROOK)) == 1:
        return min(FULL_SCALE, 44 + 6 * popcount(pawns))
    # At most a minor piece ahead: the fewer pawns are left, the easier the defender gives his piece for the last ones.
    return min(FULL_SCALE, 40 + 6 * popcount(pawns)) if strong - weak <= 3 else FULL_SCALE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_wrong_bishop(position: cython.pointer(cython.const[Position]), stronger: cython.int) -> cython.bint:
    """Returns whether all pawns are on one rook file, the bishop does not guard their corner, and the enemy king reached it."""
    pawns: u64 = pieces_of(position, stronger, PAWN)
    bishop: u64 = pieces_of(position, stronger, BISHOP)
    if not bishop or (pawns & ~file_mask(0) and pawns & ~file_mask(7)):
        return False
    corner: cython.int = (0 if pawns & file_mask(0) else 7) + (56 if stronger == 0 else 0)
    corner_is_light: cython.bint = (LIGHT_SQUARES >> corner) & 1
    bishop_is_light: cython.bint = (bishop & LIGHT_SQUARES) != 0
    king: cython.int = lsb(pieces_of(position, stronger ^ 1, KING))
    return corner_is_light != bishop_is_light and DISTANCE[king][corner] <= 1


def mop_up(position, stronger):
    """Returns centipawns for driving a bare king to where it is mated; 0 with pawns, or if the material cannot mate."""
    # The mop-up evaluation of Gillogly's TECH and of Chess 4.x: enemy king to the edge, own king close to it. It must point
    # to the mate by itself, because a search of ten plies does not see it (bishop and knight need up to 33 moves).
    weaker: cython.int = stronger ^ 1
    bare: cython.bint = position.by_colour[weaker] == pieces_of(position, weaker, KING)
    if not bare or position.by_type[PAWN]:
        return 0
    strong: cython.int = _piece_value(position, stronger)
    if strong < 5 or (strong == 6 and not pieces_of(position, stronger, BISHOP)):
        return 0
    hunter: cython.int = lsb(pieces_of(position, stronger, KING))
    prey: cython.int = lsb(pieces_of(position, weaker, KING))
    file: cython.int = prey & 7
    rank: cython.int = prey >> 3
    if strong == 6 and pieces_of(position, stronger, KNIGHT):
        # Bishop and knight mate only in a corner of the bishop's colour: a1/h8 are dark, a8/h1 light. The distance from the long
        # diagonal through the wrong corners grows with every step along the edge towards a right one: 0 there, 7 in the corner.
        # It must outweigh the other terms, or the attacker is content with the wrong corner.
        if pieces_of(position, stronger, BISHOP) & LIGHT_SQUARES:
            file = 7 - file
        return 150 * abs(7 - file - rank) - 20 * DISTANCE[hunter][prey] - 200
    # From the centre outwards every step counts, along ranks and files alike: 0 in the centre, 12 in a corner.
    edge: cython.int = abs(2 * file - 7) // 2 + abs(2 * rank - 7) // 2 + 2 * CENTRE_DISTANCE[prey]
    return 400 + 10 * edge + 15 * (7 - DISTANCE[hunter][prey])
