"""The trainers' drawings on the board: hints, shown moves, and the move played instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from desktop.model.drill import BoardMark, DrillState
from desktop.model.game.state import GameState
from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.position_scene import square_number


def trainer_marks(states: Iterable[DrillState[Any]], shown: GameState) -> tuple[BoardShape, ...]:
    """Returns the marks of the shown position; they are there again when the user returns to it."""
    here = (state for state in states if (state.tab, state.node) == (shown.tab, shown.current))
    return tuple(dict.fromkeys(_shape(mark) for state in here for mark in state.marks))


def _shape(mark: BoardMark) -> BoardShape:
    start, end = square_number(mark.uci[:2]), square_number(mark.uci[2:4])
    return BoardShape(start, start if mark.departure else end, Brush.RED if mark.mistake else Brush.GREEN, engine=True)
