"""Tables of squares: values painted on a board."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QSizePolicy, QWidget

from desktop.services.engines.style_service import StyleService
from desktop.views.board.board_geometry import BoardGeometry, Coordinates, square_name
from desktop.views.kit import theme, words
from desktop.views.kit.fields import ChoiceField, caption
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.style.style_words import with_weight
from engine.evaluation.texts.charts import CHOICES, TABLES
from engine.evaluation.texts.style import LARGEST

Table = tuple[float, ...]
_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 8, Qt.Key.Key_Down: -8}


class ValueBoard(QWidget):
    """64 numbers, the larger the stronger the colour. Left: paints, held down over many squares. Right: takes a value up.

    Keys: cursor keys move the frame, Space paints, Enter takes the value up."""

    painted = Signal(int)  # square
    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers: Table = (0.0,) * 64
        self._at = 0
        self.setMinimumSize(theme.size(320, 320))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Values of the squares"))
        theme.theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Eight squares with room for a number."""
        return theme.size(420, 420)

    def show_numbers(self, numbers: Table) -> None:
        """Draws other numbers."""
        self.numbers = numbers
        self._describe()
        self.update()

    def _geometry(self) -> BoardGeometry:
        return BoardGeometry.fit(self.width(), self.height(), self.devicePixelRatioF(), False, Coordinates.OUTSIDE)

    def rect_of(self, square: int) -> QRectF:
        """Returns the rectangle of a square."""
        return self._geometry().rect(square)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Squares, numbers, letters, the frame of the keyboard."""
        c, geometry = theme.colours(), self._geometry()
        with QPainter(self) as painter:
            painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
            middle, largest = Qt.AlignmentFlag.AlignCenter, max(max(map(abs, self.numbers)), 1e-9)
            for square, number in enumerate(self.numbers):
                rect = geometry.rect(square)
                light = ((square & 7) + (square >> 3)) % 2 == 1
                painter.fillRect(rect, QColor(c.card if light else c.hover))
                tint = QColor(c.accent if number > 0 else c.bad)
                tint.setAlpha(round(110 * min(1.0, abs(number) / largest)))
                painter.fillRect(rect, tint)
                painter.setPen(QColor(c.ink))
                painter.drawText(rect, middle, words.figures(f"{number:g}"))
            painter.setPen(QColor(c.quiet))
            for at in range(8):
                below, beside = geometry.rect(at), geometry.rect(8 * at)
                painter.drawText(QRectF(below.left(), below.bottom(), below.width(), 16), middle, "abcdefgh"[at])
                painter.drawText(QRectF(beside.left() - 16, beside.top(), 16, beside.height()), middle, str(at + 1))
            if self.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(geometry.rect(self._at).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins to paint, or takes a value up."""
        self._touch(event, event.button() == Qt.MouseButton.RightButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Paints every square passed."""
        self._touch(event, False)

    def _touch(self, event: QMouseEvent, pick: bool) -> None:
        square = self._geometry().square_at(event.position())
        if square is not None and (pick or event.buttons() & Qt.MouseButton.LeftButton):
            self._at = square
            (self.picked if pick else self.painted).emit(square)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        step = _STEPS.get(event.key())
        if step is not None:
            file, rank = (
                (self._at & 7) + (step if abs(step) == 1 else 0),
                (self._at >> 3) + step // 8 * (abs(step) == 8),
            )
            self._at = 8 * min(7, max(0, rank)) + min(7, max(0, file))
            self._describe()
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self.painted.emit(self._at)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.picked.emit(self._at)
        else:
            super().keyPressEvent(event)

    def _describe(self) -> None:
        self.setAccessibleDescription(f"{square_name(self._at)}: {words.figures(f'{self.numbers[self._at]:g}')}")


class SquaresPage(QWidget):
    """One table at a time, the value to paint with, and the charts of the texts to begin with."""

    def __init__(self, styles: StyleService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self.table = ChoiceField()
        self.table.setAccessibleName(self.tr("Table"))
        for name in TABLES:
            self.table.addItem(QCoreApplication.translate("Styles", name), name)
        self.chart = ChoiceField()
        self.chart.setAccessibleName(self.tr("Chart of the texts"))
        self.value = QDoubleSpinBox()
        self.value.setRange(-LARGEST, LARGEST)
        self.value.setDecimals(2)
        self.value.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)  # the style sheet's padding does not reach it
        self.value.setAccessibleName(self.tr("Paint with"))
        self.both = QCheckBox(self.tr("Both wings alike"))
        self.both.setChecked(True)
        self.board = ValueBoard()
        self._hint = plain_label(look="quiet", wrap=True)
        in_column(
            in_row(caption(self.tr("Table"), self.table), self.table, self.chart, STRETCH, spacing=2),
            in_row(caption(self.tr("Paint with"), self.value), self.value, self.both, STRETCH, spacing=2),
            (self.board, 1),
            self._hint,
            inside=self,
            margins=2,
            spacing=2,
        )
        self.table.currentIndexChanged.connect(self._choose_table)
        self.chart.activated.connect(self._take_chart)
        self.board.painted.connect(self._paint)
        self.board.picked.connect(self._pick)
        styles.changed.connect(self._update)
        self._choose_table()

    @property
    def name(self) -> str:
        """The table that is shown."""
        return str(self.table.currentData())

    @Slot()
    def _choose_table(self) -> None:
        numbers = TABLES[self.name]
        self.value.setSingleStep(1 if max(numbers) > 3 else 0.05)
        self.chart.clear()
        self.chart.addItem(self.tr("Chart of the texts …"), None)
        for name, values in (*CHOICES.get(self.name, {}).items(), ("usual", numbers)):
            self.chart.addItem(QCoreApplication.translate("Styles", name), values)
        self._update()

    @Slot()
    def _update(self) -> None:
        self.board.show_numbers(self._styles.style.table(self.name))
        hint = self.tr(
            "Left button: paint. Right button: take a value up. Seen from White's side; Black's is the mirror."
        )
        self._hint.setText(with_weight(hint, self._styles.style, self.name))

    @Slot(int)
    def _take_chart(self, at: int) -> None:
        numbers = self.chart.itemData(at)
        self.chart.setCurrentIndex(0)
        if numbers is not None:
            self._styles.change(self._styles.style.with_chart(self.name, tuple(numbers)))

    @Slot(int)
    def _paint(self, square: int) -> None:
        numbers = list(self._styles.style.table(self.name))
        for at in {square, square ^ 7} if self.both.isChecked() else {square}:
            numbers[at] = self.value.value()
        self._styles.change(self._styles.style.with_chart(self.name, tuple(numbers)))

    @Slot(int)
    def _pick(self, square: int) -> None:
        self.value.setValue(self.board.numbers[square])
