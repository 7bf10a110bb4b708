"""The tablebases beside the board: the verdict on the shown position and on each of its moves."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.state import GameState, TablebaseState


class TablebaseService(QObject):
    """Probes off the GUI thread; the last position asked for wins."""

    changed = Signal(object)  # TablebaseState
    message = Signal(object)  # Message

    @property
    def state(self) -> TablebaseState:
        """What is shown now."""
        return TablebaseState()

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Probes the shown position if few enough men are left."""
