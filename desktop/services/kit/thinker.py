"""One search at a time on a background thread, with throttled reports: what the engine's moves and the analysis share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.game.analysis import AnalysisState
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Mailbox, Worker
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.text import Text

if TYPE_CHECKING:
    from engine.game.move_choice import MoveChoice
    from engine.play.external.trouble import EngineTrouble

REPORT_MS = 50  # 20 updates a second; a flood of them made gaps of 43 ms in the event loop


class Chooser(Protocol):
    """The part of `engine.play.mover.RatsuMover` that a thinker needs."""

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice | EngineTrouble:
        """A move, its source and the reason; or, from an external engine, what went wrong. Blocks until it is found or `stopper`
        wants it. Raises RatsuError."""


class _Job:
    """One search, shared between the GUI thread and the search's."""

    def __init__(self, number: int, position: GamePosition, limits: Limits) -> None:
        self.number, self.position, self.limits = number, position, limits
        self.mailbox = Mailbox()
        self.stopper = Stopper()

    def run(self, make_chooser: Callable[[], Chooser]) -> MoveChoice | EngineTrouble | None:
        """On the search's thread. None if it was stopped before it began and nobody wants a move."""
        chooser = make_chooser()
        if self.stopper.asked() and self.limits.infinite:
            return None
        return chooser.choose(self.position, self.limits, self._report, self.stopper)

    def _report(self, info: Info) -> None:
        self.mailbox.put(info.multipv, info)


class Thinker(Service):
    """Searches in the background. Starting again stops and drops the older search: its reports and answer never arrive."""

    reported = Signal(object)  # AnalysisState, at most every REPORT_MS
    finished = Signal(int, object)  # number, MoveChoice, EngineTrouble or None
    failed = Signal(int, object)  # number, Text: what went wrong

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker(name, self)
        self._job: _Job | None = None
        self._number = 0
        self._state = AnalysisState()
        self._timer = QTimer(self)
        self._timer.setInterval(REPORT_MS)
        self._timer.timeout.connect(self._take_reports)

    @property
    def running(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    @property
    def number(self) -> int:
        """That of the search last started."""
        return self._number

    def start(
        self,
        position: GamePosition,
        fen: str,
        limits: Limits,
        make_chooser: Callable[[], Chooser],
        lines: int = 1,
        known: AnalysisState | None = None,
    ) -> int:
        """Starts a search; `fen` is the position after `position.moves`. Returns its number.

        `known`: what an earlier search found of this position; its lines stay until deeper ones come.
        `make_chooser` is called on the search's thread: the first call may build the engine, open books and tables.
        """
        self.cancel()
        self._number += 1
        job = self._job = _Job(self._number, position, limits)
        self._state = known or AnalysisState(running=True, fen=fen, wanted_lines=lines)
        self._worker.submit(
            partial(job.run, make_chooser), partial(self._done, job.number), partial(self._failed, job.number)
        )
        self._timer.start()
        return job.number

    def stop(self) -> None:
        """Asks the running search for its answer now."""
        if self._job is not None:
            self._job.stopper.stop()

    def cancel(self) -> None:
        """Stops the running search; its answer is dropped."""
        if self._job is not None:
            self._job.stopper.stop()
            self._job = None
            self._worker.drop_all()
            self._timer.stop()

    def close(self) -> bool:
        """Drops the running search, and ends the thread. Returns whether it ended in time."""
        self.cancel()
        return super().close()

    @Slot()
    def _take_reports(self) -> None:
        if self._job is None:
            return
        reports = self._job.mailbox.take()
        if not reports:
            return
        from desktop.model import analysis_lines  # python-chess, once there is something to show

        self._state = analysis_lines.with_reports(self._state, reports, self._job.position.chess960)
        self.reported.emit(self._state)

    def _done(self, number: int, choice: MoveChoice | EngineTrouble | None) -> None:
        self._take_reports()
        self._end()
        self.finished.emit(number, choice)

    def _failed(self, number: int, problem: Text) -> None:
        self._end()
        self.failed.emit(number, problem)

    def _end(self) -> None:
        self._job = None
        self._timer.stop()
