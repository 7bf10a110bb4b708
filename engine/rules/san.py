"""Writes a legal move in standard algebraic notation."""

import cython
from cython.cimports.engine.rules.bitboard import bit, file_mask, pop_lsb, rank_mask
from cython.cimports.engine.rules.movegen import count_legal
from cython.cimports.engine.rules.position import make_move
from cython.cimports.engine.rules.types import (
    CASTLING,
    EN_PASSANT,
    KNIGHT,
    NO_PIECE,
    NORMAL,
    PAWN,
    PROMOTION,
    make_move_code,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)

_LETTERS = cython.declare(cython.p_const_char, b"PNBRQK")


def _rivals(position, piece, source, target):
    """Returns other own pieces of the type that can legally go to the target."""
    others: u64 = origins_of(position, piece, target) & ~bit(source)
    rivals: u64 = 0
    square: cython.int
    while others:
        square = pop_lsb(cython.address(others))
        if is_safe(position, square, make_move_code(square, target, NORMAL, KNIGHT)):
            rivals |= bit(square)
    return rivals


def write_move(position, move, out):
    """Writes a legal move and makes it. Returns the length."""
    length: cython.int = _written(position, move, out)
    make_move(position, move)
    if position.state.checkers:
        out[length] = 0x23 if count_legal(position) == 0 else 0x2B
        length += 1
    return length


def _written(position, move, out):
    """Writes the move without the marks of check and mate."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    piece: cython.int = position.board[source] % 6
    capture: cython.bint = position.board[target] != NO_PIECE or kind == EN_PASSANT
    length: cython.int = 0
    rivals: u64
    if kind == CASTLING:
        for length in range(3 if target > source else 5):
            out[length] = 0x4F if (length & 1) == 0 else 0x2D
        return 3 if target > source else 5
    if piece == PAWN:
        if capture:
            out[0] = 0x61 + (source & 7)
            length = 1
    else:
        out[0] = _LETTERS[piece]
        length = 1
        rivals = _rivals(position, piece, source, target)
        if rivals:
            if (rivals & file_mask(source & 7)) == 0 or (rivals & rank_mask(source >> 3)) != 0:
                out[length] = 0x61 + (source & 7)
                length += 1
            if rivals & file_mask(source & 7):
                out[length] = 0x31 + (source >> 3)
                length += 1
    if capture:
        out[length] = 0x78
        length += 1
    out[length] = 0x61 + (target & 7)
    out[length + 1] = 0x31 + (target >> 3)
    length += 2
    if kind == PROMOTION:
        out[length] = 0x3D
        out[length + 1] = _LETTERS[move_promotion(move)]
        length += 2
    return length
