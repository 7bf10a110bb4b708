"""Tables with results that no real one of three pieces has, written for the test: cursed wins, blessed losses, maps, all flags.

The judge is chess.syzygy on the same files.
"""

import itertools
import random
from pathlib import Path

import chess
import chess.syzygy
import pytest

from tablebases.files.folders import BUILT_IN, TableKind
from tablebases.generate.compress import Compressed, compress
from tablebases.generate.layouts import SubTable, dtz_layouts, wdl_layouts
from tablebases.generate.writer import assembled, listed
from tablebases.tables import Tablebases
from tests.tablebases.positions import random_boards

ENTRIES = {"KRvK": 31_332, "KPvK": 6 * 63 * 62}  # of a sub-table of distances
EXACT_WIN, EXACT_LOSS, MAPPED, WIDE = 4, 8, 2, 16
FLAGS = {
    "KRvK": [exact | mapped for exact in (0, EXACT_WIN, EXACT_LOSS) for mapped in (0, MAPPED, MAPPED | WIDE)],
    "KPvK": [0, EXACT_WIN | MAPPED],
}
ONLY_PUSHES = chess.Board("8/8/8/8/8/8/5k1P/7K w - - 0 1")  # the king cannot move
NUMBERS = 40  # that a table holds, before its map


def made(name: str, win: int, flags: int, side: int) -> dict[TableKind, bytes]:
    """A table in which the first side always wins (2) or wins too late (1), or loses so (-1, -2), its distances drawn; those of
    `side` are stored."""
    generator = random.Random(f"{name} {win} {flags} {side}")
    groups = wdl_layouts(name)
    results = [compress(bytearray([1 << (2 + value)]), False, 0) for _ in groups for value in (win, -win)]
    layouts = [SubTable(one.codes, one.order, one.order2, side) for one in dtz_layouts(name)]
    distances = [compress(drawn(ENTRIES[name], generator), True, flags | side) for _ in layouts]
    if flags & MAPPED:
        last = distances[-1]
        maps = b"".join(drawn_lists(flags & WIDE, generator) for _ in layouts)
        header = last.header + bytes(len(last.header) % 2) + maps
        distances[-1] = Compressed(header, last.index, last.sizes, last.data)
    return {
        TableKind.WDL: assembled(name, TableKind.WDL, [listed(group, False) for group in groups], results),
        TableKind.DTZ: assembled(name, TableKind.DTZ, [listed([one], False) for one in layouts], distances),
    }


def drawn(entries: int, generator: random.Random) -> bytearray:
    """So many numbers of two bytes; runs of one number, as in a real table."""
    numbers: list[int] = []
    while len(numbers) < entries:
        numbers += [generator.randrange(NUMBERS)] * generator.randint(1, 30)
    return bytearray(b"".join(number.to_bytes(2, "little") for number in numbers[:entries]))


def drawn_lists(wide: int, generator: random.Random) -> bytes:
    """What the numbers of wins, losses, cursed wins and blessed losses stand for: four lists that differ."""
    size = 2 if wide else 1
    lists = [generator.sample(range(300 if wide else 120), NUMBERS) for _ in range(4)]
    return b"".join(
        NUMBERS.to_bytes(size, "little") + b"".join(number.to_bytes(size, "little") for number in one) for one in lists
    )


@pytest.mark.parametrize(
    ("name", "win"),
    [("KRvK", 1), ("KPvK", 2), ("KPvK", -1)]
    + [pytest.param(*other, marks=pytest.mark.long) for other in (("KRvK", 2), ("KPvK", 1), ("KPvK", -2))],
)
def test_made_tables_are_probed_as_python_chess_probes_them(name: str, win: int, tmp_path: Path) -> None:
    distances = set()
    for number, (flags, side) in enumerate(itertools.product(FLAGS[name], (0, 1))):
        folder = tmp_path / str(number)
        folder.mkdir()
        for other in ("KQvK", "KRvK", "KBvK", "KNvK"):  # a pawn becomes one of them
            for kind in TableKind:
                (folder / f"{other}{kind.value}").write_bytes((BUILT_IN / f"{other}{kind.value}").read_bytes())
        for kind, content in made(name, win, flags, side).items():
            (folder / f"{name}{kind.value}").write_bytes(content)
        with chess.syzygy.open_tablebase(str(folder)) as reference, Tablebases([folder], built_in=False) as tables:
            also = [ONLY_PUSHES, ONLY_PUSHES.mirror()] if name == "KPvK" else []
            for board in [*random_boards(name, 40, number), *also]:
                expected = (reference.probe_wdl(board), reference.probe_dtz(board))
                if expected[1] == 0xFFFF:
                    continue  # a win of which no move is one: what hangs is no win in a real table
                assert (tables.probe_wdl(board), tables.probe_dtz(board)) == expected, (board.fen(), flags, side)
                distances.add(expected[1])
            assert tables.problems == ()
    told = distances - {0}
    assert min(told) < 0 < max(told)
    assert abs(win) == 2 or min(map(abs, told)) > 100
