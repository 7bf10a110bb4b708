"""The trainers' drawings on the board: hints, shown moves, and the move played instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from desktop.model.drill import BoardMark, DrillState
from desktop.model.game.state import GameState
from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.position_scene import ends_of, shape_of


def trainer_marks(states: Iterable[DrillState[Any]], shown: GameState) -> tuple[BoardShape, ...]:
    """Returns the marks of the shown position; they are there again when the user returns to it."""
    there = [state for state in states if state.tab == shown.tab]
    here = [state for state in there if state.node == shown.current]
    pieces = shown.position.pieces
    marks = [_shape(mark, pieces, beside=bool(state.drawings)) for state in here for mark in state.marks]
    near = (state for state in there if state.node in (shown.current, shown.node.parent))
    drawn = [replace(shape_of(drawing), engine=True) for state in near for drawing in state.drawings]
    return tuple(dict.fromkeys([*drawn, *marks]))


def _shape(mark: BoardMark, pieces: Mapping[int, str], *, beside: bool) -> BoardShape:
    """Returns the arrow of a move; `beside` the student's arrows, most of which are green, it is blue."""
    start, end = ends_of(mark.uci, pieces)
    brush = Brush.RED if mark.mistake else Brush.BLUE if beside else Brush.GREEN
    return BoardShape(start, start if mark.departure else end, brush, engine=True)
