"""The strip between board and side: drag it to resize the side, double-click it for the automatic width."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.views.kit import theme

WIDTH = 2 * theme.SPACE


class SideHandle(QWidget):
    """A strip as wide as the gap between board and side."""

    dragged = Signal(int)  # x within the parent
    released = Signal()
    reset = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setToolTip(self.tr("Drag to change the width, double click to undo that"))
        self._over = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Reports the drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(int(self.mapToParent(event.position()).x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends the drag."""
        self.released.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Restores the automatic width."""
        self.reset.emit()

    def enterEvent(self, event: object) -> None:
        """Shows that the strip can be dragged."""
        self._over = True
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Fades the strip."""
        self._over = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints a short bar while the mouse is over the strip."""
        if self._over:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme.colours().accent))
                middle = QPointF(self.rect().center())
                painter.drawRoundedRect(int(middle.x()) - 1, int(middle.y()) - 20, 3, 40, 1.5, 1.5)
