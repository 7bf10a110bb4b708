"""The journal of the game being played: every move on disk before the next one, offered back after a crash."""

from PySide6.QtCore import QObject, Signal

from desktop.model.state import Recovery


class Autosave(QObject):
    """Writes the running match to the state folder."""

    message = Signal(object)  # Message

    def offers(self) -> tuple[Recovery, ...]:
        """Games that were being played when the program ended without being closed, newest first."""
        return ()

    def discard(self, recovery: Recovery) -> None:
        """The user does not want it back: its journal is kept aside, not deleted."""
