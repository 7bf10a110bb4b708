"""King safety. Shelter: the ranks of the nearest own and enemy pawn on the king's file and its neighbours.

Danger: attackers, attacked squares beside the king, safe checks and so on add units, and the sum is squared, because an
attack needs several pieces. Shelter, storm and danger have the form of those in Stockfish's classical evaluation.
"""

import cython
from cython.cimports.engine.evaluation.terms import (
    W_DANGER_BASE,
    W_DANGER_FLANK,
    W_DANGER_FLANK_DEFENCE,
    W_DANGER_MOBILITY,
    W_DANGER_NO_QUEEN,
    W_DANGER_PINNED,
    W_DANGER_RING,
    W_DANGER_SAFE_CHECK,
    W_DANGER_SHELTER,
    W_DANGER_UNSAFE_CHECK,
    W_DANGER_WEAK,
    W_SHELTER,
    W_SQUARES,
    W_STORM,
    add,
    mg_half,
    packed,
    threaten,
)
from cython.cimports.engine.rules.attacks import KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from cython.cimports.engine.rules.bitboard import file_mask, lsb, msb, popcount
from cython.cimports.engine.rules.masks import FORWARD_RANKS, relative_rank, relative_square
from cython.cimports.engine.rules.position import occupied_squares, pieces_of
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, u64

# The files on which a king is attacked, by its own file.
FLANKS = cython.declare(u64[8])
_LEFT, _MIDDLE, _RIGHT = 0x0F0F0F0F0F0F0F0F, 0x3C3C3C3C3C3C3C3C, 0xF0F0F0F0F0F0F0F0
for _file, _flank in enumerate(
    (0x0707070707070707, _LEFT, _LEFT, _MIDDLE, _MIDDLE, _RIGHT, _RIGHT, 0xE0E0E0E0E0E0E0E0)
):
    FLANKS[_file] = _flank


def evaluate_king(e, side):
    """Scores the king's square, its pawn shelter and the enemy's pawn storm."""
    king: cython.int = e.king[side]
    relative: cython.int = relative_square(side, king)
    file: cython.int = relative & 7
    add(e, side, W_SQUARES + KING * 32 + (relative >> 3) * 4 + (file if file < 4 else 7 - file), 1)
    before: cython.int = e.score[side]
    not_behind: u64 = FORWARD_RANKS[side][king] | (cython.cast(u64, 0xFF) << (king & 56))
    own: u64 = pieces_of(e.position, side, PAWN) & not_behind
    enemy: u64 = pieces_of(e.position, side ^ 1, PAWN) & not_behind
    # A king on the edge hides behind pawns of the three outer files, like one on the knight's file.
    middle: cython.int = min(max(king & 7, 1), 6)
    column: cython.int
    for column in range(middle - 1, middle + 2):
        shield: u64 = own & file_mask(column)
        storm: u64 = enemy & file_mask(column)
        own_rank: cython.int = 0
        enemy_rank: cython.int = 0
        if shield:
            own_rank = relative_rank(side, lsb(shield) if side == 0 else msb(shield))
        if storm:
            enemy_rank = relative_rank(side, lsb(storm) if side == 0 else msb(storm))
        edge: cython.int = column if column < 4 else 7 - column
        add(e, side, W_SHELTER + edge * 8 + own_rank, 1)
        # A storming pawn that is blocked by the shelter opens no file, and has its own weights.
        blocked: cython.int = 8 if own_rank and own_rank == enemy_rank - 1 else 0
        add(e, side, W_STORM + blocked + enemy_rank, 1)
    e.shelter[side] = e.score[side] - before


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_checks(e: cython.pointer(Eval), side: cython.int, weak: u64) -> cython.void:
    """Counts the squares from which each piece type could check.

    A check is safe if the square is not defended, or is weak (`evaluate_danger`) and attacked twice.
    """
    enemy: cython.int = side ^ 1
    king: cython.int = e.king[enemy]
    # X-rays through the enemy queen: she must leave the line, and the check comes.
    occupied: u64 = occupied_squares(e.position) ^ pieces_of(e.position, enemy, QUEEN)
    safe: u64 = ~e.position.by_colour[side] & (~e.attacked[enemy] | (weak & e.attacked_twice[side]))
    straight: u64 = rook_attacks(king, occupied)
    diagonal: u64 = bishop_attacks(king, occupied)
    unsafe: u64 = 0
    checks: u64 = straight & e.attacks[side][ROOK]
    if checks & safe:
        threaten(e, side, W_DANGER_SAFE_CHECK + ROOK - KNIGHT, 1)
    else:
        unsafe |= checks
    # A queen check that the enemy queen can capture only trades queens.
    checks = (straight | diagonal) & e.attacks[side][QUEEN] & ~e.attacks[enemy][QUEEN]
    if checks & safe:
        threaten(e, side, W_DANGER_SAFE_CHECK + QUEEN - KNIGHT, 1)
    checks = diagonal & e.attacks[side][BISHOP]
    if checks & safe:
        threaten(e, side, W_DANGER_SAFE_CHECK + BISHOP - KNIGHT, 1)
    else:
        unsafe |= checks
    checks = KNIGHT_ATTACKS[king] & e.attacks[side][KNIGHT]
    if checks & safe:
        threaten(e, side, W_DANGER_SAFE_CHECK, 1)
    else:
        unsafe |= checks
    if unsafe:
        threaten(e, side, W_DANGER_UNSAFE_CHECK, popcount(unsafe))


