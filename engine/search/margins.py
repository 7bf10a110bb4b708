"""The margins of the search (margins.pxd): their values, and how far `ratsu tune margins` may move them.

Scores of the network and of the classical evaluation spread differently, so each has its own.
"""

from typing import NamedTuple

import cython


class Margin(NamedTuple):
    """One margin in the units of margins.pxd, with the network and with the classical evaluation, the least and most it may be,
    and how far tuning looks to either side."""

    name: str
    network: int
    classical: int
    low: int
    high: int
    step: int


# `network`: own SPSA run, `ratsu tune margins --games 10000 --nodes 4000`, stopped after 8,500 games (docs/network.md).
# `classical`: hand-set; 0 switches off what came later. `low`, `high` and `step`: hand-set.
MARGIN_TABLE = (
    Margin("razoring", 244, 220, 60, 600, 35),
    Margin("reverse futility", 37, 80, 20, 250, 12),
    Margin("null move", 119, 100, -100, 400, 30),
    Margin("null move by ply", 24, 20, 0, 80, 5),
    Margin("null move reduction", 256, 200, 50, 600, 35),
    Margin("probcut", 141, 180, 60, 500, 30),
    Margin("probcut improving", 91, 50, 0, 200, 15),
    Margin("noisy exchange", 114, 90, 20, 250, 15),
    Margin("quiet exchange", 22, 25, 5, 100, 5),
    Margin("futility", 27, 110, 0, 400, 25),
    Margin("futility by ply", 21, 90, 0, 250, 14),
    Margin("singular", 37, 32, 4, 120, 8),
    Margin("double extension", 32, 20, 0, 100, 6),
    Margin("deeper", 68, 60, 0, 250, 15),
    Margin("reward", 105, 80, 10, 300, 20),
    Margin("delta", 243, 160, 40, 500, 28),
    Margin("aspiration", 26, 14, 4, 80, 4),
    Margin("hindsight", 65, 60, 0, 250, 15),
    Margin("null move plies", 4306, 4096, 2048, 6144, 250),
    Margin("null move plies by depth", 400, 341, 150, 600, 35),
    Margin("late move count", 598, 400, 100, 1200, 80),
    Margin("late move count by depth", 117, 100, 40, 250, 12),
    Margin("history pruning", 3467, 3500, 500, 9000, 500),
    Margin("futility by history", 162, 128, 40, 500, 18),
    Margin("reduction", 904, 768, 0, 2048, 120),
    Margin("reduction of late moves", 479, 455, 200, 900, 35),
    Margin("reduction by history", 9666, 10000, 4000, 30000, 1200),
    Margin("reduction by history of captures", 7985, 8000, 3000, 30000, 1000),
    Margin("reduction of captures", 1095, 1024, 0, 2560, 150),
    Margin("reduction of killers", 1127, 1024, 0, 2560, 150),
    Margin("reduction at cut nodes", 1483, 1536, 0, 3584, 180),
    Margin("reduction on former variations", 973, 1024, 0, 2560, 150),
    Margin("reduction at PV nodes", 509, 512, 0, 2048, 120),
    Margin("reduction where worse", 886, 768, 0, 2048, 120),
    Margin("reduction by a noisy hash move", 991, 768, 0, 2048, 120),
    Margin("reduction of checks", 824, 1024, 0, 2560, 150),
    Margin("reduction by cutoffs", 744, 768, 0, 2048, 120),
    Margin("reduction by correction", 4, 0, 0, 40, 2),
    Margin("reverse futility where worse", 9, 0, 0, 100, 6),
    Margin("shallow probcut", 209, 0, 0, 700, 25),
    Margin("history by searching again", 101, 0, 0, 400, 25),
    Margin("history near the root", 9, 0, 0, 32, 3),
    Margin("softening", 13, 0, 0, 64, 5),
    Margin("softening of quiescence", 16, 0, 0, 64, 6),
)
_index = cython.declare(cython.int)
for _index in range(MARGINS):
    NETWORK_MARGINS[_index] = MARGIN_TABLE[_index].network
    CLASSICAL_MARGINS[_index] = MARGIN_TABLE[_index].classical
