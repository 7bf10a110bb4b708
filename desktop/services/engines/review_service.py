"""Reviews whole games in the background: at low priority, with progress, stopped at once, and gone on with after a kill."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.model.review import Effort, ReviewPhase, ReviewState, reviewed_moves
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.tasks import Mailbox, Worker
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from engine.coach.claims import Claim
    from engine.play.review.judge import PositionJudge
    from engine.play.review.values import GameReview, Worth

LOW_PRIORITY = 10  # as `nice`: a game and the user's analysis go first
REPORT_MS = 100


class ReviewService(ShownPositionService):
    """One review at a time; those that are done are remembered by tab."""

    changed = Signal(object)  # ReviewState of the active tab's game
    message = Signal(object)  # Message

    def __init__(
        self,
        games: GameService,
        make_judge: Callable[[int], PositionJudge],
        open_library: Callable[[], Library],
        folder: Path | None,
        say: Callable[[Sequence[Claim]], str],
        parent: QObject | None = None,
    ) -> None:
        """`make_judge(nodes)` and `open_library` are called on the review's thread; `folder` keeps what was found. `say` puts
        into words why a move was faulted, where the game is to hold that."""
        super().__init__(parent)
        self._games = games
        self._make_judge, self._open_library, self._folder = make_judge, open_library, folder
        self._say, self._in_words = say, False
        self._states: dict[int, ReviewState] = {}
        self._reviewed: dict[int, tuple[str, ...]] = {}  # the moves that a tab's state is of
        self._job: _Job | None = None
        self._tab = games.state.tab
        self._worker = Worker("ratsu-review", self)
        self._timer = QTimer(self)
        self._timer.setInterval(REPORT_MS)
        self._timer.timeout.connect(self._take)
        games.tab_closed.connect(self._forget)

    def configure(self, settings: Settings) -> None:
        """Whether the game is to hold the reasons in words."""
        self._in_words = settings.flag("review_words")

    @property
    def state(self) -> ReviewState:
        """Of the game that is shown."""
        return self._states.get(self._tab, ReviewState(tab=self._tab))

    @property
    def running(self) -> bool:
        """Whether a game is being reviewed, shown or not."""
        return self._job is not None

    def begin(self) -> None:
        """Reviews the shown game, unless that is done or on."""
        if self.state.phase in (ReviewPhase.NONE, ReviewPhase.FAILED):
            self.start()

    def start(self, effort: Effort = Effort.NORMAL) -> None:
        """Reviews the shown game; one that is running in another tab is stopped, and continues when it is asked for again."""
        shown = self._games.state
        if shown.playing:
            self._tell_problem(Text("The game is still being played. Review it when it is over."))
            return
        if shown.counts:
            self._tell_problem(Text("This is a rated game. Review it when it is over."))
            return
        moves = reviewed_moves(shown.game)
        if not moves:
            self._tell_problem(Text("There are no moves to review."))
            return
        self.cancel()
        position = GamePosition(shown.game.start_fen, moves, chess960=shown.game.chess960)
        total = len(moves) + 1
        self._reviewed[shown.tab] = moves
        self._set(ReviewState(ReviewPhase.RUNNING, shown.tab, effort, 0, total, (None,) * total))
        job = self._job = _Job(shown.tab, position, effort)
        self._worker.submit(
            lambda: job.run(self._make_judge, self._open_library, self._folder),
            lambda review: self._done(job, review),
            lambda problem: self._failed(job, problem),
        )
        self._timer.start()

    def cancel(self) -> None:
        """Stops the running review within 50 ms; what it found is kept for the next time."""
        job = self._job
        if job is None:
            return
        self._take()
        job.stopper.stop()
        self._end()
        state = self._states[job.tab]
        self._set(ReviewState(tab=job.tab, effort=state.effort, total=state.total, kept=state.done))

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Shows the review of the game that is shown."""
        before, self._tab = self._tab, state.tab
        kept = self._states.get(state.tab)
        if kept is not None and kept.phase is not ReviewPhase.RUNNING:
            if not _begins_with(state.game, self._reviewed.get(state.tab, ())):
                del self._states[state.tab]  # another game now
                self.changed.emit(self.state)
                return
        if before != state.tab:
            self.changed.emit(self.state)

    def close(self) -> bool:
        """Stops for good. Returns whether the thread ended in time."""
        if self._job is not None:
            self._job.stopper.stop()
        self._end()
        return super().close()

    # What the thread reports

    @Slot()
    def _take(self) -> None:
        job = self._job
        if job is None:
            return
        found: dict[int, Worth] = job.mailbox.take()
        if not found:
            return
        state = self._states[job.tab]
        shares = list(state.shares)
        for ply, worth in found.items():
            shares[ply] = worth.share
        done = sum(share is not None for share in shares)
        self._set(replace(state, shares=tuple(shares), done=done))

    def _done(self, job: _Job, review: GameReview | None) -> None:
        if job is not self._job or review is None:
            return
        self._take()
        self._end()
        from engine.play.review.annotate import with_review

        shown = self._games.state_of(job.tab)
        state = self._states[job.tab]
        if shown is None:
            return
        try:
            game = with_review(shown.game, review, self._say if self._in_words else None)
        except ValueError:
            problem = Text("The game changed during its review, so nothing was written. Review it again.")
            self._set(replace(state, phase=ReviewPhase.FAILED, problem=problem))
            return
        self._games.edit_tab(job.tab, game)
        shares = tuple(worth.share for worth in review.worths)
        self._set(replace(state, phase=ReviewPhase.DONE, done=state.total, shares=shares, review=review))

    def _failed(self, job: _Job, problem: Text) -> None:
        if job is self._job:
            self._end()
            self._set(replace(self._states[job.tab], phase=ReviewPhase.FAILED, problem=problem))

    # Inside

    def _end(self) -> None:
        self._job = None
        self._timer.stop()

    @Slot(int)
    def _forget(self, tab: int) -> None:
        if self._job is not None and self._job.tab == tab:
            self._job.stopper.stop()
            self._end()
        self._states.pop(tab, None)
        self._reviewed.pop(tab, None)

    def _set(self, state: ReviewState) -> None:
        self._states[state.tab] = state
        if state.tab == self._tab:
            self.changed.emit(state)

    def _tell_problem(self, text: Text) -> None:
        self.message.emit(Message(Severity.WARNING, text))


class _Job:
    """One review, shared between the GUI thread and its own."""

    def __init__(self, tab: int, position: GamePosition, effort: Effort) -> None:
        self.tab = tab
        self.mailbox = Mailbox()
        self.stopper = Stopper()
        self._position, self._effort = position, effort

    def run(
        self, make_judge: Callable[[int], PositionJudge], open_library: Callable[[], Library], folder: Path | None
    ) -> GameReview | None:
        """On the review's thread. None where it was stopped. Raises RatsuError."""
        from engine.ground.errors import RatsuError
        from engine.play.review.reviewer import review_game

        lower_priority()
        judge = make_judge(self._effort.value)
        library = None
        with contextlib.suppress(RatsuError):  # without a book there is no opening phase
            library = open_library()
        return review_game(self._position, judge, library, folder, on_worth=self.mailbox.put, stopper=self.stopper)


def lower_priority() -> None:
    """Lowers this thread alone where the system can (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)


def _begins_with(game: Game, moves: tuple[str, ...]) -> bool:
    return reviewed_moves(game)[: len(moves)] == moves
