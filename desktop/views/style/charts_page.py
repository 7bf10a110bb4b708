"""Charts as curves whose points are dragged."""

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.services.engines.style_service import StyleService
from desktop.views.kit import theme, words
from desktop.views.kit.fields import ChoiceField, caption
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.style.style_words import CHART_NAMES, with_weight
from engine.evaluation.texts.charts import CHARTS, CHOICES

Chart = tuple[float, ...]
_POINT = 5.0  # pixels
_PIECES = "PNBRQK"
_SIGNS = {  # what the places of a chart are
    "values": _PIECES,
    "trade": _PIECES[:5],
    "control": _PIECES,
    "pawns": "IBDPX",
    "zones": "01234567",
    "proximity": "01234567",
    "nearness": "01234567",
    "passed": "12345678",
}


class Curve(QWidget):
    """Points over their places. Dragged up and down by the mouse; keys: left and right choose a point, up and down move it."""

    moved = Signal(int, float)  # place, its new number

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers: Chart = (0.0,)
        self.signs: tuple[str, ...] = ("",)
        self._low, self._high, self._at = 0.0, 1.0, 0
        self._held = False
        self.setMinimumSize(theme.size(320, 240))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Chart"))
        theme.theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Wide enough for sixteen points."""
        return theme.size(480, 320)

    def show_chart(self, numbers: Chart, signs: tuple[str, ...]) -> None:
        """Draws another chart; while a point is held the scale stays."""
        self.numbers, self.signs = numbers, signs
        self._at = min(self._at, len(numbers) - 1)
        if not self._held:
            self._low, self._high = min(0.0, *numbers), max(0.0, *numbers)
            room = 0.25 * (self._high - self._low) or 1.0
            self._low, self._high = self._low - room * (self._low < 0), self._high + room
        self._describe()
        self.update()

    def _room(self) -> QRectF:
        text = theme.scaled(22)
        return QRectF(self.rect()).adjusted(text, text, -text, -text)

    def point_of(self, place: int) -> QPointF:
        """Returns the place of a point."""
        room, last = self._room(), max(1, len(self.numbers) - 1)
        share = (self.numbers[place] - self._low) / (self._high - self._low)
        return QPointF(room.left() + room.width() * place / last, room.bottom() - share * room.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line at 0, the curve, its points with their numbers and signs."""
        c, room = theme.colours(), self._room()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
            zero = room.bottom() + self._low / (self._high - self._low) * room.height()
            painter.setPen(QPen(QColor(c.line), 1))
            painter.drawLine(QPointF(room.left(), zero), QPointF(room.right(), zero))
            points = [self.point_of(place) for place in range(len(self.numbers))]
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.drawPolyline(QPolygonF(points))
            height = theme.scaled(18)
            for place, point in enumerate(points):
                chosen = place == self._at and self.hasFocus()
                painter.setPen(QPen(QColor(c.ink if chosen else c.accent), 2))
                painter.setBrush(QColor(c.accent))
                painter.drawEllipse(point, _POINT + chosen, _POINT + chosen)
                painter.setPen(QColor(c.ink))
                label = QRectF(point.x() - 40, point.y() - height - _POINT, 80, height)
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words.figures(f"{self.numbers[place]:g}"))
                painter.setPen(QColor(c.quiet))
                below = QRectF(point.x() - 40, room.bottom() + 4, 80, height)
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.signs[place])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes the nearest point."""
        places = range(len(self.numbers))
        self._at = min(places, key=lambda place: abs(self.point_of(place).x() - event.position().x()))
        self._held = True
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The point goes with the mouse."""
        if self._held:
            room = self._room()
            share = min(1.0, max(0.0, (room.bottom() - event.position().y()) / room.height()))
            self._move(self._low + share * (self._high - self._low))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The scale fits itself again."""
        self._held = False
        self.show_chart(self.numbers, self.signs)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        sideways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        upwards = {Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}.get(Qt.Key(event.key()), 0)
        if sideways:
            self._at = min(len(self.numbers) - 1, max(0, self._at + sideways))
            self._describe()
            self.update()
        elif upwards:
            self._move(self.numbers[self._at] + upwards * self._step())
        else:
            super().keyPressEvent(event)

    def _step(self) -> float:
        """A round number, about a hundredth of the height."""
        height = self._high - self._low
        return next((step for step in (0.01, 0.05, 0.1, 0.5, 1.0, 5.0) if 200 * step >= height), 10.0)

    def _move(self, number: float) -> None:
        step = self._step()
        self.moved.emit(self._at, round(round(number / step) * step, 4) + 0.0)

    def _describe(self) -> None:
        number = words.figures(f"{self.numbers[self._at]:g}")
        self.setAccessibleDescription(f"{self.signs[self._at]}: {number}")


class ChartsPage(QWidget):
    """One chart at a time, and those of the texts that may take its place."""

    def __init__(self, styles: StyleService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self.chart = ChoiceField()
        self.chart.setAccessibleName(self.tr("Chart"))
        for name in CHARTS:
            self.chart.addItem(QCoreApplication.translate("Styles", CHART_NAMES[name]), name)
        self.choice = ChoiceField()
        self.choice.setAccessibleName(self.tr("Chart of the texts"))
        self.curve = Curve()
        self._words = plain_label(look="quiet", wrap=True)
        in_column(
            in_row(caption(self.tr("Chart"), self.chart), self.chart, self.choice, STRETCH, spacing=2),
            (self.curve, 1),
            self._words,
            inside=self,
            margins=2,
            spacing=2,
        )
        self.chart.currentIndexChanged.connect(self._choose_chart)
        self.choice.activated.connect(self._take_choice)
        self.curve.moved.connect(self._move)
        styles.changed.connect(self._update)
        self._choose_chart()

    @property
    def name(self) -> str:
        """The chart that is shown."""
        return str(self.chart.currentData())

    @Slot()
    def _choose_chart(self) -> None:
        self.choice.clear()
        self.choice.addItem(self.tr("Chart of the texts …"), None)
        for name, numbers in (*CHOICES.get(self.name, {}).items(), ("usual", CHARTS[self.name])):
            self.choice.addItem(QCoreApplication.translate("Styles", name), numbers)
        self._update()

    @Slot()
    def _update(self) -> None:
        signs = tuple(_SIGNS.get(self.name, [f"{at % 4}-{at // 4}" for at in range(16)]))
        self.curve.show_chart(self._styles.style.chart(self.name), signs)
        letters = {
            "pawns": self.tr("I isolated, B backward, D doubled, P passed, X isolated and doubled"),
            "company": self.tr("By files and ranks from the own king, four files each"),
            "passed": self.tr("By rank, pawns a point; they grow up to twice that as pieces go"),
        }
        hint = letters.get(self.name, self.tr("Drag a point, or choose it with the keys and move it."))
        self._words.setText(with_weight(hint, self._styles.style, self.name))

    @Slot(int)
    def _take_choice(self, at: int) -> None:
        numbers = self.choice.itemData(at)
        self.choice.setCurrentIndex(0)
        if numbers is not None:
            self._styles.change(self._styles.style.with_chart(self.name, tuple(numbers)))

    @Slot(int, float)
    def _move(self, place: int, number: float) -> None:
        numbers = list(self._styles.style.chart(self.name))
        numbers[place] = max(0.01, number) if self.name == "values" else number
        self._styles.change(self._styles.style.with_chart(self.name, tuple(numbers)))
