"""The book beside the board: what it knows about the shown position."""

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.state import BookState, GameState


class BookService(QObject):
    """Looks positions up off the GUI thread; the last position asked for wins."""

    changed = Signal(object)  # BookState
    message = Signal(object)  # Message

    @property
    def state(self) -> BookState:
        """What is shown now."""
        return BookState()

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Looks the shown position up."""
