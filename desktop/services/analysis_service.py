"""Analysis of the shown position: one switch, up to ten lines, at most 20 updates a second."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.analysis import AnalysisState
from desktop.model.state import GameState
from desktop.services.thinker import Chooser, Thinker
from engine.limits import GamePosition, Limits

SETTLE_MS = 60  # leafing through a game with the mouse wheel starts no search for every position
MOST_LINES = 10


class AnalysisService(QObject):
    """Follows the shown position while it is on. A value never blinks to empty: old lines stay until new ones come."""

    changed = Signal(object)  # AnalysisState

    def __init__(self, make_analyser: Callable[[int], Chooser], parent: QObject | None = None) -> None:
        """`make_analyser(lines)` is called on the analysis' thread before every search."""
        super().__init__(parent)
        self._make_analyser = make_analyser
        self._state = AnalysisState()
        self._shown: tuple[GamePosition, str] | None = None
        self._thinker = Thinker("ratsu-analysis", self)
        self._thinker.reported.connect(self._report)
        self._thinker.finished.connect(self._finish)
        self._thinker.failed.connect(self._fail)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._restart)

    @property
    def state(self) -> AnalysisState:
        """What is shown now."""
        return self._state

    def set_running(self, running: bool) -> None:
        """The switch."""
        if running == self._state.running:
            return
        self._tell(replace(self._state, running=running, problem=""))
        if running:
            self._restart()
        else:
            self._settle.stop()
            self._thinker.cancel()

    def set_lines(self, lines: int) -> None:
        """How many lines, 1 to 10."""
        wanted = max(1, min(MOST_LINES, lines))
        if wanted != self._state.wanted_lines:
            self._tell(replace(self._state, wanted_lines=wanted, lines=self._state.lines[:wanted]))
            self._restart()

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Analyses the position shown; joined to `GameService.state_changed` by the composition root."""
        position = GamePosition(state.game.root.fen, state.game.moves(state.current), state.game.chess960)
        if self._shown is not None and self._shown[0] == position:
            return
        self._shown = (position, state.fen)
        if self._state.running:
            self._thinker.cancel()
            self._settle.start()

    def close(self) -> bool:
        """Ends the analysis' thread. Returns whether it ended in time."""
        self._settle.stop()
        return self._thinker.close()

    @Slot()
    def _restart(self) -> None:
        if not self._state.running or self._shown is None:
            return
        position, fen = self._shown
        lines = self._state.wanted_lines
        self._thinker.start(position, fen, Limits(infinite=True), lambda: self._make_analyser(lines), lines)

    @Slot(object)
    def _report(self, state: AnalysisState) -> None:
        self._tell(replace(state, wanted_lines=self._state.wanted_lines))

    @Slot(int, object)
    def _finish(self, number: int, choice: object) -> None:
        """The search has nothing left to do (mate found, one move): the lines stay."""

    @Slot(int, str)
    def _fail(self, number: int, problem: str) -> None:
        fen = self._shown[1] if self._shown else ""
        self._tell(replace(self._state, fen=fen, lines=(), problem=problem))

    def _tell(self, state: AnalysisState) -> None:
        self._state = state
        self.changed.emit(state)
