"""Estimates whether players of the rating find the better move at a reviewed mistake."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.drill import DrillPhase
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition
from engine.game.tags.ratings import elo_in

if TYPE_CHECKING:
    from desktop.services.engines.review_service import ReviewService
    from desktop.services.game.game_service import GameService
    from desktop.services.training.mistake_trainer import MistakeTrainer
    from engine.ground.text import Text
    from engine.play.people.move_difficulty import MoveDifficulty
    from engine.play.review.values import MoveReview


class FindableService(StateService["MoveDifficulty | None"], ShownPositionService):
    """Answers for the shown mistake in the background, but not while it is retried, as the answer names the better move."""

    def __init__(self, games: GameService, review: ReviewService, mistakes: MistakeTrainer) -> None:
        super().__init__(None)
        self._games, self._review, self._mistakes = games, review, mistakes
        self._own = 0
        self._asked: tuple[GamePosition, str, str, int] | None = None
        self._worker = Worker("ratsu-findable", self)

    def follow(self) -> None:
        """Follows reviews, which add mistakes, and retries, which hide them."""
        self._review.changed.connect(self._look)
        self._mistakes.changed.connect(self._look)

    def configure(self, settings: Settings) -> None:
        """Sets the user's rating, for games without ratings."""
        self._own = settings.people_elo
        self._look()

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Follows the shown move."""
        self._look()

    @Slot()
    def _look(self) -> None:
        asked = self._question()
        if asked == self._asked:
            return
        self._asked = asked
        self._worker.drop_all()
        self._set(None)
        if asked is not None:
            self._worker.submit(partial(_found, *asked), self._set, self._fail)

    def _fail(self, _problem: Text) -> None:
        self._asked = None  # the next look asks again

    def _question(self) -> tuple[GamePosition, str, str, int] | None:
        """The position, the better move, the player's rating in the game's header, and the user's own."""
        if self._mistakes.state.phase is not DrillPhase.OFF:
            return None
        shown = self._games.state
        move = self._mistake(shown)
        if move is None:
            return None
        moves = shown.moves[:-1]
        header = shown.game.header("WhiteElo" if move.white else "BlackElo")
        return (
            GamePosition(shown.game.start_fen, moves, chess960=shown.game.chess960),
            move.better[0],
            header,
            self._own,
        )

    def _mistake(self, shown: GameState) -> MoveReview | None:
        review = self._review.state.review
        if review is None or shown.playing or not shown.current:
            return None
        moves = shown.moves
        if tuple(move.uci for move in review.moves[: len(moves)]) != moves:
            return None
        move = review.moves[len(moves) - 1]
        return move if move.judgement and move.better else None


def _found(position: GamePosition, better: str, header: str, own: int) -> MoveDifficulty:
    """Calculates the answer, on the service's thread. :raises RatsuError:"""
    from engine.play.people.move_difficulty import difficulty_of

    return difficulty_of(position, better, elo_in(header) or own)
