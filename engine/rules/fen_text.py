"""Compiled FEN output: each node of a game tree in the window has one (python-chess takes 40 times as long)."""

import cython
from cython.cimports.engine.rules.attacks import PAWN_ATTACKS
from cython.cimports.engine.rules.bitboard import pop_lsb
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import king_square, pieces_of
from cython.cimports.engine.rules.types import (
    EN_PASSANT,
    KNIGHT,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    ROOK,
    WHITE,
    make_move_code,
    u64,
)

from engine.rules.fen import SQUARE_NAMES


def write_placement(position, out):
    """Writes the pieces, rank by rank from the eighth. Returns the number of characters."""
    letters: cython.p_const_char = b"PNBRQKpnbrqk"
    count: cython.int = 0
    rank: cython.int
    file: cython.int
    empty: cython.int
    for rank in range(7, -1, -1):
        empty = 0
        for file in range(8):
            piece: cython.int = position.board[8 * rank + file]
            if piece == NO_PIECE:
                empty += 1
                continue
            if empty:
                out[count] = 48 + empty
                count += 1
                empty = 0
            out[count] = letters[piece]
            count += 1
        if empty:
            out[count] = 48 + empty
            count += 1
        if rank:
            out[count] = 0x2F
            count += 1
    return count


def _right(position, index):
    """Returns the letter of a castling right in X-FEN: the rook's file if another rook is further out on its side."""
    side: cython.int = index // 2
    rook: cython.int = position.castling_rook[index]
    queen_side: cython.bint = rook < king_square(position, side)
    rooks: u64 = pieces_of(position, side, ROOK)
    letter: cython.char = 0x71 if queen_side else 0x6B
    while rooks:
        other: cython.int = pop_lsb(cython.address(rooks))
        if other >> 3 == rook >> 3 and other != rook and (other < rook) == queen_side:
            letter = 0x61 + (rook & 7)
    return letter - 32 if side == WHITE else letter


def castling_letters(position):
    """Returns the castling rights in X-FEN; empty without any."""
    letters: str = ""
    index: cython.int
    for index in range(4):
        if (position.state.castling >> index) & 1:
            letters += chr(_right(position, index))
    return letters


def passed_square(position):
    """Returns the name of the en passant square; empty if the capture is illegal."""
    side: cython.int = position.side
    square: cython.int = position.state.ep_square
    pawns: u64
    if square == NO_SQUARE:
        return ""
    pawns = PAWN_ATTACKS[1 - side][square] & pieces_of(position, side, PAWN)
    while pawns:
        if is_legal(position, make_move_code(pop_lsb(cython.address(pawns)), square, EN_PASSANT, KNIGHT)):
            return SQUARE_NAMES[square]
    return ""


def fen_text(position):
    """Returns the FEN as python-chess writes it: the en passant square only if the capture is legal, castling as X-FEN."""
    out: cython.char[LONGEST]
    count: cython.int = write_placement(position, out)
    turn: str = "w" if position.side == WHITE else "b"
    state: str = f"{castling_letters(position) or '-'} {passed_square(position) or '-'}"
    return f"{out[:count].decode('ascii')} {turn} {state} {position.state.halfmove_clock} {position.fullmove}"
