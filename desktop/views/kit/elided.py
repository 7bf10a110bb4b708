"""A label in one line that ends in three dots where there is no room for all of it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from desktop.views.kit.outside import Outside

_LEAST = "Wwww …"  # so much stays in sight however little room there is


class ElidedLabel(QLabel):
    """Plain text; its tool tip has all of it where it is cut. `text` is always the whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        """Little, so that it is the first to give way."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().horizontalAdvance(_LEAST)), whole.height())

    def setText(self, text: str) -> None:
        """Another text."""
        super().setText(text)
        self._explain()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less room."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, event: QPaintEvent) -> None:
        """As much as there is room for."""
        painter = QPainter(self)
        room, enabled = self.contentsRect(), self.isEnabled()
        align = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.style().drawItemText(painter, room, align, self.palette(), enabled, self._shown(), self.foregroundRole())

    def _shown(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def _explain(self) -> None:
        text = self.text()
        self.setToolTip(Outside(text).tip if self._shown() != text else "")
