"""A one-line label that ends in an ellipsis if the text does not fit."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from desktop.views.kit.foreign_text import ForeignText

_LEAST = "Wwww …"  # the minimum width is that of this text


class ElidedLabel(QLabel):
    """Plain text that is shortened to fit. The tool tip shows all of a shortened text; `text` always returns the whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        """A small size, so that this label shrinks before its neighbours."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().horizontalAdvance(_LEAST)), whole.height())

    def setText(self, text: str) -> None:
        super().setText(text)
        self._explain()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room, enabled = self.contentsRect(), self.isEnabled()
            align = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self.style().drawItemText(
                painter, room, align, self.palette(), enabled, self._shown(), self.foregroundRole()
            )

    def _shown(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def _explain(self) -> None:
        text = self.text()
        self.setToolTip(ForeignText(text).tip if self._shown() != text else "")
