"""The arbiter's rules: limits for the engine, clocks at a move, takebacks, draw offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.model.game.match import MatchTerms
from desktop.model.game.match_course import MatchCourse, MatchPhase
from desktop.model.game.state import GameState, Hint
from engine.game.clock import Clock
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.limits import Limits
from engine.game.move_choice import DrawAnswer
from engine.game.move_notes import MoveSource
from engine.game.outcome import Termination
from engine.game.position import Position
from engine.game.side import Side
from engine.game.time_control import FixedLimits
from engine.game.tree import ROOT, Game
from engine.ground.text import Text
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from engine.game.move_choice import MoveChoice

OVERTIME_MS = 500  # for a move of the engine after its flag fell, if the game continues

EVENT, RATED_EVENT = "Game in Ratsu", "Rated game in Ratsu"  # tags of the program's own
OVER = Text("The game is over in this position, so it cannot be played on.")
_ENDS = (Termination.CHECKMATE, Termination.STALEMATE, Termination.INSUFFICIENT)

PUZZLE_EVENT, PUZZLE_TAG = "Tactics", "PuzzleId"  # and of a puzzle, with the tag of its name


def limits_of(match: MatchTerms, side: Side, clock: Clock) -> Limits:
    """The engine's limits for a move: its own, and the clock if there is one. The level's limits belong to the chain."""
    one = match.contestant(side)
    budget, left = one.budget, clock.remaining(side)
    if left is None and not budget.bounded:
        budget = FixedLimits(one.level.move_time_ms)
    elif left is not None and left <= 0:  # the flag fell, and the game continues
        return replace(budget, move_time_ms=min(OVERTIME_MS, budget.move_time_ms or OVERTIME_MS)).limits
    return clock.limits(side, budget)


def clock_at(game: Game, node_id: int, match: MatchTerms) -> Clock:
    """The clocks at a node, from the times noted at the moves before it, for a game saved without its clocks."""
    times = {side: match.control.of(side).base_ms for side in Side}
    made = dict.fromkeys(Side, 0)
    for node in game.path(node_id)[1:]:
        mover = node.side_to_move.other
        made[mover] += 1
        if node.clock_ms is not None:
            times[mover] = node.clock_ms
    both = (made[Side.WHITE], made[Side.BLACK])
    return Clock(match.control, times[Side.WHITE], times[Side.BLACK], moves_made=both, paid=both)


def path_ids(state: GameState) -> set[int]:
    """The nodes from the start to the live position."""
    return {node.id for node in state.game.path(state.live)}


def on_main_line(game: Game, node_id: int) -> bool:
    """Whether the moves that lead to a node are part of the main line."""
    return all(node.id == game.node(node.parent).children[0] for node in game.path(node_id)[1:])


def last_turn(state: GameState, match: MatchTerms) -> int | None:
    """The node before the last one with a human to move, or None."""
    node = state.game.node(state.live)
    while node.id != ROOT:
        node = state.game.node(node.parent)
        if not match.is_engine(node.side_to_move):
            return node.id
    return None


def reopened(result: str) -> Text:
    """The message after the end of a game was taken back."""
    return Text("The game continues: its end (%1) is taken back, and the next end replaces it.", result)


def taken_back(
    state: GameState, match: MatchTerms, course: MatchCourse, now: int
) -> tuple[Game, int, MatchCourse] | Text:
    """The match at the human's last turn: the game, its node, the course. Or why a takeback is impossible."""
    target = last_turn(state, match)
    if target is None:
        return Text("There is no move to take back.")
    flagged = course.clock_at(now).flagged()
    if flagged is not None and not match.play_on:
        side = flagged.value.capitalize()
        return Text("%1's time is over: nothing is taken back. “Play from here” begins a new game.", side)
    plies = state.game.node(state.live).ply - state.game.node(target).ply
    next_node = next(child for child in state.game.node(target).children if child in path_ids(state))
    return state.game.delete(next_node).with_outcome(None), target, course.taken_back(plies, now)


def draw_answer(state: GameState, match: MatchTerms, table_value: Callable[[Position], int | None]) -> DrawAnswer:
    """The engine's answer to a draw offer, by the endgame tables (the value for the side to move), or its last evaluation.
    Two people have agreed already."""
    from engine.play.people import draw_offer

    if match.human_side is None or offers_draw(state, match):
        return DrawAnswer.TAKEN
    engine = match.human_side.other
    own = next((found.evaluation for found in reversed(state.game.path(state.live)) if found.evaluation), None)
    score = None
    if own is not None:
        score = own.score.of_white if engine is Side.WHITE else -own.score.of_white
    position = Position.of(state.game.fen(state.live), chess960=state.game.chess960)
    table = table_value(position)
    if table is not None and position.side_to_move is not engine:
        table = -table
    return draw_offer.answer(*_age(state), score, match.contestant(engine).level.elo, table)


