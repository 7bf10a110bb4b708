"""What the trainers draw on the board at the position that they ask: hints, moves that are shown, what was played instead."""

from __future__ import annotations

from desktop.model.drill import HINTS, DrillPhase, RetryState, TacticsState
from desktop.model.game.state import GameState
from desktop.model.training import TrainingState
from desktop.services.game.game_service import GameService
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.views.board.board_scene import Brush, Shape
from desktop.views.board.position_scene import square_number


def trainer_marks(
    games: GameService, openings: OpeningTrainer, mistakes: MistakeTrainer, tactics: TacticsTrainer
) -> tuple[Shape, ...]:
    """Those of the shown position. Whoever walks away and comes back finds them again."""
    shown = games.state
    return (
        *_of_openings(openings.state, shown),
        *_of_mistakes(mistakes.state, shown),
        *_of_tactics(tactics.state, shown),
    )


def _of_openings(state: TrainingState, shown: GameState) -> tuple[Shape, ...]:
    question = state.question
    if question is None or state.tab != shown.tab or shown.node.ply != len(question.moves):
        return ()
    moves = [uci for uci, _ in question.answers]
    if state.phase in (DrillPhase.SHOWING, DrillPhase.WRONG):
        return tuple(map(_arrow, moves))
    return _squares(moves) if state.hint and state.phase is DrillPhase.ASKING else ()


def _of_mistakes(state: RetryState, shown: GameState) -> tuple[Shape, ...]:
    exercise = state.exercise
    if exercise is None or (state.tab, state.node) != (shown.tab, shown.current):
        return ()
    if state.phase is DrillPhase.SOLVED:
        return (_arrow(exercise.better[0]),)
    if state.hint == HINTS and state.phase.open:
        return _squares([exercise.better[0]])
    return (_arrow(exercise.played, Brush.RED),) if state.phase is DrillPhase.WRONG else ()


def _of_tactics(state: TacticsState, shown: GameState) -> tuple[Shape, ...]:
    if state.attempt is None or (state.tab, state.node) != (shown.tab, shown.current):
        return ()
    if state.phase is DrillPhase.SOLVED:
        return (_arrow(state.attempt.rest[0]),)  # the other moves are in the sheet
    return _squares([state.attempt.rest[0]]) if state.hint == HINTS and state.phase.open else ()


def _arrow(uci: str, brush: Brush = Brush.GREEN) -> Shape:
    return Shape(square_number(uci[:2]), square_number(uci[2:4]), brush, engine=True)


def _squares(moves: list[str]) -> tuple[Shape, ...]:
    """The squares where the moves begin."""
    return tuple(Shape(square, square, engine=True) for square in {square_number(uci[:2]) for uci in moves})
