"""The plots of the mirror: bars that act as buttons, and the rating with its interval."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop.views.kit import theme, words
from desktop.views.kit.figures import paint_share
from desktop.views.kit.foreign_text import ForeignText
from engine.ground.rating import Rating
from engine.play.review.mirror import MirrorRow, Section

_NAME = 230  # pixels; width of the names
_FIGURE = 60  # pixels; width of the figure at the right
_BAR = 8
_LOWEST, _HIGHEST = 600, 2600  # Elo at the ends of the scale


class BarRow(QAbstractButton):
    """One row: name, bar and figure. A diamond marks the average loss of players with the same rating. `full`: the value of a bar
    of full length. A click shows the moves of the row."""

    def __init__(self, section: Section, row: MirrorRow, full: float) -> None:
        super().__init__()
        self.section, self.row, self._full = section, row, full
        self._counts = section in (Section.ALLOWED, Section.MISSED)
        self.setCheckable(True)
        self.setMinimumHeight(theme.scaled(theme.ROW))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{words.text_of(row.name)}: {self.detail}")
        self.setToolTip(ForeignText(self.accessibleName()).tip)
        theme.theme().changed.connect(self.update)

    @property
    def figure(self) -> str:
        """The figure at the right: the loss per move in percent, or a count."""
        return words.whole(self.row.moves) if self._counts else words.percent(self.row.lost / 100, 1)

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(_NAME) + theme.scaled(_FIGURE) + 120, theme.scaled(theme.ROW))

    @property
    def detail(self) -> str:
        if self._counts:
            return self.tr("once") if self.figure == "1" else self.tr("%1 times").replace("%1", self.figure)
        text = self.tr("%1 moves, %2 lost a move, %3 mistakes")
        if len(self.row.places) == 1:
            text = self.tr("%1 moves, %2 lost a move, one mistake")
        text = words.filled(text, words.whole(self.row.moves), self.figure, words.whole(len(self.row.places)))
        if self.row.people is None:
            return text
        people = self.tr("people of this rating lose %1").replace("%1", words.percent(self.row.people / 100, 1))
        return f"{text}; {people}"

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.isChecked() or self.underMouse() or self.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.setBrush(QColor(c.accent_soft if self.isChecked() else c.hover))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
            painter.setFont(theme.font(theme.BODY, monospaced_digits=True))
            value = float(self.row.moves) if self._counts else self.row.lost
            room = QRectF(self.rect()).adjusted(2 * theme.SPACE, 0, -2 * theme.SPACE, 0)
            share = (words.text_of(self.row.name), value / self._full, self.figure)
            bar = paint_share(painter, room, share, theme.scaled(_NAME))
            if self.row.people is not None and not self._counts:
                x = bar.left() + bar.width() * min(1.0, self.row.people / self._full)
                _diamond(painter, QPointF(x, bar.center().y()))


class RatingScale(QWidget):
    """The estimated rating on a scale, with its interval."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rating: Rating[int] | None = None
        self.setFixedHeight(theme.scaled(44))
        self.setMinimumWidth(theme.scaled(200))
        theme.theme().changed.connect(self.update)

    def show_rating(self, rating: Rating[int] | None) -> None:
        self._rating = rating
        if rating is not None:
            text = self.tr("Estimated rating %1, between %2 and %3").replace("%1", str(rating.elo))
            self.setAccessibleName(text.replace("%2", str(rating.low)).replace("%3", str(rating.high)))
        self.setVisible(rating is not None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._rating is None:
            return
        c = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left, width, line = 16.0, self.width() - 32.0, 14.0
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.line))
            painter.drawRoundedRect(QRectF(left, line - 1, width, 2), 1, 1)
            low, high = (left + width * _share(value) for value in (self._rating.low, self._rating.high))
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(QRectF(low, line - _BAR / 2, high - low, _BAR), 3, 3)
            _diamond(painter, QPointF(left + width * _share(self._rating.elo), line))
            painter.setPen(QColor(c.quiet))
            painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
            wide = theme.scaled(48)
            for elo in range(800, _HIGHEST, 400):
                room = QRectF(left + width * _share(elo) - wide / 2, line + 8, wide, theme.scaled(18))
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(elo))


def _share(elo: float) -> float:
    return max(0.0, min(1.0, (elo - _LOWEST) / (_HIGHEST - _LOWEST)))


def _diamond(painter: QPainter, centre: QPointF) -> None:
    """Paints a diamond in ink on the background colour; its shape distinguishes it from a bar."""
    c = theme.colours()
    painter.setPen(QPen(QColor(c.card), 2))
    painter.setBrush(QColor(c.ink))
    x, y = centre.x(), centre.y()
    painter.drawPolygon(QPolygonF([QPointF(x, y - 8), QPointF(x + 6, y), QPointF(x, y + 8), QPointF(x - 6, y)]))
