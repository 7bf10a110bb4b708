"""Passed pawns: blocked or free to advance, distances of the kings, rooks behind the pawn, the square rule."""

import cython
from cython.cimports.engine.evaluation.terms import (
    W_BLOCKED_PASSED,
    W_FREE_PASSED,
    W_PASSED_ENEMY_KING,
    W_PASSED_OWN_KING,
    W_ROOK_BEHIND_PASSED,
    W_SAFE_PASSED,
    W_SQUARE_RULE,
    add,
)
from cython.cimports.engine.rules.attacks import rook_attacks
from cython.cimports.engine.rules.bitboard import bit, pop_lsb
from cython.cimports.engine.rules.masks import DISTANCE, FORWARD_FILE, relative_rank
from cython.cimports.engine.rules.position import has_non_pawn_material, occupied_squares
from cython.cimports.engine.rules.types import ROOK, u64


def evaluate_passed(e, side):
    """Scores the passed pawns of `side`, which `evaluate_pawns` found."""
    pawns: u64 = e.passed[side]
    enemy: cython.int = side ^ 1
    occupied: u64 = occupied_squares(e.position)
    alone: cython.bint = pawns and not has_non_pawn_material(e.position, enemy)
    while pawns:
        square: cython.int = pop_lsb(cython.address(pawns))
        rank: cython.int = relative_rank(side, square)
        next_square: cython.int = square + 8 if side == 0 else square - 8
        way: u64 = FORWARD_FILE[side][square]
        if bit(next_square) & occupied:
            add(e, side, W_BLOCKED_PASSED + rank, 1)
        elif not (bit(next_square) & e.attacked[enemy]):
            add(e, side, W_SAFE_PASSED + rank, 1)
            if not (way & (occupied | e.attacked[enemy])):
                add(e, side, W_FREE_PASSED + rank, 1)
        # From the fourth rank on the kings race for the next square; the weights count once for each rank beyond the third.
        if rank >= 3:
            add(e, side, W_PASSED_OWN_KING + DISTANCE[e.king[side]][next_square], rank - 2)
            add(e, side, W_PASSED_ENEMY_KING + DISTANCE[e.king[enemy]][next_square], rank - 2)
        # Tarrasch's rule: rooks belong behind passed pawns, one's own and the enemy's.
        behind: u64 = FORWARD_FILE[enemy][square] & rook_attacks(square, occupied) & e.position.by_type[ROOK]
        if behind & e.position.by_colour[side]:
            add(e, side, W_ROOK_BEHIND_PASSED, 1)
        elif behind:
            add(e, side, W_ROOK_BEHIND_PASSED + 1, 1)
        if alone and not (way & occupied) and _wins_race(e, side, square, rank):
            add(e, side, W_SQUARE_RULE, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _wins_race(e: cython.pointer(Eval), side: cython.int, square: cython.int, rank: cython.int) -> cython.bint:
    """Returns whether the enemy king is outside the square of the pawn, with regard to the side to move."""
    goal: cython.int = (square & 7) | (56 if side == 0 else 0)
    # A pawn on its first square needs five moves, because the first may be a double step.
    steps: cython.int = 7 - rank if rank > 1 else 5
    king_steps: cython.int = DISTANCE[e.king[side ^ 1]][goal]
    return king_steps - (1 if e.position.side != side else 0) > steps
