"""Sets of squares in 64 bits. The functions are inline, in bitboard.pxd; here is what Python may want of them."""

import cython


def squares_of(squares: cython.ulonglong) -> list[int]:
    """The squares of a set, ascending."""
    return [square for square in range(64) if (squares >> square) & 1]
