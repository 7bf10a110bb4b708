"""Statistics as labelled figures, each a number with its name below, and as bars."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.kit import theme
from desktop.views.kit.layouts import Flow, in_column
from desktop.views.kit.messages import plain_label

Figure = tuple[str, str]  # the number, and its name
Share = tuple[str, float, str]  # a name, a share from 0 to 1, and the share as text
Results = tuple[float, float, float]  # games won, drawn and lost
_BAR = 8  # pixels
_FIGURE = 60  # pixels at a text size of 100 %, as the next
_ROW = 24


class Figures(QWidget):
    """A row of figures, which breaks where it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = Flow(inside=self)
        self._shown: tuple[Figure, ...] = ()
        self.hide()

    @property
    def text(self) -> str:
        """All figures as a sentence, as a screen reader says them."""
        return ", ".join(f"{name}: {number}" for number, name in self._shown)

    def show_figures(self, *figures: Figure) -> None:
        """Shows these figures; none hides the row."""
        self.setVisible(bool(figures))
        if figures == self._shown:
            return
        self._shown = figures
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, name in figures:
            card = QWidget()
            parts = (plain_label(number, look="figure"), plain_label(name, look="quiet"))
            in_column(*parts, inside=card, margins=(0, 0, 2, 0), spacing=0)
            self._flow.addWidget(card)
            card.show()  # a layout counts only what is shown
        self.setAccessibleName(self.text)


class ShareBars(QWidget):
    """Rows with a name, a bar and a figure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Share, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme().changed.connect(self.update)

    def show_rows(self, *rows: Share) -> None:
        """Shows these rows."""
        self._rows = rows
        self.setAccessibleName(", ".join(f"{name}: {figure}" for name, _, figure in rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The height of all rows, and a usual width."""
        return QSize(theme.scaled(200), theme.scaled(_ROW) * len(self._rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the rows; the names share the width of the longest, up to two fifths of the whole."""
        height = theme.scaled(_ROW)
        with QPainter(self) as painter:
            painter.setFont(theme.font(theme.BODY, monospaced_digits=True))
            names = name_width(painter.fontMetrics(), *(name for name, *_ in self._rows))
            names = min(names, round(0.4 * self.width()))
            for number, row in enumerate(self._rows):
                paint_share(painter, QRectF(0, number * height, self.width(), height), row, names)


class ResultsBar(QWidget):
    """The bar of results on its own, at the left of its room: a widget of that width would narrow its whole column."""

    def __init__(self, results: Results, said: str) -> None:
        super().__init__()
        self._results = results
        self.setAccessibleName(said)
        self.setFixedHeight(_BAR + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the bar."""
        width = min(self.width(), theme.scaled(4 * _FIGURE))
        with QPainter(self) as painter:
            paint_results(painter, QRectF(0, 0, width - 1, self.height() - 1), self._results)


def name_width(metrics: QFontMetrics, *names: str) -> int:
    """The width in pixels in which `paint_share` shows the longest name in full. Advances are rounded down: one more."""
    return max((metrics.horizontalAdvance(name) for name in names), default=0) + 1 + 2 * theme.SPACE


def paint_share(painter: QPainter, rect: QRectF, row: Share, names: int) -> QRectF:
    """Paints a name, a bar and a figure in the painter's font, and returns the place of the whole bar. `names`: the width
    of the name."""
    c, figures = theme.colours(), theme.scaled(_FIGURE)
    name, share, figure = row
    painter.setPen(QColor(c.ink))
    shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, names - 2 * theme.SPACE)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, figure)
    bar = rect.adjusted(names, 0, -figures, 0)
    bar = QRectF(bar.left(), bar.center().y() - _BAR / 2, bar.width(), _BAR)
    paint_bar(painter, bar, share)
    return bar


def paint_bar(painter: QPainter, bar: QRectF, share: float) -> None:
    """Paints a bar for a share from 0 to 1 on a line as long as the whole."""
    c = theme.colours()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.line))
    painter.drawRoundedRect(QRectF(bar.left(), bar.center().y() - 1, bar.width(), 2), 1, 1)
    painter.setBrush(QColor(c.accent))
    long = max(2.0, bar.width() * min(1.0, share))
    painter.drawRoundedRect(QRectF(bar.left(), bar.top(), long, bar.height()), 2, 2)


def paint_results(painter: QPainter, rect: QRectF, results: Results, ends: tuple[str, str] | None = None) -> None:
    """Paints the shares of games won, drawn and lost. `ends`: the colours of the first and the last."""
    c, total, x = theme.colours(), sum(results), rect.left()
    first, last = ends or (c.accent, c.bar_black)
    for count, colour in zip(results, (first, c.line, last), strict=True):
        width = rect.width() * count / total if total else 0.0
        painter.fillRect(QRectF(x, rect.top(), width, rect.height()), QColor(colour))
        x += width
    painter.setOpacity(1.0)
    painter.setPen(QColor(c.line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect)
