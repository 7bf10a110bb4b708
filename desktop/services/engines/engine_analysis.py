"""One engine's analysis: its thread, its throttled reports, and its results by position."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.game.analysis import AnalysisState
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Mailbox, Worker
from engine.game.info import Bound, Info
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.machine import lower_priority
from engine.ground.text import NOTHING, Text
from engine.play.external.errors import EngineFault

if TYPE_CHECKING:
    from desktop.services.engines.remembered_service import RememberedService
    from engine.play.review.values import PositionEvaluation

LEAST_NODES = 50_000  # as `books.evaluations.values`, which is not imported at the start
_PLAIN = Limits(infinite=True)
REMEMBERED = 400  # positions; some kilobytes each
RELEASE_MS = 60_000  # how long a finished analysis keeps its memory
LOW_PRIORITY = 10  # as of reviews: what the user does in other programs comes first
REPORT_MS = 50  # 20 updates a second; a flood of them made gaps of 43 ms in the event loop


class _Search:
    """One search, shared between the GUI thread and the search's."""

    def __init__(self, position: GamePosition, limits: Limits, lines: int) -> None:
        self.position, self.limits, self.lines = position, limits, lines
        self.mailbox = Mailbox()
        self.stopper = Stopper()

    def run(self, source: AnalysisSource) -> Text:
        """Runs the search on its thread; the first call may build the engine and open books and tables. Returns the
        error that an external engine made after it was stopped, or NOTHING.
        """
        if self.stopper.asked():
            return NOTHING
        lower_priority(LOW_PRIORITY)
        chooser = source.make(self.lines)
        try:
            if not self.stopper.asked():
                chooser.choose(self.position, self.limits, self._report, self.stopper)
        except EngineFault as fault:
            if not self.stopper.asked():
                raise
            return fault.text
        return NOTHING

    def _report(self, info: Info) -> None:
        self.mailbox.put(info.multipv, info)


