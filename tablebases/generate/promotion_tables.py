"""Parts of tables for lessons: only some placements of the pawns, and the game is won when a pawn is through.

Whole tables of five pieces would be too large to ship, and need the tables of their promotions. Here a queen or rook
that can neither be captured nor be won by a check ends the game. Only positions with the first side to move are stored;
all other entries are free.

`python -m tablebases.generate.promotion_tables FOLDER` writes them again (two minutes of one core).
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from engine.ground.files import write_atomically
from tablebases.files.folders import TableKind
from tablebases.generate.arrange import arrange
from tablebases.generate.compress import Compressed, compress
from tablebases.generate.layouts import SubTable, wdl_layouts
from tablebases.generate.pawns import advance
from tablebases.generate.placements import PLACEMENTS
from tablebases.generate.retrograde import Solver
from tablebases.generate.writer import assembled, listed
from tablebases.probe.geometry import fold_of_leading_pawn
from tablebases.probe.prober import Prober
from tablebases.tables import Tablebases

Placement = tuple[int, ...]
FILE_GROUPS = 4
STORED_SIDE = 0
BLOCKS = (5, 10)  # logarithms of bytes; probed rarely, so small files matter more than speed
BEST_ORDERS = {"KRPvKR": bytes((1, 4, 14, 6, 12))}  # pawn, rook, king, king, rook: half the size of the default order


def make_part(name: str, wanted: Iterable[Placement], prober: Prober) -> bytes:
    """Returns the results of a part, as a WDL file. `wanted`: stored placements, with all that their pawn moves lead
    to.
    :raises GenerationError: one of these placements, or a smaller table in the prober, is missing."""
    white = name.split("v")[0].count("P")
    solver = Solver(name, prober, through=True)
    groups: dict[int, list[Placement]] = {}
    for placement in sorted(wanted, key=lambda squares: (-advance(squares, white), squares)):
        groups.setdefault(fold_of_leading_pawn(name, placement), []).append(placement)
    layouts = [[_ordered(name, table) for table in group] for group in wdl_layouts(name)]
    parts: list[Compressed] = []
    for file in range(FILE_GROUPS):
        for placement in groups.get(file, ()):
            for _ in solver.solve(placement):
                pass
        for table in layouts[file]:
            stored = groups.get(file, []) if table.side == STORED_SIDE else []
            entries = arrange(solver, table.codes, table.order, table.order2, file, table.side, False, stored)
            parts.append(compress(entries, False, 0, BLOCKS))
        solver.release()
    return assembled(name, TableKind.WDL, [listed(group, repeat=False) for group in layouts], parts)


def _ordered(name: str, table: SubTable) -> SubTable:
    codes = BEST_ORDERS.get(name)
    return table if codes is None else SubTable(codes, len(codes) - 1, table.order2, table.side)


def main(folder: Path) -> None:
    """Writes every part. :raises OSError: the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    with Tablebases() as tables:
        for name, placements in PLACEMENTS.items():
            write_atomically(folder / f"{name}{TableKind.WDL.value}", make_part(name, placements, tables.prober))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
