"""One engine at the analysis: its thread, its throttled reports, and what it has found, remembered by position."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.game.analysis import AnalysisState
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Mailbox, Worker
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text
from engine.play.external.errors import EngineFault

REMEMBERED = 400  # positions; some kilobytes each
REPORT_MS = 50  # 20 updates a second; a flood of them made gaps of 43 ms in the event loop


class _Search:
    """One search, shared between the GUI thread and the search's."""

    def __init__(self, position: GamePosition, limits: Limits, lines: int) -> None:
        self.position, self.limits, self.lines = position, limits, lines
        self.mailbox = Mailbox()
        self.stopper = Stopper()

    def run(self, source: AnalysisSource) -> Text:
        """On the search's thread: the first call may build the engine, open books and tables. Returns what an external engine
        did wrong after it was stopped, NOTHING where all is well."""
        if self.stopper.asked():
            return NOTHING
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
    """Analyses what it is told to. Lines of the position before stay until there are new ones.

    A new search stops the older one, whose reports never arrive. An engine that does not obey is started again each time, which
    is told once, in place of the lines that it does not send.
    """

    changed = Signal(object)  # AnalysisState, at most every REPORT_MS

    def __init__(self, source: AnalysisSource, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self.state = AnalysisState(source=source.name)
        self._task = AnalysisState()  # where the running search looks, for its reports
        self._lines = AnalysisState()  # what the running search has reported
        self._key: tuple[object, ...] = ()
        self._found: dict[tuple[object, ...], AnalysisState] = {}
        self._worker = Worker(f"ratsu-analysis-{source.key}", self)
        self._search: _Search | None = None
        self._stuck, self._stuck_told = NOTHING, False  # what is wrong with an engine that does not obey `stop`
        self._timer = QTimer(self)
        self._timer.setInterval(REPORT_MS)
        self._timer.timeout.connect(self._take_reports)

    def analyse(self, position: GamePosition, limits: Limits, task: AnalysisState) -> None:
        """Analyses a position; `task` says which it is, and how many lines are wanted."""
        self.cancel()
        task = replace(task, running=True, source=self._source.name)
        lines = task.wanted_lines
        self._task = task
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

    def turn_to(self, task: AnalysisState, position: GamePosition, *, known: bool = True) -> None:
        """Another game is in front, with `position` shown: the lines that were found in it before, if they may be `known`, else
        none."""
        asked = known and not task.threat
        found = self._found.get((position, Limits(infinite=True), task.wanted_lines)) if asked else None
        running, source = self.state.running, self._source.name
        self._tell(replace(found or task, tab=task.tab, node=task.node, running=running, source=source))

    def rest(self) -> None:
        """Stops; the lines stay."""
        self.cancel()
        if self.state.running:
            self._tell(replace(self.state, running=False, problem=NOTHING))

    def forget(self) -> None:
        """What was found belongs to a search of another kind: its depths say nothing of this one's."""
        self._found.clear()

    def refuse(self, task: AnalysisState, problem: Text) -> None:
        """Says why there is nothing to analyse."""
        self.cancel()
        self._tell(replace(task, running=True, source=self._source.name, problem=problem))

    def cancel(self) -> None:
        """Stops the running search; what it would still report is dropped."""
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
        self._found[self._key] = told
        while len(self._found) > REMEMBERED:
            self._found.pop(next(iter(self._found)))
        self._tell(told)

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

    def _end(self) -> None:
        self._search = None
        self._timer.stop()

    def _tell(self, state: AnalysisState) -> None:
        self.state = state
        self.changed.emit(state)
