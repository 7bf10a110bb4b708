"""What a referee knows: limits for the engine, the clocks at a move, where a take back leads, whether a draw is accepted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.model.game.analysis import Evaluation
from desktop.model.game.clock import Clock, ClockKind, Side
from desktop.model.game.match import Match
from desktop.model.game.state import GameState, Hint
from desktop.model.game.tree import ROOT, Game
from engine.game.limits import Limits

if TYPE_CHECKING:
    from engine.game.move_choice import MoveChoice

MOVE_RESERVE_MS = 150  # of a fixed time for each move, kept for what comes between the search and the clock
SHORTEST_MS = 20
OVERTIME_MS = 500  # a move of the engine after its flag fell, where the game goes on
DRAW_FROM_MOVE = 20  # before it the engine declines every draw: too little is decided


def limits_of(match: Match, side: Side, clock: Clock) -> Limits:
    """What the engine may spend on a move: its own bounds, and the clock if there is one. What its level is bounded to is
    the chain's business."""
    contestant = match.contestant(side)
    budget = contestant.budget
    if not match.control.timed:
        own = contestant.level.move_time_ms if not budget.bounded else None
        return Limits(depth=budget.depth, nodes=budget.nodes, move_time_ms=budget.move_time_ms or own)
    limits = Limits(depth=budget.depth, nodes=budget.nodes)
    left = clock.remaining(side) or 0
    by_move = left - MOVE_RESERVE_MS if match.control.kind is ClockKind.MOVE else None
    if left <= 0:  # the flag fell, and the game goes on
        by_move = OVERTIME_MS
    if budget.move_time_ms is not None:
        by_move = min(budget.move_time_ms, by_move or max(1, left - MOVE_RESERVE_MS))
    if by_move is not None:
        return replace(limits, move_time_ms=max(SHORTEST_MS, by_move))
    white, black = (_clock_figures(clock, colour) for colour in Side)
    return replace(
        limits,
        white_time_ms=white[0],
        black_time_ms=black[0],
        white_increment_ms=white[1],
        black_increment_ms=black[1],
        moves_to_go=match.control.moves_to_go(clock.brought(side)),
    )


def _clock_figures(clock: Clock, side: Side) -> tuple[int, int]:
    """The time and the increment of a side in the engine's terms, which knows increments only.

    A delay is free time at the beginning of every move, this one too: it belongs to both figures, and their sum over the
    game is right. What Bronstein's clock gives back comes after the move. An hourglass gives back nothing by itself.
    """
    control = clock.control
    left = max(1, clock.remaining(side) or 0)
    increment = clock.increment_of(side)
    if control.kind is ClockKind.DELAY:
        return left + increment, increment
    return left, 0 if control.kind is ClockKind.HOURGLASS else increment


def clock_at(game: Game, node_id: int, match: Match) -> Clock:
    """The clocks as they stood at a node, from what was written down at the moves before it: for a game that was kept
    without its clocks."""
    times = {side: match.control.base_of(side) for side in Side}
    made = dict.fromkeys(Side, 0)
    for node in game.path(node_id)[1:]:
        mover = node.side_to_move.other
        made[mover] += 1
        if node.clock_ms is not None:
            times[mover] = node.clock_ms
    clock = Clock.start(match.control).with_times(times[Side.WHITE], times[Side.BLACK])
    both = (made[Side.WHITE], made[Side.BLACK])
    return replace(clock, moves_made=both, paid=both)


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


def hint_of(state: GameState, choice: MoveChoice) -> Hint:
    """A choice for the shown position as a proposal to the user."""
    from desktop.model.game import rules

    played = rules.play(state.fen, choice.move, state.game.chess960)
    return Hint(state.fen, played.uci, played.san, choice.source.value, choice.reason)


def thinks(state: GameState, engine: str) -> bool:
    """Whether the engine of others with that key is choosing a move of this match."""
    if state.match is None or not state.thinking:
        return False
    return state.match.contestant(state.game.node(state.live).side_to_move).engine == engine


def line_of(state: GameState) -> tuple[Game, int]:
    """A game of its own with the moves that led to the shown position, and its last node."""
    game, at = Game.new(state.game.root.fen, state.game.chess960), ROOT
    for node in state.game.path(state.current)[1:]:
        game, at = game.attach(at, node.uci, node.san, node.fen)
    return game, at


def with_tags(game: Game, match: Match, date: str) -> Game:
    """The game with the PGN tags of a match that begins; `date` as PGN writes it."""
    for name, value in (
        ("Event", "Rated game in Ratsu" if match.rated else "Game in Ratsu"),
        ("Date", date),
        ("Round", "-"),
        ("White", match.white.name),
        ("Black", match.black.name),
        ("TimeControl", match.control.pgn()),
    ):
        game = game.with_header(name, value)
    return game