def _age(state: GameState) -> tuple[int, int]:
    """The half moves played, and the pieces on the board."""
    position = Position.of(state.game.fen(state.live), chess960=state.game.chess960)
    return state.game.node(state.live).half_moves, len(position.pieces)


def offers_draw(state: GameState, match: MatchTerms) -> bool:
    """Whether Ratsu, which has made the last move, offers its human opponent a draw with it."""
    from engine.play.people import draw_offer

    node, human = state.game.node(state.live), match.human_side
    if human is not node.side_to_move or match.contestant(human.other).engine:
        return False
    sign = 1 if human is Side.BLACK else -1
    own = (found for found in reversed(state.game.path(state.live)) if found.side_to_move is human)
    thought = (sign * found.evaluation.score.of_white.number if found.evaluation else None for found in own)
    elo = match.contestant(human.other).level.elo
    return draw_offer.offers(state.game.fen(state.live), *_age(state), thought, elo)


def evaluation_of(choice: MoveChoice, mover: Side) -> Evaluation | None:
    """The evaluation of a move's search; None without a search."""
    if choice.result is None or not choice.result.lines:
        return None
    line = choice.result.lines[0]
    return Evaluation(PovScore(line.score, mover is Side.WHITE), line.depth)


def hint_of(state: GameState, choice: MoveChoice) -> Hint:
    from desktop.model.game import rules
    from engine.coach.hint_topic import look_for

    played = rules.play(state.fen, choice.move, state.game.chess960)
    lines = choice.result.lines if choice.result is not None else ()
    line = lines[0].pv if lines and lines[0].pv[:1] == (played.uci,) else (played.uci,)
    look = look_for(state.fen, line, state.game.chess960)
    return Hint(state.fen, played.uci, played.san, choice.source.value, choice.reason, look)


def thinks(state: GameState, engine: str) -> bool:
    """Whether the external engine with that key is choosing a move of this match."""
    if state.match is None or not state.thinking:
        return False
    return state.match.contestant(state.game.node(state.live).side_to_move).engine == engine


def line_of(state: GameState) -> tuple[Game, int]:
    """A separate game with the moves to the shown position, and its last node."""
    moves = [node.move for node in state.game.path(state.current)[1:]]
    game = Game.new(Position.of(state.game.start_fen, state.game.chess960))
    return game.with_line(game.board(), moves), len(moves)


def with_tags(game: Game, match: MatchTerms, date: str) -> Game:
    """The game with the PGN tags of a new match; `date` in PGN form."""
    for name, value in (
        ("Event", RATED_EVENT if match.rated else EVENT),
        ("Date", date),
        ("Round", "-"),
        ("White", str(match.white.player)),
        ("Black", str(match.black.player)),
        *match.control.tags().items(),
    ):
        game = game.with_header(name, value)
    for name, one in (("WhiteElo", match.white), ("BlackElo", match.black)):
        if one.person:
            game = game.with_header(name, str(one.level.elo))
    return game


def with_event(game: Game, match: MatchTerms) -> Game:
    """The game with the event of a match whose terms changed, unless the user named the event."""
    event = RATED_EVENT if match.rated else EVENT
    return game.with_header("Event", event) if game.header("Event") in (RATED_EVENT, EVENT) else game


def is_over(game: Game, live: int = ROOT) -> bool:
    """True after mate, stalemate or insufficient material. False after a draw by repetition or the fifty-move rule: such a
    position can be played on."""
    if game.fen(live) == START_FEN:  # the start of the program waits for no python-chess
        return False
    from desktop.model.game import rules

    over = rules.outcome(game, live)
    return over is not None and over.termination in _ENDS


def refusal(state: GameState) -> Text | None:
    """Why the user cannot move on the shown position of a match, or None."""
    if not state.at_live_end:
        return Text("You are looking back. Go to the last move to play on, or choose “Play from here”.")
    return None if state.user_may_move else Text("It is the engine's turn.")


def played(
    state: GameState, course: MatchCourse, uci: str, now: int, choice: MoveChoice | None = None
) -> tuple[Game, int, MatchCourse]:
    """The match after a move: the game with its notes, its node, the course. `choice`: the engine's. :raises MoveError:
    an illegal move.
    """
    side = state.game.node(state.live).side_to_move
    game, node_id = state.game.add_move(state.live, uci, first=True)
    after = course.moved(now)
    spent = None if course.phase is MatchPhase.WAITING else course.clock_at(now).move_ms
    notes: dict[str, object] = {"clock_ms": after.clock.remaining(side), "spent_ms": spent}
    if choice is not None:
        notes |= {"origin": MoveSource(choice.source.value, choice.reason), "evaluation": evaluation_of(choice, side)}
    return game.with_node(game.node(node_id).changed(**notes)), node_id, after
