"""Bitboards for the evaluation, computed once at import (contents: masks.pxd)."""

import cython
from cython.cimports.engine.rules.types import u64


def _span(side: int, square: int, files: range) -> int:
    """Returns the squares on `files` ahead of `square` for `side`."""
    rank = square >> 3
    ranks = range(rank + 1, 8) if side == 0 else range(rank)
    return sum(1 << (8 * r + f) for r in ranks for f in files if 0 <= f < 8)


def _zone(side: int, square: int) -> int:
    rank, file = square >> 3, square & 7
    forward = 1 if side == 0 else -1
    ranks = {rank - 1, rank, rank + 1, rank + 2 * forward}
    return sum(1 << (8 * r + f) for r in ranks for f in range(file - 1, file + 2) if 0 <= r < 8 and 0 <= f < 8)


def _fill() -> None:
    global LIGHT_SQUARES
    side: cython.int
    square: cython.int
    other: cython.int
    light: u64 = 0
    for square in range(64):
        file = square & 7
        rank = square >> 3
        if (file + rank) & 1:
            light |= cython.cast(u64, 1) << square
        CENTRE_DISTANCE[square] = max(3 - file, file - 4, 3 - rank, rank - 4)
        for other in range(64):
            DISTANCE[square][other] = max(abs((other & 7) - file), abs((other >> 3) - rank))
        for side in range(2):
            forward = _span(side, square, range(file, file + 1))
            beside = _span(side, square, range(file - 1, file)) | _span(side, square, range(file + 1, file + 2))
            FORWARD_FILE[side][square] = forward
            ATTACK_SPAN[side][square] = beside
            PASSED_MASK[side][square] = forward | beside
            FORWARD_RANKS[side][square] = _span(side, square, range(8))
            KING_ZONE[side][square] = _zone(side, square)
    LIGHT_SQUARES = light
    column: object = 0x0101010101010101
    for square in range(8):
        ADJACENT_FILES[square] = sum(column << near for near in (square - 1, square + 1) if 0 <= near < 8)
    OUTPOST_RANKS[0] = 0x0000FFFFFF000000
    OUTPOST_RANKS[1] = 0x000000FFFFFF0000


_fill()
