"""Threats against enemy pieces, restricted squares, pins and space; the terms follow Stockfish's classical evaluation."""

import cython
from cython.cimports.engine.evaluation.terms import (
    W_HANGING,
    W_PINNED,
    W_PUSH_THREAT,
    W_QUEEN_HIT,
    W_RESTRICTED,
    W_SPACE,
    W_THREAT_BY_KING,
    W_THREAT_BY_MINOR,
    W_THREAT_BY_PAWN,
    W_THREAT_BY_ROOK,
    add,
)
from cython.cimports.engine.rules.attacks import KNIGHT_ATTACKS, bishop_attacks, rook_attacks
from cython.cimports.engine.rules.bitboard import (
    lsb,
    pawn_attack_set,
    pawn_pushes,
    pop_lsb,
    popcount,
    rank_mask,
)
from cython.cimports.engine.rules.position import occupied_squares, pieces_of
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, u64

SPACE_FILES = cython.declare(u64, 0x3C3C3C3C3C3C3C3C)  # c to f


def evaluate_threats(e, side):
    """Scores the threats of `side`, the squares that it takes from the enemy, its pins and its space."""
    position: cython.pointer(cython.const[Position]) = e.position
    enemy: cython.int = side ^ 1
    pawns: u64 = position.by_type[PAWN]
    theirs: u64 = position.by_colour[enemy]
    pieces: u64 = theirs & ~pawns & ~position.by_type[KING]
    # Strongly protected: by a pawn, or twice while `side` attacks it only once.
    strong: u64 = e.attacks[enemy][PAWN] | (e.attacked_twice[enemy] & ~e.attacked_twice[side])
    weak: u64 = theirs & ~strong & e.attacked[side]
    targets: u64
    if (pieces | weak) != 0:
        # Minor pieces threaten every piece, as even a defended rook or queen is worth more; rooks and kings only weak targets.
        targets = (pieces | weak) & (e.attacks[side][KNIGHT] | e.attacks[side][BISHOP]) & ~position.by_type[KING]
        _add_by_type(e, side, W_THREAT_BY_MINOR, targets)
        targets = weak & e.attacks[side][ROOK] & ~position.by_type[KING]
        _add_by_type(e, side, W_THREAT_BY_ROOK, targets)
        if weak & e.attacks[side][KING]:
            add(e, side, W_THREAT_BY_KING, 1)
        hanging: u64 = weak & (~e.attacked[enemy] | (pieces & e.attacked_twice[side]))
        add(e, side, W_HANGING, popcount(hanging & ~position.by_type[KING]))
    _add_by_type(e, side, W_THREAT_BY_PAWN, pieces & e.attacks[side][PAWN])
    # Restricted: squares of the enemy's pieces that `side` contests.
    add(e, side, W_RESTRICTED, popcount(e.attacked[enemy] & ~strong & e.attacked[side]))
    add(e, side, W_PINNED, popcount(position.state.blockers[enemy] & pieces))
    _add_push_threats(e, side, pieces)
    _add_queen_hits(e, side)
    _add_space(e, side)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_by_type(e: cython.pointer(Eval), side: cython.int, run: cython.int, targets: u64) -> cython.void:
    while targets:
        add(e, side, run + e.position.board[pop_lsb(cython.address(targets))] % 6, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_push_threats(e: cython.pointer(Eval), side: cython.int, pieces: u64) -> cython.void:
    """Counts the enemy pieces that a safe pawn push would attack."""
    enemy: cython.int = side ^ 1
    empty: u64 = ~occupied_squares(e.position)
    steps: u64 = pawn_pushes(side, pieces_of(e.position, side, PAWN)) & empty
    steps |= pawn_pushes(side, steps & rank_mask(2 if side == 0 else 5)) & empty
    steps &= ~e.attacks[enemy][PAWN] & (e.attacked[side] | ~e.attacked[enemy])
    add(e, side, W_PUSH_THREAT, popcount(pawn_attack_set(side, steps) & pieces))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_queen_hits(e: cython.pointer(Eval), side: cython.int) -> cython.void:
    """Counts the safe squares from which minor pieces and rooks could attack the only enemy queen on the next move."""
    queens: u64 = pieces_of(e.position, side ^ 1, QUEEN)
    if not queens or queens & (queens - 1):
        return
    queen: cython.int = lsb(queens)
    occupied: u64 = occupied_squares(e.position)
    safe: u64 = e.mobility_area[side] & ~e.attacked[side ^ 1] & ~e.position.by_colour[side]
    add(e, side, W_QUEEN_HIT, popcount(e.attacks[side][KNIGHT] & KNIGHT_ATTACKS[queen] & safe))
    lines: u64 = (e.attacks[side][BISHOP] & bishop_attacks(queen, occupied)) | (
        e.attacks[side][ROOK] & rook_attacks(queen, occupied)
    )
    add(e, side, W_QUEEN_HIT + 1, popcount(lines & safe & e.attacked_twice[side]))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_space(e: cython.pointer(Eval), side: cython.int) -> cython.void:
    """Counts the safe squares on the files c to f and own ranks 2 to 4, those behind an own pawn twice.

    The count is multiplied by the number of pieces, because space matters while many pieces need squares.
    """
    pawns: u64 = pieces_of(e.position, side, PAWN)
    home: u64 = rank_mask(1) | rank_mask(2) | rank_mask(3) if side == 0 else rank_mask(4) | rank_mask(5) | rank_mask(6)
    safe: u64 = SPACE_FILES & home & ~pawns & ~e.attacks[side ^ 1][PAWN]
    behind: u64 = pawns
    behind |= pawn_pushes(side ^ 1, behind)
    behind |= pawn_pushes(side ^ 1, pawn_pushes(side ^ 1, behind))
    squares: cython.int = popcount(safe) + popcount(behind & safe & ~e.attacked[side ^ 1])
    pieces: cython.int = popcount(e.position.by_colour[side] & ~e.position.by_type[PAWN])
    add(e, side, W_SPACE, squares * (pieces - 1) // 8)
