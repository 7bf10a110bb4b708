"""Every legal move with its result and distance, best first. A click or Enter plays it."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.model.endgame import TablebaseRow
from desktop.views.kit import theme
from desktop.views.kit.words import moves
from desktop.views.tables.tablebase_text import distance_text, paint_shape, result_word

_ROW = 28  # pixels at a text size of 100 %, as all lengths here
_MARK = 12
_PAD = 3 * theme.SPACE


def row_height() -> int:
    """Of one move, in pixels."""
    return theme.scaled(_ROW)


class TablebaseRows(QWidget):
    """Move, shape and word of its result, moves to the next capture, pawn move or mate."""

    chosen = Signal(str)  # a move in coordinates
    current_changed = Signal(int)  # index of the row that the keyboard is on

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[TablebaseRow, ...] = ()
        self._hovered = -1
        self._current = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Moves by the endgame tables, best first"))
        theme.theme().changed.connect(self.update)

    def show_rows(self, rows: tuple[TablebaseRow, ...]) -> None:
        """Shows the moves."""
        self.rows = rows
        self._current, self._hovered = 0, -1
        self._describe()
        self.setFixedHeight(row_height() * len(rows))
        self.update()

    def sizeHint(self) -> QSize:
        """One row for each move."""
        return QSize(theme.scaled(240), row_height() * len(self.rows))

    def row_at(self, y: float) -> int:
        """The index of the row at a height, -1 if there is none."""
        index = int(y // row_height())
        return index if 0 <= index < len(self.rows) else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows that are in sight."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, last = event.rect().top() // row_height(), event.rect().bottom() // row_height()
        for index, row in enumerate(self.rows[first : last + 1], first):
            rect = QRectF(0, index * row_height(), self.width(), row_height())
            if index == self._hovered:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme.colours().hover))
                painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
            self._paint_row(painter, rect, row)
            if self.hasFocus() and index == self._current:
                painter.setPen(QPen(QColor(theme.colours().accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)

    def _paint_row(self, painter: QPainter, rect: QRectF, row: TablebaseRow) -> None:
        c = theme.colours()
        middle = Qt.AlignmentFlag.AlignVCenter
        if row.best:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(QRectF(rect.left() + 2, rect.top() + 6, 3, rect.height() - 12), 1.5, 1.5)
        painter.setFont(theme.font(theme.BODY, bold=row.best))
        painter.setPen(QColor(c.ink))
        painter.drawText(QRectF(_PAD, rect.top(), theme.scaled(84), rect.height()), middle, moves(row.san))
        side = theme.scaled(_MARK)
        mark = QRectF(_PAD + theme.scaled(88), rect.top() + (rect.height() - side) / 2, side, side)
        paint_shape(painter, mark, row.verdict, c)
        painter.setPen(QColor(c.ink))
        painter.setFont(theme.font(theme.BODY))
        painter.drawText(
            QRectF(_PAD + theme.scaled(108), rect.top(), theme.scaled(110), rect.height()),
            middle,
            result_word(row.verdict),
        )
        painter.setFont(theme.font(theme.BODY, monospaced_digits=True))
        painter.setPen(QColor(c.quiet))
        width = theme.scaled(80)
        right = QRectF(self.width() - _PAD - width, rect.top(), width, rect.height())
        text = distance_text(row.verdict, row.dtz, row.mate)
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignRight, text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Marks the row under the mouse."""
        self._hovered = self.row_at(event.position().y())
        self.setCursor(Qt.CursorShape.PointingHandCursor if self._hovered >= 0 else Qt.CursorShape.ArrowCursor)
        self.update()

    def leaveEvent(self, event: object) -> None:
        """No row is marked any more."""
        self._hovered = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Plays the move."""
        index = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.chosen.emit(self.rows[index].uci)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down walk through the moves, Enter plays one."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and self.rows:
            self._current = min(len(self.rows) - 1, max(0, self._current + step))
            self._describe()
            self.current_changed.emit(self._current)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.rows:
            self.chosen.emit(self.rows[self._current].uci)
        else:
            super().keyPressEvent(event)

    def _describe(self) -> None:
        words = [
            f"{moves(row.san)} {result_word(row.verdict)} {distance_text(row.verdict, row.dtz, row.mate)}"
            for row in self.rows
        ]
        self.setAccessibleDescription(". ".join(words[self._current :] + words[: self._current]))
