"""A panel in a window of its own. Closing the window puts the panel back into the side."""

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QWidget

from desktop.views.kit.boxes import in_column
from desktop.views.window.panel_stack import PanelScroll


class PanelWindow(QWidget):
    """Holds one panel; knows the window's keys."""

    closed = Signal(str)  # the panel's key
    placed = Signal(str, str)  # the panel's key, and the window's place and size as text

    def __init__(self, key: str, title: str, scroll: PanelScroll, actions: list[QAction], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.key = key
        self.setWindowTitle(title)
        self.addActions(actions)
        in_column(scroll, inside=self, margins=0)
        scroll.show()
        self.resize(420, max(240, min(640, scroll.wanted_height(420) + 16)))

    def restore(self, place: str) -> None:
        """Puts the window where it was."""
        if place:
            self.restoreGeometry(QByteArray.fromBase64(place.encode("ascii", "ignore")))

    @property
    def place(self) -> str:
        """Place and size as text."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def event(self, event: QEvent) -> bool:
        """Remembers where the window is when the user leaves it."""
        if event.type() is QEvent.Type.WindowDeactivate:
            self.placed.emit(self.key, self.place)
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Gives the panel back."""
        event.accept()
        self.closed.emit(self.key)
