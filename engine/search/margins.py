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


# `network`: own SPSA run, `ratsu tune margins --games 9000 --nodes 4000`, stopped after 7,100 games (docs/network.md).
# `classical`: hand-set, the values that the first SPSA began from. `low`, `high` and `step`: hand-set.
MARGIN_TABLE = (
    Margin("razoring", 229, 220, 60, 600, 35),
    Margin("reverse futility", 37, 80, 20, 250, 12),
    Margin("null move", 119, 100, -100, 400, 30),
    Margin("null move by ply", 18, 20, 0, 80, 5),
    Margin("null move reduction", 225, 200, 50, 600, 35),
    Margin("probcut", 181, 180, 60, 500, 30),
    Margin("probcut improving", 91, 50, 0, 200, 15),
    Margin("noisy exchange", 99, 90, 20, 250, 15),
    Margin("quiet exchange", 27, 25, 5, 100, 5),
    Margin("futility", 68, 110, 0, 400, 25),
    Margin("futility by ply", 43, 90, 20, 250, 14),
    Margin("singular", 40, 32, 4, 120, 8),
    Margin("double extension", 31, 20, 0, 100, 6),
    Margin("deeper", 67, 60, 0, 250, 15),
    Margin("reward", 49, 80, 10, 300, 20),
    Margin("delta", 218, 160, 40, 500, 28),
    Margin("aspiration", 26, 14, 4, 80, 4),
)
_index = cython.declare(cython.int)
for _index in range(MARGINS):
    NETWORK_MARGINS[_index] = MARGIN_TABLE[_index].network
    CLASSICAL_MARGINS[_index] = MARGIN_TABLE[_index].classical
