"""Pawn structure: material and placement of pawns, doubled, isolated, backward, phalanx, supported, candidate and passed pawns.

Terms that depend on other pieces are in passed.py and kings.py.
"""

import cython
from cython.cimports.engine.evaluation.terms import (
    W_BACKWARD,
    W_CANDIDATE,
    W_DOUBLED,
    W_ISOLATED,
    W_ISOLATED_DOUBLED,
    W_MATERIAL,
    W_PASSED,
    W_PHALANX,
    W_PROTECTED_PASSED,
    W_SQUARES,
    W_SUPPORTED,
    add,
)
from cython.cimports.engine.rules.attacks import PAWN_ATTACKS
from cython.cimports.engine.rules.bitboard import bit, file_mask, pawn_pushes, pop_lsb, popcount
from cython.cimports.engine.rules.masks import (
    ADJACENT_FILES,
    ATTACK_SPAN,
    FORWARD_FILE,
    PASSED_MASK,
    relative_rank,
    relative_square,
)
from cython.cimports.engine.rules.position import pieces_of
from cython.cimports.engine.rules.types import PAWN, u64


def evaluate_pawns(e, table):
    """Scores the pawns of both sides and fills `e.passed`; known structures come from the hash table."""
    # Most nodes have the pawn structure of their parent, so the table nearly always hits.
    key: u64 = e.position.state.pawn_key
    entry: cython.pointer(PawnEntry) = cython.address(table[key & (PAWN_SLOTS - 1)])
    side: cython.int
    if e.trace == cython.NULL and entry.used and entry.key == key:
        for side in range(2):
            e.score[side] += entry.score[side]
            e.passed[side] = entry.passed[side]
        return
    for side in range(2):
        before: cython.int = e.score[side]
        e.passed[side] = 0
        _evaluate_side(e, side)
        entry.score[side] = e.score[side] - before
        entry.passed[side] = e.passed[side]
    entry.key = key
    entry.used = e.trace == cython.NULL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _evaluate_side(e: cython.pointer(Eval), side: cython.int) -> cython.void:
    own: u64 = pieces_of(e.position, side, PAWN)
    enemy: u64 = pieces_of(e.position, side ^ 1, PAWN)
    pawns: u64 = own
    while pawns:
        square: cython.int = pop_lsb(cython.address(pawns))
        rank: cython.int = relative_rank(side, square)
        file: cython.int = square & 7
        add(e, side, W_MATERIAL + PAWN, 1)
        add(e, side, W_SQUARES + _placement(relative_square(side, square)), 1)
        # Connected pawns, defended or side by side, have weights by rank: they are strongest when far advanced.
        supporters: u64 = own & PAWN_ATTACKS[side ^ 1][square]
        if supporters:
            add(e, side, W_SUPPORTED + rank, 1)
        beside: u64 = own & ADJACENT_FILES[file] & (cython.cast(u64, 0xFF) << (square & 56))
        if beside:
            add(e, side, W_PHALANX + rank, 1)
        doubled: cython.bint = (own & FORWARD_FILE[side][square]) != 0
        _add_weaknesses(e, side, square, own, enemy, doubled)
        if not (enemy & PASSED_MASK[side][square]):
            # Of doubled pawns only the front one is passed.
            if not doubled:
                e.passed[side] |= bit(square)
                add(e, side, W_PASSED + rank, 1)
                if supporters:
                    add(e, side, W_PROTECTED_PASSED, 1)
        elif _is_candidate(side, square, own, enemy):
            add(e, side, W_CANDIDATE + rank, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _placement(relative: cython.int) -> cython.int:
    """Returns the index of a square, seen from its side, in a piece-square table that is symmetric in the files."""
    file: cython.int = relative & 7
    return (relative >> 3) * 4 + (file if file < 4 else 7 - file)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_weaknesses(
    e: cython.pointer(Eval), side: cython.int, square: cython.int, own: u64, enemy: u64, doubled: cython.bint
) -> cython.void:
    file: cython.int = square & 7
    # On a half-open file rooks attack a weak pawn from the front: isolated, it costs 19 centipawns there instead of 1.
    half_open: cython.int = 0 if enemy & file_mask(file) else 1
    if doubled:
        add(e, side, W_DOUBLED, 1)
    if not (own & ADJACENT_FILES[file]):
        add(e, side, W_ISOLATED + half_open, 1)
        if doubled:
            add(e, side, W_ISOLATED_DOUBLED, 1)
        return
    # Backward: no own pawn beside it or further back can support it, and an enemy pawn guards its next square.
    behind: u64 = ATTACK_SPAN[side ^ 1][square] | (ADJACENT_FILES[file] & (cython.cast(u64, 0xFF) << (square & 56)))
    next_square: cython.int = square + 8 if side == 0 else square - 8
    if not (own & behind) and (enemy & (PAWN_ATTACKS[side][next_square] | bit(next_square))):
        add(e, side, W_BACKWARD + half_open, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_candidate(side: cython.int, square: cython.int, own: u64, enemy: u64) -> cython.bint:
    """Returns whether a pawn can become passed: open file ahead, and at least as many helpers as enemy guards of its way."""
    if (enemy | own) & FORWARD_FILE[side][square]:
        return False
    guards: cython.int = popcount(enemy & ATTACK_SPAN[side][square])
    step: u64 = pawn_pushes(side, bit(square))
    behind: u64 = (
        ATTACK_SPAN[side ^ 1][square] | (ADJACENT_FILES[square & 7] & (cython.cast(u64, 0xFF) << (square & 56)))
    ) & ~step
    return popcount(own & behind) >= guards
