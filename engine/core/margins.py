"""The margins of the search (margins.pxd): their values, and how far `ratsu tune margins` may move them.

Scores of the network and of the classical evaluation spread differently, so each has its own.
"""

from typing import NamedTuple

import cython


class Margin(NamedTuple):
    """One margin: centipawns (`singular`: sixteenths) with the network and with the classical evaluation, the least and most it
    may be, and how far tuning looks to either side."""

    name: str
    network: int
    classical: int
    low: int
    high: int
    step: int


MARGIN_TABLE = (
    Margin("razoring", 220, 220, 60, 600, 35),
    Margin("reverse futility", 80, 80, 20, 250, 12),
    Margin("null move", 100, 100, -100, 400, 30),
    Margin("null move by ply", 20, 20, 0, 80, 5),
    Margin("null move reduction", 200, 200, 50, 600, 35),
    Margin("probcut", 180, 180, 60, 500, 30),
    Margin("probcut improving", 50, 50, 0, 200, 15),
    Margin("noisy exchange", 90, 90, 20, 250, 15),
    Margin("quiet exchange", 25, 25, 5, 100, 5),
    Margin("futility", 110, 110, 0, 400, 25),
    Margin("futility by ply", 90, 90, 20, 250, 14),
    Margin("singular", 32, 32, 4, 120, 8),
    Margin("double extension", 20, 20, 0, 100, 6),
    Margin("deeper", 60, 60, 0, 250, 15),
    Margin("reward", 80, 80, 10, 300, 20),
    Margin("delta", 160, 160, 40, 500, 28),
    Margin("aspiration", 14, 14, 4, 80, 4),
)
_index = cython.declare(cython.int)
for _index in range(MARGINS):
    NETWORK_MARGINS[_index] = MARGIN_TABLE[_index].network
    CLASSICAL_MARGINS[_index] = MARGIN_TABLE[_index].classical
