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


# `network`: own SPSA run, `ratsu tune margins --games 12000 --nodes 4000`, stopped after 6,700 games; +51 Elo [+27, +75] in 500
# games (docs/network.md). `classical`: hand-set, the values that SPSA began from. `low`, `high` and `step`: hand-set.
MARGIN_TABLE = (
    Margin("razoring", 208, 220, 60, 600, 35),
    Margin("reverse futility", 29, 80, 20, 250, 12),
    Margin("null move", 86, 100, -100, 400, 30),
    Margin("null move by ply", 14, 20, 0, 80, 5),
    Margin("null move reduction", 224, 200, 50, 600, 35),
    Margin("probcut", 182, 180, 60, 500, 30),
    Margin("probcut improving", 72, 50, 0, 200, 15),
    Margin("noisy exchange", 94, 90, 20, 250, 15),
    Margin("quiet exchange", 22, 25, 5, 100, 5),
    Margin("futility", 84, 110, 0, 400, 25),
    Margin("futility by ply", 78, 90, 20, 250, 14),
    Margin("singular", 37, 32, 4, 120, 8),
    Margin("double extension", 25, 20, 0, 100, 6),
    Margin("deeper", 68, 60, 0, 250, 15),
    Margin("reward", 62, 80, 10, 300, 20),
    Margin("delta", 193, 160, 40, 500, 28),
    Margin("aspiration", 21, 14, 4, 80, 4),
)
_index = cython.declare(cython.int)
for _index in range(MARGINS):
    NETWORK_MARGINS[_index] = MARGIN_TABLE[_index].network
    CLASSICAL_MARGINS[_index] = MARGIN_TABLE[_index].classical
