"""The openings of an opponent: the first moves as White, the answers to each of them as Black."""

from types import SimpleNamespace
from typing import cast

import chess
import pytest

from books.preparation.opponent_moves import OpponentMoves
from engine.jobs.preparation import MOST_ANSWERS, MOST_OPENINGS, _openings


def moves(board: chess.Board) -> dict[chess.Move, str]:
    return {move: f"{board.fullmove_number} {move}" for move in board.legal_moves}


@pytest.mark.parametrize(
    ("mine_first", "plies", "count"), [(False, 1, MOST_OPENINGS), (True, 2, MOST_OPENINGS * MOST_ANSWERS)]
)
def test_an_opening_ends_with_a_move_of_the_opponent(mine_first: bool, plies: int, count: int) -> None:
    found = list(_openings(cast(OpponentMoves, SimpleNamespace(moves=moves)), mine_first))
    assert len(found) == count and {len(line) for line, _ in found} == {plies}
    assert all(told == f"1 {line[-1]}" for line, told in found)  # type: ignore[comparison-overlap]
