"""Likely human moves as a row of columns: the move, its percentage, and a background filled in proportion."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QListView, QWidget

from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.rows_view import RowsView
from engine.play.people.likely_moves import LikelyHumanMoves, LikelyMove

_HEIGHT = 40  # pixels at a text size of 100 %, as all lengths here
_LEAST_WIDTH = 62  # of a column
_GAP = theme.SPACE
_NOBODY = LikelyHumanMoves()


class LikelyMovesRow(RowsView[LikelyMove]):
    """The row of likely moves: as many columns as fit, the most likely first, always of the same height.

    A click plays a move; Left and Right choose one and Enter plays it. The sign `?` marks mistakes.
    """

    chosen = Signal(str)  # coordinates
    walking = (Qt.Key.Key_Left, Qt.Key.Key_Right)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("What people would play"))
        self.people = _NOBODY
        self._faded = False
        self.setFlow(QListView.Flow.LeftToRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setFixedHeight(theme.scaled(_HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_people(self, people: LikelyHumanMoves, faded: bool) -> None:
        """Shows likely moves; `faded` ones are of the previous position, until the new ones arrive."""
        current = self.currentIndex().row() if people.fen == self.people.fen else 0
        self.people, self._faded = people, faded
        self.setAccessibleDescription(words.reason(people.reason) if people.reason is not None else "")
        self._fill(current)

    def _fill(self, current: int) -> None:
        shown = self.people.moves[: self._count()]
        self.set_rows(shown, min(current, len(shown) - 1))

    def _count(self) -> int:
        return max(1, (self.width() + _GAP) // (theme.scaled(_LEAST_WIDTH) + _GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill(self.currentIndex().row())
        self.scheduleDelayedItemsLayout()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Lets the surrounding panel scroll."""
        event.ignore()

    def row_size(self) -> QSize:
        return QSize((self.width() + _GAP) // self._count(), theme.scaled(_HEIGHT))

    def row_text(self, row: LikelyMove) -> str:
        return self.spoken(row)

    def row_tip(self, row: LikelyMove) -> str:
        return ForeignText(self.spoken(row)).tip

    def press(self, row: LikelyMove, event: QMouseEvent | None = None) -> None:
        if not self._faded:
            self.chosen.emit(row.uci)

    def spoken(self, move: LikelyMove) -> str:
        """Returns a move in words: `62 % of players rated 1500 play Nf6, a mistake`."""
        text = self.tr("%1 of players rated %2 play %3, a mistake")
        if not move.mistake:
            text = self.tr("%1 of players rated %2 play %3")
        told = (words.percent(move.chance), str(self.people.elo), words.moves(move.san))
        for number, value in enumerate(told, 1):
            text = text.replace(f"%{number}", value)
        return text

    def sizeHint(self) -> QSize:
        return QSize(4 * (theme.scaled(_LEAST_WIDTH) + _GAP) - _GAP, theme.scaled(_HEIGHT))

    def paint_row(self, painter: QPainter, rect: QRectF, row: LikelyMove, *, hovered: bool, current: bool) -> None:
        painter.setOpacity(0.55 if self._faded else 1.0)
        self._paint_column(painter, rect.adjusted(0, 0, -_GAP, 0), row, current and self.hasFocus())

    @staticmethod
    def _paint_column(painter: QPainter, rect: QRectF, move: LikelyMove, marked: bool) -> None:
        c = theme.colours()
        inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.warning_soft if move.mistake else c.accent_soft))
        filled = inner.height() * move.chance
        painter.save()
        painter.setClipRect(QRectF(inner.left(), inner.bottom() - filled, inner.width(), filled + 1))
        painter.drawRoundedRect(inner, theme.RADIUS, theme.RADIUS)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(c.accent if marked else c.line), 2 if marked else 1))
        painter.drawRoundedRect(inner, theme.RADIUS, theme.RADIUS)
        painter.setPen(QColor(c.ink))
        painter.setFont(theme.font(theme.BODY, bold=True))
        san = words.moves(move.san) + ("?" if move.mistake else "")
        painter.drawText(rect.adjusted(2, 2, -2, -theme.scaled(18)), Qt.AlignmentFlag.AlignCenter, san)
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        painter.drawText(
            rect.adjusted(2, theme.scaled(20), -2, -3), Qt.AlignmentFlag.AlignCenter, words.percent(move.chance)
        )
