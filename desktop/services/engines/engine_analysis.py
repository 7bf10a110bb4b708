"""One engine at the analysis: its thread, and what it has found, remembered by position."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.game.analysis import AnalysisState
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.kit.thinker import Thinker
from engine.game.limits import GamePosition, Limits
from engine.text import NOTHING, Text

REMEMBERED = 400  # positions; some kilobytes each


class EngineAnalysis(Thinker):
    """Analyses what it is told to. Lines of the position before stay until there are new ones."""

    changed = Signal(object)  # AnalysisState

    def __init__(self, source: AnalysisSource, parent: QObject) -> None:
        super().__init__(f"ratsu-analysis-{source.key}", parent)
        self._source = source
        self.state = AnalysisState(source=source.name)
        self._task = AnalysisState()  # where the running search looks, for its reports
        self._key: tuple[object, ...] = ()
        self._found: dict[tuple[object, ...], AnalysisState] = {}
        self.reported.connect(self._report)
        self.failed.connect(self._fail)

    def analyse(self, position: GamePosition, limits: Limits, task: AnalysisState) -> None:
        """Analyses a position; `task` says which it is, and how many lines are wanted."""
        task = replace(task, running=True, source=self._source.name)
        lines = task.wanted_lines
        self._task = task
        self._key = (position, limits, lines)
        known = self._found.pop(self._key, None)
        if known is not None:
            self._found[self._key] = known  # used last
            self._tell(replace(known, tab=task.tab, node=task.node, running=True))
        else:
            self._tell(
                replace(self.state, running=True, wanted_lines=lines, lines=self.state.lines[:lines], problem=NOTHING)
            )
        self.start(position, task.fen, limits, lambda: self._source.make(lines), lines, known)

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

    @Slot(object)
    def _report(self, state: AnalysisState) -> None:
        task = self._task
        told = replace(
            state,
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

    @Slot(int, str)
    def _fail(self, number: int, problem: Text) -> None:
        self._tell(replace(self._task, running=True, lines=(), problem=problem))

    def _tell(self, state: AnalysisState) -> None:
        self.state = state
        self.changed.emit(state)
