"""The base of all dialogs."""

from PySide6.QtCore import QMargins
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog

_FRAME = QMargins(4, 32, 4, 4)  # pixels for the window manager's frame, unknown before the dialog is shown


class Dialog(QDialog):
    """A dialog that never opens larger than the screen. Few window managers ensure that, and the buttons are at the lower
    edge."""

    def showEvent(self, event: QShowEvent) -> None:
        """Limits the size before Qt places the dialog."""
        if not event.spontaneous():
            room = self.screen().availableGeometry().marginsRemoved(_FRAME).size()
            self.resize(self.size().boundedTo(room))
        super().showEvent(event)
