"""Bitboards. The C functions are inline, in bitboard.pxd; this module is for Python."""

import cython


def squares_of(squares: cython.ulonglong) -> list[int]:
    """Returns the squares of a bitboard, ascending."""
    return [square for square in range(64) if (squares >> square) & 1]
