"""The themes of the lessons as cards: the position of the next lesson, name, goal and progress. A click or Enter begins it."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.board.board_style import board_style
from desktop.views.kit import theme, words
from desktop.views.kit.rows_view import RowsView
from engine.drill.sources.endgames import ThemeProgress
from engine.game.position import Position
from tablebases.lesson_themes import PATH, THEMES
from tablebases.lessons import LESSONS

_BOARD = 112  # pixels; side of the picture
_SHARE = 0.38  # of the card at most
_BAR = 4  # pixels; height of the bar of progress


class LessonCards(RowsView[ThemeProgress]):
    """One card for each theme, the course for beginners first."""

    chosen = Signal(object)  # ThemeProgress

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Lessons"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        board_style().changed.connect(self.viewport().update)

    def row_text(self, row: ThemeProgress) -> str:
        """The text for screen readers: `Step 2 of 10. Mate with the queen. Give mate with king and queen. 1 of 4 learned`."""
        parts = (self._step(row), f"{words.text_of(THEMES[row.theme].name)}.", self._goal(row), self._progress(row))
        return " ".join(part for part in parts if part)

    def row_tip(self, row: ThemeProgress) -> str:
        return "\n".join(map(words.text_of, THEMES[row.theme].method))

    def row_size(self) -> QSize:
        return QSize(theme.scaled(240), theme.scaled(_BOARD) + 4 * theme.SPACE)

    def press(self, row: ThemeProgress, event: QMouseEvent | None = None) -> None:
        self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begins the next lesson with Space, too."""
        if event.key() == Qt.Key.Key_Space and self.current is not None:
            self.press(self.current)
        else:
            super().keyPressEvent(event)

    def _step(self, row: ThemeProgress) -> str:
        if row.theme not in PATH:
            return ""
        text = self.tr("Step %1 of %2").replace("%1", str(PATH.index(row.theme) + 1))
        return text.replace("%2", str(len(PATH))) + "."

    def _goal(self, row: ThemeProgress) -> str:
        return words.text_of(THEMES[row.theme].goal(LESSONS[row.next].win))

    def _progress(self, row: ThemeProgress) -> str:
        text = self.tr("%1 of %2 learned") if not row.due else self.tr("%1 of %2 learned, to repeat: %3")
        text = words.filled(text, len(row.solved), len(row.lessons))
        return text.replace("%3", str(row.due))

    def paint_row(self, painter: QPainter, rect: QRectF, row: ThemeProgress, *, hovered: bool, current: bool) -> None:
        c, gap = theme.colours(), theme.SPACE
        card = rect.adjusted(1, gap / 2, -1, -gap / 2)
        painter.setPen(QPen(QColor(c.accent), 2) if current and self.hasFocus() else QPen(QColor(c.line), 1))
        painter.setBrush(QColor(c.hover) if hovered else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(card, theme.RADIUS, theme.RADIUS)
        side = min(theme.scaled(_BOARD), round(_SHARE * card.width()))
        self._paint_board(painter, QRectF(card.left() + gap, card.center().y() - side / 2, side, side), row)
        left = card.left() + side + 4 * gap
        text = QRectF(left, card.top() + 1.5 * gap, card.right() - left - 2 * gap, card.height() - 3 * gap)
        top = self._write(painter, text, self._step(row).rstrip("."), theme.font(theme.SMALL), c.quiet, 1)
        title = words.text_of(THEMES[row.theme].name)
        top = (
            self._write(painter, text.adjusted(0, top, 0, 0), title, theme.font(theme.BODY, bold=True), c.ink, 1) + top
        )
        self._write(painter, text.adjusted(0, top, 0, 0), self._goal(row), theme.font(theme.BODY), c.ink, 2)
        small = theme.font(theme.SMALL)
        height = QFontMetricsF(small).height()
        foot = QRectF(text.left(), text.bottom() - height, text.width(), height)
        self._write(painter, foot, self._progress(row), small, c.quiet, 1)
        bar = QRectF(text.left(), foot.top() - _BAR - 2, text.width(), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.line))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        painter.setBrush(QColor(c.accent))
        bar.setWidth(bar.width() * len(row.solved) / len(row.lessons))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)

    @staticmethod
    def _write(painter: QPainter, room: QRectF, text: str, font: object, colour: str, lines: int) -> float:
        """Writes a text on at most that number of lines. Returns the height used."""
        if not text:
            return 0.0
        painter.setFont(font)  # type: ignore[arg-type]
        painter.setPen(QColor(colour))
        metrics = painter.fontMetrics()
        height = metrics.height()
        whole = metrics.boundingRect(0, 0, int(room.width()), 10_000, int(Qt.TextFlag.TextWordWrap), text).height()
        used = min(lines * height, max(height, whole))
        if lines == 1:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(QRectF(room.left(), room.top(), room.width(), used), int(Qt.TextFlag.TextWordWrap), text)
        return float(used)

    def _paint_board(self, painter: QPainter, place: QRectF, row: ThemeProgress) -> None:
        ratio, style = self.devicePixelRatioF(), board_style()
        painter.save()
        painter.translate(place.topLeft())
        geometry = BoardGeometry.fit(int(place.width()), int(place.height()), ratio, False, Coordinates.OFF)
        paint.paint_squares(painter, geometry, style.theme)
        for square, piece in Position.of(LESSONS[row.next].fen, chess960=False).pieces.items():
            picture = style.pieces.picture(piece, geometry.side, ratio)
            painter.drawPixmap(geometry.rect(square).topLeft(), picture)
        painter.restore()
