"""Where the ending of a game begins: both sides have at most 13 points of pieces."""

import chess
import pytest

from engine.play.review.opening import is_endgame


@pytest.mark.parametrize(
    ("pieces", "ending"),
    [
        ("qr", False),
        ("qb", True),
        ("qbn", False),
        ("rbn", True),
        ("rrn", True),
        ("rrbn", False),
        ("bbnn", True),
        ("", True),
    ],
)
@pytest.mark.parametrize("both", [True, False])
def test_an_ending_has_few_pieces_on_both_sides(pieces: str, ending: bool, both: bool) -> None:
    black = f"k{pieces}{7 - len(pieces)}"
    white = black.upper() if both else "K7"
    board = chess.Board(f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1")
    assert is_endgame(board) is is_endgame(board.mirror()) is ending
