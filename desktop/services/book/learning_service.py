"""Learning after games: at low priority while no game is played, stopped at once when one begins; and the learning log."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.book.learning import LearningState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.book import learning_tasks
from desktop.services.book.book_choice import choice_settings
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.learning.learn import Learner
    from desktop.services.book.health_service import HealthService
    from desktop.services.game.match_service import MatchService
    from engine.play.sources.book_learning import BackgroundLearning

IDLE_MS = 3_000  # so long nothing was played or walked through before the analysis begins
CLOSE_MS = 2_000  # for what is to be stored when the program ends
RECHECKED = 2  # learned `?` moves that are looked at again at a time, a day after they were judged
_WATCH_MS = 250
NODES = 200_000


class LearningService(StateService[LearningState], ShownPositionService):
    """A finished game is stored at once; the analysis follows when the board is quiet, and is resumed after stops."""

    book_changed = Signal()  # the learned book is another than before

    def __init__(self, open_library: Callable[[], Library], idle_ms: int = IDLE_MS, nodes: int = NODES) -> None:
        """`open_library` is called on the log's thread; `nodes` is how long each position is searched."""
        super().__init__(LearningState())
        self._open = open_library
        self._nodes = nodes
        self._learning: BackgroundLearning | None = None  # made on the log's thread, once
        self._quiet = threading.Event()  # set while no game is played
        self._news = threading.Event()
        self._problems: list[Text] = []
        self._settings = Settings()
        self._wanted = True
        self._known: int | None = None  # the newest lesson that the user has seen; None before the log was read
        self._worker = Worker("ratsu-lessons", self, close_ms=CLOSE_MS, finish=True)  # a finished game is stored
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(idle_ms)
        self._idle.timeout.connect(self._start)
        self._watch = QTimer(self)
        self._watch.setInterval(_WATCH_MS)
        self._watch.timeout.connect(self._look)

    def follow(self, match: MatchService, health: HealthService) -> None:
        """Learns from every match; what a check of the book learned or took back is in the same log."""
        match.ended.connect(self.learn)
        health.book_changed.connect(self.refresh)

    # -- from other services

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Stops the analysis during a match; without one, it begins after a while of quiet."""
        if state.playing:
            self._stop()
        elif self._wanted:
            self._quiet.set()
            self._idle.start()

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        self._settings = settings
        self._wanted = settings.flag("learn")
        if not self._wanted:
            self._stop()

    @Slot(object)
    def learn(self, state: GameState) -> None:
        if self._wanted:
            self._worker.submit(partial(self._record, state), self._recorded, self._tell_error)

    def learn_file(self, path: Path, player: str) -> None:
        """Stores a player's games of a PGN file; each counts once, and their analysis begins when no game is played."""
        self._worker.submit(partial(self._learn_file, path, player), self._file_learned, self._tell_error)

    # -- the user's word

    @Slot()
    def refresh(self) -> None:
        self._worker.submit(self._read, self._show, self._fail)

    def accept(self, *lessons: int) -> None:
        """Keeps lessons; those that were taken back are learned again."""
        self._change(partial(self._judge, frozenset(lessons), True))

    def reject(self, *lessons: int) -> None:
        """Takes lessons back."""
        self._change(partial(self._judge, frozenset(lessons), False))

    def undo_game(self, game: int) -> None:
        """Takes everything back that a game taught."""
        self._change(partial(self._undo_game, game))

    def accept_everything(self) -> None:
        self._change(partial(self._all, learning_tasks.accept_everything))

    def undo_everything(self) -> None:
        self._change(partial(self._all, learning_tasks.undo_everything))

    def close(self) -> bool:
        """Stops the analysis and the log's thread. Returns whether both ended in time."""
        self._quiet.clear()
        stopped = self._learning is None or self._learning.stop(0.5)
        return super().close() and stopped

    # -- in the GUI thread

    def _stop(self) -> None:
        self._quiet.clear()
        self._idle.stop()
        if self._learning is not None:
            self._learning.stop(0.0)

    @Slot()
    def _start(self) -> None:
        if self._wanted:
            self._worker.submit(self._begin, self._begun, self._fail)

    def _begun(self, state: LearningState) -> None:
        if state.running:
            self._watch.start()
        self._show(state)

    @Slot()
    def _look(self) -> None:
        """While the analysis runs: has it learned something, or ended?"""
        running = self._learning is not None and self._learning.running
        if not running:
            self._watch.stop()
        elif self._learning is not None and self._state.running:
            looked_at, moves = self._learning.progress
            self._set(replace(self._state, looked_at=looked_at, moves=moves))
        while self._problems:
            self._tell_error(self._problems.pop())
        if self._news.is_set() or not running:
            self._news.clear()
            self._worker.submit(self._read, self._show_change, self._fail)

    def _change(self, job: Callable[[], LearningState]) -> None:
        self._worker.submit(job, self._show_change, self._tell_error)

    def _recorded(self, found: tuple[LearningState, tuple[int, ...]] | None) -> None:
        if found is None:
            return
        state, known = found
        self._show_change(state)
        if known:
            self.message.emit(
                Message(
                    Severity.INFORMATION, Text("This game was learned before, as game %1; it counts once.", known[0])
                )
            )

    def _file_learned(self, found: tuple[LearningState, Text]) -> None:
        self._show_change(found[0])
        self._inform(found[1])
        self._quiet.set()
        self._idle.start()

    def _show_change(self, state: LearningState) -> None:
        known = self._known
        fresh = [row for row in state.rows if known is not None and row.id > known]
        self._show(state)
        self.book_changed.emit()
        if fresh:  # the oldest: what went wrong; the others follow from it
            self._inform(Text("Learned %1", fresh[-1].reason))

    def _show(self, state: LearningState) -> None:
        self._known = max([self._known or 0, *(row.id for row in state.rows)])
        self._set(state)

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, running=False, problem=problem))

    # -- on the log's thread

    def _made(self) -> BackgroundLearning:
        if self._learning is None:
            from engine.play.sources.book_learning import BackgroundLearning

            self._learning = BackgroundLearning(
                self._open(),
                choice_settings(self._settings),
                nodes=self._nodes,
                on_lessons=lambda lessons: self._news.set(),
                on_problem=self._problems.append,
            )
        return self._learning

    def _begin(self) -> LearningState:
        learning = self._made()
        if self._quiet.is_set():
            learning.start(RECHECKED)
        if not self._quiet.is_set():  # a game began meanwhile
            learning.stop(0.0)
        return self._read()

    def _record(self, state: GameState) -> tuple[LearningState, tuple[int, ...]] | None:
        """The log, and the game's number if it was learned before."""
        known: tuple[int, ...] = ()
        games = learning_tasks.played_games(state)
        for game in games:
            if game.level is None:
                known += self._made().record_all((game,)).known
            else:  # what a weakened engine plays stays in the memory of its level
                known += learning_tasks.record_at_level(self._open(), game)
        return (self._read(), known) if games else None

    def _learn_file(self, path: Path, player: str) -> tuple[LearningState, Text]:
        done = learning_tasks.learn_file(self._made().learner, path, player)
        return self._read(), done

    def _read(self) -> LearningState:
        learning = self._made()
        return learning_tasks.read_log(learning.learner, learning.running)

    def _judge(self, lessons: frozenset[int], accepted: bool) -> LearningState:
        learning_tasks.judge(self._made().learner, lessons, accepted)
        return self._read()

    def _all(self, change: Callable[[Learner], None]) -> LearningState:
        change(self._made().learner)
        return self._read()

    def _undo_game(self, game: int) -> LearningState:
        learning_tasks.undo_game(self._made().learner, game)
        return self._read()
