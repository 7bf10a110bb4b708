"""Forecasts the cost of making a table from its pieces and its number of positions.

Memory is computed: the words of all positions, then the entries of one sub-table. The time rates were measured on
tables of four and five pieces, on one core; the figures are in docs/tablebases.md. Disk is an upper limit: KQvKQ takes
a thirtieth of it.
"""

from math import comb

from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.generate.layouts import dtz_layouts, wdl_layouts
from tablebases.generate.pawns import placements
from tablebases.probe.geometry import fold_of_leading_pawn, size_of

MOST_PIECES = 5  # 6 and 7 pieces fit the format but are untested
KING_PAIRS, FOLDED_KING_PAIRS = 3612, 903  # placements of two kings that do not touch: all, and with the first in a1-d4
DISK_BYTES = 0.12  # per position and side to move; measured from 0.0003 (KNNvKN) to 0.11 (KBBvKN)
WORD_BYTES, RESULT_BYTES, DISTANCE_BYTES = 4, 3, 4  # per placement of pieces, both sides; per entry during compression
LEAST_MEMORY = 75_000_000  # the counts of pairs, and the tables reached by captures

# Microseconds of one core per position and side to move.
FOUR_PIECES, FOUR_PIECES_NEVER_WON = 0.15, 0.06
FIVE_PIECES, FIVE_PIECES_NEVER_WON = 0.21, 0.10  # larger than the processor's caches
FIVE_PIECES_BISHOPS = 0.27  # two bishops against a piece: the longest wins, up to 71 moves
THREE_EQUAL = 0.40
FOUR_PIECES_PAWNS, FIVE_PIECES_PAWNS = 0.18, 0.30


@dataclass(frozen=True)
class Forecast:
    """`tables` in the order of making; seconds of one core, peak memory, maximum bytes of files."""

    tables: tuple[str, ...] = ()
    seconds: float = 0.0
    memory_bytes: int = 0
    disk_bytes: int = 0


def positions(name: str) -> int:
    """Returns the number of positions solved for a table, both sides to move."""
    return 2 * _pieces(name) * len(placements(name))


def forecast(tables: tuple[str, ...]) -> Forecast:
    """Returns the cost of making these tables one after another."""
    seconds = sum(positions(name) * _rate(name) for name in tables) / 1e6
    disk = round(sum(map(positions, tables)) * DISK_BYTES)
    return Forecast(tables, seconds, max(map(_memory, tables), default=0), disk)


def _rate(name: str) -> float:
    five = signatures.piece_count(name) > 4
    sides = name.replace("K", "").split("v")
    if signatures.has_pawns(name):
        return FIVE_PIECES_PAWNS if five else FOUR_PIECES_PAWNS
    if any(side.count(letter) > 2 for side in sides for letter in "QRBN"):
        return THREE_EQUAL
    if not any(letter in side for side in sides for letter in "QR") and not any(
        side.count("B") > 1 or ("B" in side and "N" in side) for side in sides
    ):
        return FIVE_PIECES_NEVER_WON if five else FOUR_PIECES_NEVER_WON
    if five and "BB" in sides:
        return FIVE_PIECES_BISHOPS
    return FIVE_PIECES if five else FOUR_PIECES


def _pieces(name: str) -> int:
    """Returns the placements of kings and pieces for one placement of the pawns, as `retrograde.Material.size`."""
    kings = KING_PAIRS if signatures.has_pawns(name) else FOLDED_KING_PAIRS
    for side in name.split("v"):
        for letter in "QRBN":
            kings *= comb(64, side.count(letter))
    return kings


def _memory(name: str) -> int:
    """Returns the peak memory: one file group of the leading pawn, and one sub-table in compression."""
    groups: dict[int, int] = {}
    for placement in placements(name):
        file = fold_of_leading_pawn(name, placement)
        groups[file] = groups.get(file, 0) + 1
    return LEAST_MEMORY + max(
        WORD_BYTES * _pieces(name) * count + _entries_bytes(name, max(file, 0), file) for file, count in groups.items()
    )


def _entries_bytes(name: str, group: int, file: int) -> int:
    kinds = ((RESULT_BYTES, wdl_layouts(name)[group]), (DISTANCE_BYTES, [dtz_layouts(name)[group]]))
    return max(
        each * size_of(table.codes, table.order, table.order2, file) for each, tables in kinds for table in tables
    )
