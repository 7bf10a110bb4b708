"""The base of all dialogs."""

from PySide6.QtCore import QMargins
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog

_FRAME = QMargins(4, 32, 4, 4)  # what a window manager puts round it; before it is shown nobody knows


class Dialog(QDialog):
    """Comes no larger than the screen: few window managers see to that, and its buttons are at its end."""

    def showEvent(self, event: QShowEvent) -> None:
        """Before it is placed, which Qt does next."""
        if not event.spontaneous():
            room = self.screen().availableGeometry().marginsRemoved(_FRAME).size()
            self.resize(self.size().boundedTo(room))
        super().showEvent(event)
