"""Predicts what players of a rating would play in the shown position, while a panel shows it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition
from engine.play.people.likely_moves import LikelyHumanMoves, likely_human_moves, with_mistakes

if TYPE_CHECKING:
    from desktop.services.engines.rating_service import RatingService

SETTLE_MS = 60
STAY_MS = 400  # after this stay at a position, mistakes are computed too; that search, 0.2 to 0.5 s, cannot be stopped
CLOSE_MS = 2_000


class LikelyMovesService(StateService[LikelyHumanMoves], ShownPositionService):
    """Answers for the last of several positions: first the moves, then, if it is still shown, which of them are mistakes."""

    def __init__(self) -> None:
        super().__init__(LikelyHumanMoves())
        self._askers: set[str] = set()
        self._shown: GameState | None = None
        self._elo = 0
        self._on = False
        self._asked: tuple[GamePosition, int] | None = None
        self._worker = Worker("ratsu-people", self, close_ms=CLOSE_MS)
        self._settle, self._stay = QTimer(self), QTimer(self)
        for timer, wait_ms, call in ((self._settle, SETTLE_MS, self._ask), (self._stay, STAY_MS, self._ask_mistakes)):
            timer.setSingleShot(True)
            timer.setInterval(wait_ms)
            timer.timeout.connect(call)

    def follow(self, rating: RatingService) -> None:
        self._rating = rating

    def configure(self, settings: Settings) -> None:
        """Sets whether predictions are on, and for which rating."""
        self._on, self._elo = settings.flag("people_moves"), settings.people_elo
        self._look()

    def want(self, asker: str, wanted: bool) -> None:
        """Sets whether a panel, by its key, shows the answers."""
        if wanted and not self._askers:
            self._rating.remember()
        (self._askers.add if wanted else self._askers.discard)(asker)
        self._look()

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Predicts for the shown position if a panel shows it."""
        self._shown = state
        self._look()

    def _look(self) -> None:
        """Asks for what is still unknown, once the user stays at a position."""
        wanted = self._wanted()
        if wanted is not None and wanted == self._asked:
            return
        self._asked = None
        self._worker.drop_all()
        self._stay.stop()
        if wanted is None:
            self._settle.stop()
            self._set(LikelyHumanMoves())
        else:
            self._settle.start()

    def _wanted(self) -> tuple[GamePosition, int] | None:
        shown = self._shown
        if shown is None or not self._on or not self._askers:
            return None
        return GamePosition(shown.game.start_fen, shown.moves, chess960=shown.game.chess960), self._elo

    @Slot()
    def _ask(self) -> None:
        self._asked, shown = self._wanted(), self._shown
        if self._asked is None or shown is None:
            return
        elo = self._elo
        self._worker.submit_latest(
            partial(likely_human_moves, *self._asked),
            lambda found: self._found(replace(found, fen=shown.fen)),
            lambda problem: self._set(LikelyHumanMoves(shown.fen, elo, problem=problem)),
        )

    def _found(self, found: LikelyHumanMoves) -> None:
        self._set(found)
        if found.moves:
            self._stay.start()

    @Slot()
    def _ask_mistakes(self) -> None:
        if self._asked is not None:
            job = partial(with_mistakes, self._asked[0], self._state)
            self._worker.submit(job, self._set, lambda _problem: None)  # the moves are shown without them