def evaluate_danger(e, side):
    """Adds up the danger to the enemy king from the pieces of `side`, in units."""
    enemy: cython.int = side ^ 1
    king: cython.int = e.king[enemy]
    # Weak squares: attacked, and defended at most once, and then only by the king or the queen.
    weak: u64 = (
        e.attacked[side]
        & ~e.attacked_twice[enemy]
        & (~e.attacked[enemy] | e.attacks[enemy][QUEEN] | e.attacks[enemy][KING])
    )
    threaten(e, side, W_DANGER_BASE, 1)
    threaten(e, side, W_DANGER_RING, e.ring_hits[side])
    threaten(e, side, W_DANGER_WEAK, popcount(e.king_ring[enemy] & weak))
    _add_checks(e, side, weak)
    threaten(e, side, W_DANGER_PINNED, popcount(e.position.state.blockers[enemy]))
    # The largest single weight (-397): without a queen few attacks mate.
    if not pieces_of(e.position, side, QUEEN):
        threaten(e, side, W_DANGER_NO_QUEEN, 1)
    half: u64 = cython.cast(u64, 0xFFFFFFFFFF000000) if enemy == 1 else cython.cast(u64, 0x000000FFFFFFFFFF)
    flank: u64 = FLANKS[king & 7] & half
    hits: u64 = flank & e.attacked[side]
    threaten(e, side, W_DANGER_FLANK, popcount(hits) + popcount(hits & e.attacked_twice[side]))
    threaten(e, side, W_DANGER_FLANK_DEFENCE, popcount(flank & e.attacked[enemy]))
    threaten(e, side, W_DANGER_SHELTER, mg_half(e.shelter[enemy]) // 16)
    threaten(e, side, W_DANGER_MOBILITY, (mg_half(e.mobility[side]) - mg_half(e.mobility[enemy])) // 16)


def danger_penalty(danger):
    """Converts units of danger into a packed score for the attacker."""
    # Squared, so that one attacker alone counts little: 400 units are 39 centipawns, 800 are 156. The bound of 1,600 (625
    # centipawns) is above a rook, below a queen. Bound and divisors are hand-set; the unit weights were fitted with them.
    if danger <= 0:
        return 0
    if danger > 1600:
        danger = 1600
    return packed(danger * danger // 4096, danger // 16)
