"""How far a capture or pawn move that keeps the result is from it: one ply, a hundred more where the fifty-move rule draws."""

import pytest

from tablebases.wdl import Wdl, zeroing_distance


@pytest.mark.parametrize(
    ("wdl", "plies"),
    [(Wdl.WIN, 1), (Wdl.CURSED_WIN, 101), (Wdl.DRAW, 0), (Wdl.BLESSED_LOSS, -101), (Wdl.LOSS, -1)],
)
def test_the_distance_behind_a_zeroing_move(wdl: Wdl, plies: int) -> None:
    assert zeroing_distance(wdl) == plies
