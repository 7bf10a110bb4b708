"""Static exchange evaluation on exchanges counted by hand (pawn 100, knight 325, bishop 330, rook 500, queen 975)."""

import pytest

from engine.rules.board import CoreBoard
from engine.rules.see import exchange_wins

EXCHANGES = [
    # FEN, move, what the exchange wins
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # nobody takes back
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325),  # a pawn for a knight
    ("4k3/8/3p4/4p3/5P2/8/8/4K3 w - - 0 1", "f4e5", 0),  # pawn for pawn
    ("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3d5", 975),
    ("4k3/2p5/3q4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", 975 - 500 + 100),  # rook takes queen, pawn, rook takes back
    ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),  # en passant
    ("3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 500 + 975 - 100),
    ("4k3/8/8/8/8/2b5/3r4/3QK3 w - - 0 1", "d1d2", 500 - 975 + 330),  # the queen is taken back, the king takes last
    ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
]


@pytest.mark.parametrize(("fen", "move", "worth"), EXCHANGES)
def test_an_exchange_is_worth_what_counting_says(fen: str, move: str, worth: int) -> None:
    board = CoreBoard.from_fen(fen, chess960=False)
    code = board.parse_uci(move)
    assert exchange_wins(board, code, worth)
    assert not exchange_wins(board, code, worth + 1)


def test_a_pinned_man_does_not_take_back() -> None:
    # The knight on e7 is pinned by the rook e1 and cannot protect d5.
    board = CoreBoard.from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", chess960=False)
    assert exchange_wins(board, board.parse_uci("b3d5"), 100)
