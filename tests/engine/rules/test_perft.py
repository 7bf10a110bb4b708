"""The move generator counts exactly: perft on published positions."""

import re

import pytest

from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from tests.helpers.shared import shared_file

# The six standard positions of the Chess Programming Wiki, "Perft Results" (nodes at increasing depth).
STANDARD_POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197281, 4865609, 119060324]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862, 4085603, 193690690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624, 11030083]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422333, 15833292]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379, 2103487, 89941194]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594, 164075551],
    ),
]


@pytest.mark.parametrize(("fen", "counts"), STANDARD_POSITIONS)
def test_perft_of_the_standard_positions_is_exact(fen: str, counts: list[int]) -> None:
    board = CoreBoard.from_fen(fen, chess960=False)
    assert [board.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_divide_adds_up_to_perft() -> None:
    board = CoreBoard.from_fen(STANDARD_POSITIONS[1][0], chess960=False)
    rows = board.divide(4)
    assert len(rows) == 48
    assert sum(nodes for _, nodes in rows) == 4085603


def suite(name: str, most_nodes: int) -> list[tuple[str, int, int]]:
    """(fen, depth, nodes) of an EPD file: of each valid line the deepest count that is at most `most_nodes`."""
    cases = []
    for line in shared_file(f"data/epd/{name}").read_text(encoding="ascii").splitlines():
        pairs = [(int(depth), int(nodes)) for depth, nodes in re.findall(r"D(\d+) (\d+)", line)]
        fitting = [pair for pair in pairs if 0 < pair[1] <= most_nodes]
        if fitting:
            fen = re.split(r"\s*;|\sD\d", line)[0]
            cases.append((fen, *max(fitting)))
    return cases


# perftsuite.epd has one position whose double check no move can give (see its README); the gate refuses it.
@pytest.mark.parametrize(("name", "chess960", "refused"), [("perftsuite.epd", False, 1), ("perft_frc.epd", True, 0)])
def test_perft_of_the_public_suites_is_exact(name: str, chess960: bool, refused: int) -> None:
    cases = suite(name, most_nodes=1_500_000)
    assert len(cases) >= 126
    counted = []
    for fen, depth, _ in cases:
        try:
            counted.append(CoreBoard.from_fen(fen, chess960).perft(depth))
        except PositionError:
            counted.append(0)
    assert counted.count(0) == refused
    assert [n for n in counted if n] == [nodes for (_, _, nodes), n in zip(cases, counted, strict=True) if n]
