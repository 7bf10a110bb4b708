"""What making a table will cost, from the number of its positions: known before the first of them is solved.

The rates are those of twelve tables of four and five pieces, made on one core of a busy two-core machine; the figures are
in docs/tablebases.md. Disk is a most: KQvKQ takes a thirtieth of it.
"""

from math import comb

from engine.values import dataclass
from tablebases import signature as signatures
from tablebases.generate.pawns import placements
from tablebases.probe.geometry import fold_of_leading_pawn

MOST_MEN = 5  # 6 and 7 pieces fit the format but were never tried
KING_PAIRS, FOLDED_KING_PAIRS = 3612, 903  # placements of two kings that do not touch: all, and with the first in a1-d4
SECONDS = 0.65e-6  # a position and side to move: 0.38 (KNNvKN) to 0.75 (KQvKR)
DISK_BYTES = 0.12  # likewise: 0.0003 (KNNvKN) to 0.11 (KBBvKN)
MEMORY_BYTES = 6.5, 8  # a placement of pieces without pawns and with: KBBvKN 6.3, KNNvKN 5.9
LEAST_MEMORY = 90_000_000  # what compressing takes whatever the table


@dataclass(frozen=True)
class Forecast:
    """`tables` in the order in which they are made; seconds of one core, most memory at any time, most bytes of files."""

    tables: tuple[str, ...] = ()
    seconds: float = 0.0
    memory_bytes: int = 0
    disk_bytes: int = 0


def positions(name: str) -> int:
    """How many positions are solved for a table, both sides to move."""
    return 2 * _pieces(name) * len(placements(name))


def forecast(tables: tuple[str, ...]) -> Forecast:
    """What making these tables, one after another, will cost."""
    solved = sum(map(positions, tables))
    return Forecast(tables, solved * SECONDS, max(map(_memory, tables), default=0), round(solved * DISK_BYTES))


def _pieces(name: str) -> int:
    """Placements of kings and pieces for one placement of the pawns, as `retrograde.Material.size`."""
    kings = KING_PAIRS if signatures.has_pawns(name) else FOLDED_KING_PAIRS
    for side in name.split("v"):
        for letter in "QRBN":
            kings *= comb(64, side.count(letter))
    return kings


def _memory(name: str) -> int:
    """Only one file of the leading pawn is in memory at a time."""
    groups: dict[int, int] = {}
    for placement in placements(name):
        file = fold_of_leading_pawn(name, placement)
        groups[file] = groups.get(file, 0) + 1
    return LEAST_MEMORY + round(MEMORY_BYTES[signatures.has_pawns(name)] * _pieces(name) * max(groups.values()))
