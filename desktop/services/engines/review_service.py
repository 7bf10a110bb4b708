"""Reviews whole games in the background at low priority, with progress and an immediate stop; resumes an interrupted
review.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.model.review import ReviewEffort, ReviewState, reviewed_moves
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.job_service import JobService
from engine.game.limits import GamePosition, Limits
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.machine import lower_priority
from engine.ground.text import Text
from engine.play.review.values import ReviewRequest

if TYPE_CHECKING:
    from books.choice.library import Library
    from engine.coach.claims import Claim
    from engine.play.review.judge import PositionJudge
    from engine.play.review.values import GameReview, Reviewed

_LOW_PRIORITY = 10  # as `nice`: a game and the user's analysis go first


class ReviewService(ShownPositionService):
    """Reviews one game at a time; finished reviews are remembered by tab."""

    changed = Signal(object)  # ReviewState of the active tab's game

    def __init__(
        self,
        games: GameService,
        make_judge: Callable[[int], PositionJudge],
        open_library: Callable[[], Library],
        folder: Path | None,
        say: Callable[[Sequence[Claim]], str],
    ) -> None:
        """`make_judge(nodes)` and `open_library` are called on the review's thread; `folder` stores the results. `say`
        explains in words why a move is a mistake, for notes in the game.
        """
        super().__init__()
        self._games, self._make_judge, self._open_library = games, make_judge, open_library
        self._say, self._in_words = say, False
        self._states: dict[int, ReviewState] = {}
        self._reviewed: dict[int, tuple[str, ...]] = {}  # the moves that a tab's state is of
        self._running: int | None = None  # the tab whose game is being reviewed
        self._tab = games.state.tab
        self._job = JobService["ReviewRequest", "Reviewed"]("review", self._judge, self._library, folder)
        self._job.setParent(self)
        self._job.changed.connect(self._take)
        games.tab_closed.connect(self._forget)

    def configure(self, settings: Settings) -> None:
        """Sets whether reasons are written into the game."""
        self._in_words = settings.flag("review_words")

    @property
    def state(self) -> ReviewState:
        return self._states.get(self._tab, ReviewState(tab=self._tab))

    @property
    def running(self) -> bool:
        return self._running is not None

    def begin(self) -> None:
        """Starts a review of the shown game, unless it is finished or running."""
        if self.state.phase not in (JobPhase.RUNNING, JobPhase.DONE):
            self.start()

    def start(self, effort: ReviewEffort = ReviewEffort.NORMAL) -> None:
        """Reviews the shown game. A review running in another tab is stopped, and can be resumed."""
        shown = self._games.state
        if shown.playing:
            self._warn(Text("The game is still being played. Review it when it is over."))
            return
        if shown.counts:
            self._warn(Text("This is a rated game. Review it when it is over."))
            return
        moves = reviewed_moves(shown.game)
        if not moves:
            self._warn(Text("There are no moves to review."))
            return
        self.cancel()
        position = GamePosition(shown.game.start_fen, moves, chess960=shown.game.chess960)
        total = len(moves) + 1
        self._reviewed[shown.tab] = moves
        self._running = shown.tab
        self._set(ReviewState(JobPhase.RUNNING, shown.tab, effort, 0, total, (None,) * total))
        self._job.begin(ReviewRequest(position, Limits(nodes=effort.value)))

    def cancel(self) -> None:
        """Stops the running review within 50 ms; its results are stored for the next time."""
        tab, self._running = self._running, None
        if tab is not None:
            self._job.stop()
            self._set(replace(self._states[tab], phase=JobPhase.STOPPED, shares=()))

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        before, self._tab = self._tab, state.tab
        kept = self._states.get(state.tab)
        if kept is not None and kept.phase is not JobPhase.RUNNING:
            if not _begins_with(state.game, self._reviewed.get(state.tab, ())):
                del self._states[state.tab]  # another game now
                self.changed.emit(self.state)
                return
        if before != state.tab:
            self.changed.emit(self.state)

    def close(self) -> bool:
        self._running = None
        self._job.stop()
        return super().close()

    # On the job's thread

    def _judge(self, limits: Limits) -> PositionJudge:
        lower_priority(_LOW_PRIORITY)
        return self._make_judge(limits.nodes or 0)

    def _library(self) -> Library | None:
        with contextlib.suppress(RatsuError):  # without a book the review has no opening phase
            return self._open_library()
        return None

    # What the job reports

    @Slot(object)
    def _take(self, job: JobState[ReviewRequest, Reviewed]) -> None:
        if self._running is None:
            return
        state, found = self._states[self._running], job.last
        if found is not None and len(found.worths) != state.done:
            worths = [found.worths.get(ply) for ply in range(state.total)]
            shares = tuple(worth.share if worth is not None else None for worth in worths)
            state = replace(state, shares=shares, done=len(found.worths))
            self._set(state)
        if job.phase is JobPhase.FAILED:
            self._running = None
            self._set(replace(state, phase=JobPhase.FAILED, problem=job.problem))
        elif job.phase is JobPhase.DONE and found is not None and found.review is not None:
            self._running = None
            self._done(state, found.review)

    def _done(self, state: ReviewState, review: GameReview) -> None:
        from engine.play.review.annotate import with_review

        shown = self._games.state_of(state.tab)
        if shown is None:
            return
        try:
            game = with_review(shown.game, review, self._say if self._in_words else None)
        except ValueError:
            problem = Text("The game changed during its review, so nothing was written. Review it again.")
            self._set(replace(state, phase=JobPhase.FAILED, problem=problem))
            return
        self._games.edit_tab(state.tab, game)
        self._set(replace(state, phase=JobPhase.DONE, review=review))

    @Slot(int)
    def _forget(self, tab: int) -> None:
        if self._running == tab:
            self._running = None
            self._job.stop()
        self._states.pop(tab, None)
        self._reviewed.pop(tab, None)

    def _set(self, state: ReviewState) -> None:
        self._states[state.tab] = state
        if state.tab == self._tab:
            self.changed.emit(state)


def _begins_with(game: Game, moves: tuple[str, ...]) -> bool:
    return reviewed_moves(game)[: len(moves)] == moves
