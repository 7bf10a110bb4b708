"""Knights, bishops, rooks and queens: material, placement, mobility, outposts, open files; and the attack maps for threats and
king safety.

Mobility counts attacked squares but those that an enemy pawn attacks, and those of a blocked or unmoved own pawn, the own king
or the own queen. Bishops see through own queens, rooks through own rooks and queens (x-ray attacks, as in Stockfish).
"""

import cython
from cython.cimports.engine.evaluation.terms import (
    W_BEHIND_PAWN,
    W_BISHOP_MOBILITY,
    W_BISHOP_PAIR,
    W_BISHOP_PAWNS,
    W_DANGER_ATTACKER,
    W_EXPOSED_QUEEN,
    W_KING_DISTANCE,
    W_KNIGHT_MOBILITY,
    W_LONG_DIAGONAL,
    W_MATERIAL,
    W_OUTPOST,
    W_QUEEN_MOBILITY,
    W_ROOK_FILE,
    W_ROOK_MOBILITY,
    W_ROOK_ON_SEVENTH,
    W_SQUARES,
    W_TRAPPED_ROOK,
    add,
    threaten,
)
from cython.cimports.engine.rules.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    bishop_attacks,
    queen_attacks,
    rook_attacks,
)
from cython.cimports.engine.rules.bitboard import (
    bit,
    file_mask,
    lsb,
    pawn_pushes,
    pop_lsb,
    popcount,
    rank_mask,
    shift_east,
    shift_west,
)
from cython.cimports.engine.rules.masks import (
    ATTACK_SPAN,
    DISTANCE,
    KING_ZONE,
    LIGHT_SQUARES,
    OUTPOST_RANKS,
    relative_rank,
    relative_square,
)
from cython.cimports.engine.rules.position import occupied_squares, pieces_of
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, u64

CENTRE = cython.declare(u64, 0x0000001818000000)  # d4, e4, d5, e5


