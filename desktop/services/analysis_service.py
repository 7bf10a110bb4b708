"""Analysis of the shown position: one switch, up to ten lines, at most 20 updates a second."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.analysis import AnalysisState
from desktop.model.state import GameState


class AnalysisService(QObject):
    """Follows the shown position while it is on. A value never blinks to empty: old lines stay until new ones come."""

    changed = Signal(object)  # AnalysisState
    message = Signal(object)  # Message

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = AnalysisState()

    @property
    def state(self) -> AnalysisState:
        """What is shown now."""
        return self._state

    def set_running(self, running: bool) -> None:
        """The switch."""

    def set_lines(self, lines: int) -> None:
        """How many lines, 1 to 10."""

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Analyses the position shown; joined to `GameService.state_changed` by the composition root."""
