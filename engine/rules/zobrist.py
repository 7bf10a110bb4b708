"""Zobrist keys equal to Polyglot's: the numbers of polyglot_randoms.h in the order of the core's pieces.

Source: the Polyglot book format ("Book format", keys): piece kinds run black pawn, white pawn, black knight ... white
king.
"""

import cython
from cython.cimports.engine.rules.polyglot_randoms import polyglot_randoms


@cython.cfunc
def _fill_keys() -> cython.void:
    colour: cython.int
    kind: cython.int
    square: cython.int
    rights: cython.int
    index: cython.int
    for colour in range(2):
        for kind in range(6):
            for square in range(64):
                PIECE_KEYS[6 * colour + kind][square] = polyglot_randoms[64 * (2 * kind + 1 - colour) + square]
    for rights in range(16):
        CASTLING_KEYS[rights] = 0
        for index in range(4):
            if (rights >> index) & 1:
                CASTLING_KEYS[rights] ^= polyglot_randoms[768 + index]
    for index in range(8):
        EN_PASSANT_KEYS[index] = polyglot_randoms[772 + index]


_fill_keys()
WHITE_TO_MOVE_KEY = polyglot_randoms[780]
