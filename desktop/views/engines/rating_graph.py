"""The user's Elo over his rated games, with the band that holds 95 % of what is believed."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.model.rating import Rating, RatingState
from desktop.views.kit import theme

_LEFT, _TOP, _BOTTOM, _RIGHT = 44, 10, 14, 12


class RatingGraph(QWidget):
    """Draws the history; from the second game on there is a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history: tuple[Rating, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Your Elo after each rated game"))
        theme.theme().changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(480, 180)

    def show_state(self, state: RatingState) -> None:
        """Shows another history."""
        self._history = state.history
        now = state.now
        self.setAccessibleDescription(f"{now.elo:.0f}, {now.low:.0f} – {now.high:.0f}" if now else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lines at every 200 Elo, the band, the line, the last point."""
        if not self._history:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low = int(min(rating.low for rating in self._history) // 200) * 200
        high = int(max(rating.high for rating in self._history) // 200 + 1) * 200
        area = QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _BOTTOM)
        self._paint_lines(painter, area, low, high)
        points = [self._point(area, index, rating.elo, low, high) for index, rating in enumerate(self._history)]
        upper = [self._point(area, index, rating.high, low, high) for index, rating in enumerate(self._history)]
        lower = [self._point(area, index, rating.low, low, high) for index, rating in enumerate(self._history)]
        accent = QColor(theme.colours().accent)
        band = QColor(accent)
        band.setAlphaF(0.18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(accent, 2))
        painter.drawPolyline(QPolygonF(points))
        painter.drawLine(upper[-1], lower[-1])
        painter.setBrush(accent)
        painter.drawEllipse(points[-1], 4, 4)

    def _paint_lines(self, painter: QPainter, area: QRectF, low: int, high: int) -> None:
        step = 200 if high - low <= 1_600 else 400
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        for elo in range(low, high + 1, step):
            y = self._point(area, 0, elo, low, high).y()
            painter.setPen(QColor(theme.colours().line))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.colours().quiet))
            place = QRectF(0, y - 8, _LEFT - 6, 16)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(elo))

    def _point(self, area: QRectF, index: int, elo: float, low: int, high: int) -> QPointF:
        x = area.left() + area.width() * (index / max(1, len(self._history) - 1) if len(self._history) > 1 else 0.5)
        return QPointF(x, area.bottom() - area.height() * (elo - low) / (high - low))

    @Slot()
    def _repaint(self) -> None:
        self.update()
