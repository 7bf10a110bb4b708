"""What a referee knows: limits for the engine, the clocks at a move, where a take back leads, whether a draw is accepted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.model.analysis import Evaluation
from desktop.model.clock import Clock, Side
from desktop.model.game import ROOT, Game
from desktop.model.match import Match
from desktop.model.state import GameState
from engine.limits import Limits

if TYPE_CHECKING:
    from engine.mover import MoveChoice

DRAW_FROM_MOVE = 20  # before it the engine declines every draw: too little is decided


def limits_of(match: Match, side: Side, clock: Clock) -> Limits:
    """What the engine may spend on a move: by the clock if there is one. Its level's bounds are the chain's business."""
    if not match.control.timed:
        return Limits(move_time_ms=match.contestant(side).level.move_time_ms)
    control = match.control
    made = clock.moves_made[0] if side is Side.WHITE else clock.moves_made[1]
    return Limits(
        white_time_ms=max(1, clock.white_ms or 0),
        black_time_ms=max(1, clock.black_ms or 0),
        white_increment_ms=control.increment_ms,
        black_increment_ms=control.increment_ms,
        moves_to_go=control.moves - made % control.moves if control.moves else None,
    )


def clock_at(game: Game, node_id: int, match: Match) -> Clock:
    """The clocks as they stood at a node, from what was written down at the moves before it."""
    times = {side: match.control.base_of(side) for side in Side}
    made = dict.fromkeys(Side, 0)
    for node in game.path(node_id)[1:]:
        mover = node.side_to_move.other
        made[mover] += 1
        if node.clock_ms is not None:
            times[mover] = node.clock_ms
    clock = Clock.start(match.control).with_times(times[Side.WHITE], times[Side.BLACK])
    return replace(clock, moves_made=(made[Side.WHITE], made[Side.BLACK]))


def path_ids(state: GameState) -> set[int]:
    """The nodes from the start to where the match goes on."""
    return {node.id for node in state.game.path(state.live)}


def last_turn(state: GameState, match: Match) -> int | None:
    """The node before the last one at which a human is to move; None if there is none."""
    node = state.game.node(state.live)
    while node.id != ROOT:
        node = state.game.node(node.parent)
        if not match.is_engine(node.side_to_move):
            return node.id
    return None


def engine_accepts_draw(state: GameState, engine: Side) -> bool:
    """Whether the engine takes a draw: from move 20 on, where its last evaluation is not better than even."""
    node = state.game.node(state.live)
    if node.move_number < DRAW_FROM_MOVE:
        return False
    own = next((found for found in reversed(state.game.path(state.live)) if found.evaluation), None)
    if own is None or own.evaluation is None:
        return False
    share = own.evaluation.white_share if engine is Side.WHITE else 1 - own.evaluation.white_share
    return share <= 0.5


def evaluation_of(choice: MoveChoice, mover: Side) -> Evaluation | None:
    """What the search behind a move thought of it; None where nothing was searched."""
    if choice.result is None or not choice.result.lines:
        return None
    line = choice.result.lines[0]
    return Evaluation.of(line.score, mover is Side.WHITE, line.depth)