class EngineAnalysis(Service):
    """Analyses one position at a time.

    Old lines remain until new ones arrive. A new search stops the old one and drops its reports. An engine that does
    not obey is restarted each time, which is reported once, in place of its lines.
    """

    changed = Signal(object)  # AnalysisState, at most every REPORT_MS

    def __init__(self, source: AnalysisSource, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self.state = AnalysisState(source=source.name)
        self._task = AnalysisState()  # the position of the running search
        self._lines = AnalysisState()  # what the running search has reported
        self._key: tuple[GamePosition, Limits, int] | None = None
        self._found: dict[tuple[GamePosition, Limits, int], AnalysisState] = {}
        self.remembered: RememberedService | None = None  # the evaluation store
        self._expected: tuple[GamePosition, Limits, int] | None = None  # whose stored lines are asked for
        self._reports: dict[int, Info] = {}  # the last exact ones of the running search
        self._stored = 0  # its nodes that the store has
        self._worker = Worker(f"ratsu-analysis-{source.key}", self)
        self._search: _Search | None = None
        self._stuck, self._stuck_told = NOTHING, False  # what is wrong with an engine that does not obey `stop`
        self._timer = QTimer(self)
        self._timer.setInterval(REPORT_MS)
        self._timer.timeout.connect(self._take_reports)
        self._release = QTimer(self, singleShot=True, interval=RELEASE_MS)
        self._release.timeout.connect(self._release_memory)

    def recall(self, task: AnalysisState, position: GamePosition) -> None:
        """Asks the store for what is known about a position that is analysed next, and shows it when it comes."""
        key = (position, _PLAIN, task.wanted_lines)
        if self.remembered is None or self._source.engine is None or key in self._found:
            return
        self._expected = key
        self.remembered.recall(position, self._source.engine, task.wanted_lines, partial(self._recalled, key, task))

    def _recalled(self, key: tuple[GamePosition, Limits, int], task: AnalysisState, found: tuple[Info, ...]) -> None:
        if key != self._expected or key in self._found or not found:
            return
        from desktop.model import analysis_lines

        reports = {info.multipv: info for info in found}
        known = analysis_lines.with_reports(replace(task, source=self._source.name), reports, key[0].chess960)
        self._found[key] = known
        if key == self._key and self._lines.depth < known.depth:
            self._lines = known
        if task.tab >= 0 and self.state.tab in (task.tab, -1):
            self._tell(replace(known, running=self.state.running))

    def analyse(self, position: GamePosition, limits: Limits, task: AnalysisState) -> None:
        """Analyses a position; `task` identifies it, with the number of lines."""
        self.cancel()
        task = replace(task, running=True, source=self._source.name)
        lines = task.wanted_lines
        self._task, self._reports, self._stored = task, {}, 0
        self._key = (position, limits, lines)
        known = self._found.pop(self._key, None)
        if known is not None:
            self._found[self._key] = known  # used last
            self._tell(replace(known, tab=task.tab, node=task.node, running=True))
        else:
            shown = self.state.lines[:lines]
            self._tell(replace(self.state, running=True, wanted_lines=lines, lines=shown, problem=self._stuck))
        self._lines = known or AnalysisState(running=True, fen=task.fen, wanted_lines=lines)
        search = self._search = _Search(position, limits, lines)
        self._worker.submit(partial(search.run, self._source), partial(self._done, search), partial(self._fail, search))
        self._timer.start()
        self._release.stop()

    def turn_to(self, task: AnalysisState, position: GamePosition, *, known: bool = True) -> None:
        """Turns to another game with `position` shown: shows the lines found in it earlier if they may be `known`,
        otherwise none.
        """
        asked = known and not task.threat
        if asked:
            self.recall(task, position)
        found = self._found.get((position, _PLAIN, task.wanted_lines)) if asked else None
        running, source = self.state.running, self._source.name
        self._tell(replace(found or task, tab=task.tab, node=task.node, running=running, source=source))

    def found(self, fen: str) -> tuple[int, PositionEvaluation] | None:
        """The nodes and the evaluation of a position that was searched without restrictions; None if it was not."""
        from engine.play.review.judging import white_share
        from engine.play.review.values import EvaluationSource, PositionEvaluation

        for (_position, limits, _lines), state in reversed(self._found.items()):
            if state.fen == fen and limits == _PLAIN and state.lines and not state.threat:
                best = state.lines[0]
                score = best.evaluation.score
                worth = PositionEvaluation(score, white_share(score), best.depth, best.moves, EvaluationSource.SEARCH)
                return state.nodes, worth
        return None

    def rest(self) -> None:
        """Stops the search; the lines remain."""
        self.cancel()
        if self.state.running:
            self._release.start()
            self._tell(replace(self.state, running=False, problem=NOTHING))

    def forget(self) -> None:
        """Forgets results of another kind of search, whose depths are not comparable."""
        self._found.clear()

    def refuse(self, task: AnalysisState, problem: Text) -> None:
        self.cancel()
        self._tell(replace(task, running=True, source=self._source.name, problem=problem))

    def cancel(self) -> None:
        """Stops the running search and drops its reports."""
        if self._search is not None:
            self._search.stopper.stop()
            self._end()

    def close(self) -> bool:
        """Drops the running search, and ends the thread. Returns whether it ended in time."""
        self.cancel()
        return super().close()

    @Slot()
    def _take_reports(self) -> None:
        reports = self._search.mailbox.take() if self._search is not None else {}
        if not reports or self._search is None:
            return
        from desktop.model import analysis_lines  # python-chess, once there is something to show

        self._stuck = NOTHING
        self._reports |= {rank: info for rank, info in reports.items() if info.pv and info.bound is Bound.EXACT}
        self._keep(least=2 * self._stored)
        self._lines = analysis_lines.with_reports(self._lines, reports, self._search.position.chess960)
        task = self._task
        told = replace(
            self._lines,
            running=True,
            source=task.source,
            threat=task.threat,
            shown_fen=task.shown_fen,
            tab=task.tab,
            node=task.node,
            wanted_lines=task.wanted_lines,
            problem=NOTHING,
        )
        if self._key is not None:
            self._found[self._key] = told
        while len(self._found) > REMEMBERED:
            self._found.pop(next(iter(self._found)))
        self._tell(told)

    @Slot()
    def _release_memory(self) -> None:
        if self._source.release is not None:
            self._worker.submit(self._source.release, lambda _: None, lambda _: None)

    def _done(self, search: _Search, fault: Text) -> None:
        if search is self._search:
            self._take_reports()
            self._end()
        elif fault and not self._stuck_told:
            self._stuck, self._stuck_told = Text("%1. It is started again for each position.", fault), True
            self._tell(replace(self.state, problem=self._stuck))

    def _fail(self, search: _Search, problem: Text) -> None:
        if search is not self._search:
            return
        self._end()
        self._tell(replace(self._task, running=True, lines=(), problem=problem))

    def _keep(self, least: int) -> None:
        """Stores the lines of the running search, if it has searched `least` nodes."""
        if self._reports and self._search is not None and self._source.engine is not None:
            nodes = max(info.nodes for info in self._reports.values())
            plain = self._search.limits == _PLAIN
            if self.remembered is not None and plain and nodes >= max(least, LEAST_NODES) and nodes > self._stored:
                self._stored = nodes
                lines = tuple(info for _, info in sorted(self._reports.items()))
                self.remembered.keep(self._search.position, self._source.engine, nodes, lines)

    def _end(self) -> None:
        self._keep(least=0)
        self._search = None
        self._timer.stop()

    def _tell(self, state: AnalysisState) -> None:
        self.state = state
        self.changed.emit(state)