def prepare(e):
    """Computes the attack maps of kings and pawns, mobility areas and king rings; the first step of an evaluation."""
    position: cython.pointer(cython.const[Position]) = e.position
    occupied: u64 = occupied_squares(position)
    side: cython.int
    for side in range(2):
        pawns: u64 = pieces_of(position, side, PAWN)
        e.king[side] = lsb(pieces_of(position, side, KING))
        king_moves: u64 = KING_ATTACKS[e.king[side]]
        forward: u64 = pawn_pushes(side, pawns)
        east: u64 = shift_east(forward)
        west: u64 = shift_west(forward)
        e.attacks[side][PAWN] = east | west
        e.attacks[side][KING] = king_moves
        e.attacks[side][KNIGHT] = 0
        e.attacks[side][BISHOP] = 0
        e.attacks[side][ROOK] = 0
        e.attacks[side][QUEEN] = 0
        e.attacked[side] = east | west | king_moves
        e.attacked_twice[side] = (east & west) | ((east | west) & king_moves)
        e.king_ring[side] = KING_ZONE[side][e.king[side]]
        e.ring_hits[side] = 0
        # A piece cannot expect to use the square of a pawn that is blocked or has not moved yet.
        stuck: u64 = pawns & (pawn_pushes(side ^ 1, occupied) | rank_mask(1 if side == 0 else 6))
        e.mobility_area[side] = ~(stuck | pieces_of(position, side, KING) | pieces_of(position, side, QUEEN))
    e.mobility_area[0] &= ~e.attacks[1][PAWN]
    e.mobility_area[1] &= ~e.attacks[0][PAWN]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_piece(
    e: cython.pointer(Eval), side: cython.int, kind: cython.int, square: cython.int, attacks: u64, mobility: cython.int
) -> cython.void:
    """Scores material, placement and mobility of one piece and adds its attacks; `mobility`: the first of its weights."""
    relative: cython.int = relative_square(side, square)
    file: cython.int = relative & 7
    add(e, side, W_MATERIAL + kind, 1)
    add(e, side, W_SQUARES + kind * 32 + (relative >> 3) * 4 + (file if file < 4 else 7 - file), 1)
    if e.position.state.blockers[side] & bit(square):
        attacks &= LINE[e.king[side]][square]  # a pinned piece moves only along the pin
    e.attacked_twice[side] |= e.attacked[side] & attacks
    e.attacked[side] |= attacks
    e.attacks[side][kind] |= attacks
    moves: cython.int = popcount(attacks & e.mobility_area[side])
    add(e, side, mobility + moves, 1)
    e.mobility[side] += e.weights[mobility + moves]
    if attacks & e.king_ring[side ^ 1]:
        threaten(e, side, W_DANGER_ATTACKER + kind - KNIGHT, 1)
        e.ring_hits[side] += popcount(attacks & e.attacks[side ^ 1][KING])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_minor_terms(e: cython.pointer(Eval), side: cython.int, kind: cython.int, square: cython.int) -> cython.void:
    pawns: u64 = pieces_of(e.position, side, PAWN)
    enemy_pawns: u64 = pieces_of(e.position, side ^ 1, PAWN)
    # An outpost cannot be attacked by enemy pawns any more.
    if bit(square) & OUTPOST_RANKS[side] and not (enemy_pawns & ATTACK_SPAN[side][square]):
        supported: cython.int = 1 if e.attacks[side][PAWN] & bit(square) else 0
        add(e, side, W_OUTPOST + 2 * (kind - KNIGHT) + supported, 1)
    if pawn_pushes(side, bit(square)) & (pawns | enemy_pawns):
        add(e, side, W_BEHIND_PAWN, 1)
    add(e, side, W_KING_DISTANCE + kind - KNIGHT, DISTANCE[square][e.king[side]])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_rook_terms(e: cython.pointer(Eval), side: cython.int, square: cython.int, attacks: u64) -> cython.void:
    column: u64 = file_mask(square & 7)
    if not (column & pieces_of(e.position, side, PAWN)):
        add(e, side, W_ROOK_FILE + (0 if column & pieces_of(e.position, side ^ 1, PAWN) else 1), 1)
    elif popcount(attacks & e.mobility_area[side]) <= 3:
        # Shut in by its own king, as after Kf1 without castling: it costs 40 centipawns in the middlegame.
        king: cython.int = e.king[side]
        same_wing: cython.bint = ((king & 7) < 4) == ((square & 7) < (king & 7))
        if same_wing and (king >> 3) == (square >> 3) and not (e.position.state.castling & (3 << (2 * side))):
            add(e, side, W_TRAPPED_ROOK, 1)
    if relative_rank(side, square) == 6:
        enemy_pawns: u64 = pieces_of(e.position, side ^ 1, PAWN) & rank_mask(square >> 3)
        # The seventh rank counts only with pawns to attack there, or with the enemy king confined to its last two ranks.
        if enemy_pawns or relative_rank(side, e.king[side ^ 1]) >= 6:
            add(e, side, W_ROOK_ON_SEVENTH, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_exposed(e: cython.pointer(Eval), side: cython.int, square: cython.int, occupied: u64) -> cython.bint:
    """Returns whether one piece alone is between the queen and an enemy rook or bishop that aims at her."""
    enemy: cython.int = side ^ 1
    snipers: u64 = (bishop_attacks(square, 0) & pieces_of(e.position, enemy, BISHOP)) | (
        rook_attacks(square, 0) & pieces_of(e.position, enemy, ROOK)
    )
    while snipers:
        between: u64 = BETWEEN[square][pop_lsb(cython.address(snipers))] & occupied
        if between and not (between & (between - 1)):
            return True
    return False


def evaluate_pieces(e, side):
    """Scores the knights, bishops, rooks and queens of `side` and completes its attack maps."""
    position: cython.pointer(cython.const[Position]) = e.position
    occupied: u64 = occupied_squares(position)
    own: u64 = position.by_colour[side]
    square: cython.int
    attacks: u64
    men: u64 = own & position.by_type[KNIGHT]
    while men:
        square = pop_lsb(cython.address(men))
        _count_piece(e, side, KNIGHT, square, KNIGHT_ATTACKS[square], W_KNIGHT_MOBILITY)
        _add_minor_terms(e, side, KNIGHT, square)
    men = own & position.by_type[BISHOP]
    # The bishop pair was fitted to 27 and 72 centipawns; L. Kaufman (1999) found half a pawn in master games.
    if men & (men - 1):
        add(e, side, W_BISHOP_PAIR, 1)
    while men:
        square = pop_lsb(cython.address(men))
        attacks = bishop_attacks(square, occupied ^ (own & position.by_type[QUEEN]))
        _count_piece(e, side, BISHOP, square, attacks, W_BISHOP_MOBILITY)
        _add_minor_terms(e, side, BISHOP, square)
        # Own pawns on the bishop's colour shut it in ("bad bishop").
        shade: u64 = LIGHT_SQUARES if LIGHT_SQUARES & bit(square) else ~LIGHT_SQUARES
        add(e, side, W_BISHOP_PAWNS, popcount(shade & pieces_of(position, side, PAWN)))
        if popcount(bishop_attacks(square, position.by_type[PAWN]) & CENTRE) == 2:
            add(e, side, W_LONG_DIAGONAL, 1)
    men = own & position.by_type[ROOK]
    while men:
        square = pop_lsb(cython.address(men))
        attacks = rook_attacks(square, occupied ^ (own & (position.by_type[QUEEN] | position.by_type[ROOK])))
        _count_piece(e, side, ROOK, square, attacks, W_ROOK_MOBILITY)
        _add_rook_terms(e, side, square, attacks)
    men = own & position.by_type[QUEEN]
    while men:
        square = pop_lsb(cython.address(men))
        _count_piece(e, side, QUEEN, square, queen_attacks(square, occupied), W_QUEEN_MOBILITY)
        if _is_exposed(e, side, square, occupied):
            add(e, side, W_EXPOSED_QUEEN, 1)
