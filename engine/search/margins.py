"""The margins of the search: the values of margins.pxd, and the ranges in which `ratsu tune margins` may move them.

Scores of the network and of the classical evaluation have different spreads, so each has its own values.
"""

from typing import NamedTuple

import cython


class Margin(NamedTuple):
    """One margin in the units of margins.pxd: value with the network, with the classical evaluation, allowed range, and the
    tuning step. `place`: its index in margins.pxd."""

    place: int
    name: str
    network: int
    classical: int
    low: int
    high: int
    step: int


# `network`: SPSA by `ratsu tune margins --games 10000 --nodes 4000`, stopped after 8,500 games: +16 Elo [-8, +41] in 400 games
# at 8,000 nodes, +22 [-1, +44] in 500 at 16,000, with the rules added in the same change (docs/network.md). Razoring
# and the rows from its square on: hand-set, chosen by games (docs/search.md). `classical`:
# hand-set; 0 switches off rules that are newer than that evaluation. `low`, `high` and `step`: hand-set.
_ROWS = (
    Margin(M_RAZORING, "razoring", 250, 220, 60, 600, 35),
    Margin(M_REVERSE_FUTILITY, "reverse futility", 37, 80, 20, 250, 12),
    Margin(M_NULL_BASE, "null move", 119, 100, -100, 400, 30),
    Margin(M_NULL_PLY, "null move by ply", 24, 20, 0, 80, 5),
    Margin(M_NULL_REDUCTION, "null move reduction", 256, 200, 50, 600, 35),
    Margin(M_PROBCUT, "probcut", 141, 180, 60, 500, 30),
    Margin(M_PROBCUT_IMPROVING, "probcut improving", 91, 50, 0, 200, 15),
    Margin(M_NOISY_EXCHANGE, "noisy exchange", 114, 90, 20, 250, 15),
    Margin(M_QUIET_EXCHANGE, "quiet exchange", 22, 25, 5, 100, 5),
    Margin(M_FUTILITY_BASE, "futility", 27, 110, 0, 400, 25),
    Margin(M_FUTILITY_PLY, "futility by ply", 21, 90, 0, 250, 14),
    Margin(M_SINGULAR, "singular", 37, 32, 4, 120, 8),
    Margin(M_DOUBLE, "double extension", 32, 20, 0, 100, 6),
    Margin(M_DEEPER, "deeper", 68, 60, 0, 250, 15),
    Margin(M_REWARD, "reward", 105, 80, 10, 300, 20),
    Margin(M_DELTA, "delta", 243, 160, 40, 500, 28),
    Margin(M_ASPIRATION, "aspiration", 26, 14, 4, 80, 4),
    Margin(M_HINDSIGHT, "hindsight", 65, 60, 0, 250, 15),
    Margin(M_NULL_PLIES, "null move plies", 4306, 4096, 2048, 6144, 250),
    Margin(M_NULL_DEPTH, "null move plies by depth", 400, 341, 150, 600, 35),
    Margin(M_COUNT_BASE, "late move count", 598, 400, 100, 1200, 80),
    Margin(M_COUNT_DEPTH, "late move count by depth", 117, 100, 40, 250, 12),
    Margin(M_HISTORY_PRUNING, "history pruning", 3467, 3500, 500, 9000, 500),
    Margin(M_FUTILITY_HISTORY, "futility by history", 162, 128, 40, 500, 18),
    Margin(M_REDUCE_BASE, "reduction", 904, 768, 0, 2048, 120),
    Margin(M_REDUCE_LATE, "reduction of late moves", 479, 455, 200, 900, 35),
    Margin(M_REDUCE_QUIET_HISTORY, "reduction by history", 9666, 10000, 4000, 30000, 1200),
    Margin(M_REDUCE_NOISY_HISTORY, "reduction by history of captures", 7985, 8000, 3000, 30000, 1000),
    Margin(M_REDUCE_NOISY, "reduction of captures", 1095, 1024, 0, 2560, 150),
    Margin(M_REDUCE_KILLER, "reduction of killers", 1127, 1024, 0, 2560, 150),
    Margin(M_REDUCE_CUT_NODE, "reduction at cut nodes", 1483, 1536, 0, 3584, 180),
    Margin(M_REDUCE_TT_PV, "reduction on former variations", 973, 1024, 0, 2560, 150),
    Margin(M_REDUCE_PV, "reduction at PV nodes", 509, 512, 0, 2048, 120),
    Margin(M_REDUCE_WORSENING, "reduction where worse", 886, 768, 0, 2048, 120),
    Margin(M_REDUCE_NOISY_HASH, "reduction by a noisy hash move", 991, 768, 0, 2048, 120),
    Margin(M_REDUCE_CHECK, "reduction of checks", 824, 1024, 0, 2560, 150),
    Margin(M_REDUCE_CUTOFFS, "reduction by cutoffs", 744, 768, 0, 2048, 120),
    Margin(M_REDUCE_CORRECTION, "reduction by correction", 4, 0, 0, 40, 2),
    Margin(M_REVERSE_WORSENING, "reverse futility where worse", 9, 0, 0, 100, 6),
    Margin(M_SHALLOW_PROBCUT, "shallow probcut", 209, 0, 0, 700, 25),
    Margin(M_RESEARCH_HISTORY, "history by searching again", 101, 0, 0, 400, 25),
    Margin(M_LOW_PLY, "history near the root", 9, 0, 0, 32, 3),
    Margin(M_SOFTENING, "softening", 13, 0, 0, 64, 5),
    Margin(M_SOFTENING_QUIESCENCE, "softening of quiescence", 16, 0, 0, 64, 6),
    Margin(M_RAZORING_SQUARE, "razoring by depth squared", 40, 0, 0, 200, 12),
    Margin(M_IMPROVING_BETA, "improving above beta", 1, 0, 0, 400, 12),
    Margin(M_SINGULAR_DEPTH, "singular depth", 6, 7, 4, 12, 1),
    Margin(M_SINGULAR_TT_PV, "singular on former variations", 30, 0, 0, 150, 8),
    Margin(M_LATE_DEEPER, "late move deeper", 1024, 0, 0, 4096, 200),
    Margin(M_FUTILITY_FIRST, "futility before a best move", 60, 0, 0, 300, 12),
    Margin(M_OPTIMISM, "optimism", 12, 0, 0, 60, 4),
    Margin(M_CORRECTION_RATE, "correction rate", 28, 16, 4, 64, 3),
    Margin(M_BONUS, "history bonus", 120, 170, 40, 500, 15),
    Margin(M_BONUS_LIMIT, "history bonus at most", 1400, 1700, 400, 4000, 120),
    Margin(M_MALUS, "history malus", 400, 190, 40, 900, 30),
    Margin(M_MALUS_LIMIT, "history malus at most", 2000, 1300, 400, 4000, 120),
    Margin(M_CAPTURE_BEFORE, "history of the capture before", 60, 0, 0, 300, 20),
    Margin(M_ORDER_SQUARES, "order by squares", 12, 8, 0, 32, 2),
    Margin(M_BAD_QUIET, "bad quiet moves", 8000, 0, 0, 60000, 1500),
)
# In the order of margins.pxd.
MARGIN_TABLE = tuple(sorted(_ROWS))
for _margin in MARGIN_TABLE:
    NETWORK_MARGINS[cython.cast(cython.int, _margin.place)] = _margin.network
    CLASSICAL_MARGINS[cython.cast(cython.int, _margin.place)] = _margin.classical
