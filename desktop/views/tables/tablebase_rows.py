"""All legal moves with result and distance, best first. A click or Enter plays one."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.model.endgame import TablebaseRow
from desktop.views.kit import theme
from desktop.views.kit.rows_view import RowsView
from desktop.views.kit.words import moves
from desktop.views.tables.tablebase_text import distance_text, paint_shape, result_word

_ROW = 28  # pixels at a text size of 100 %, as all lengths here
_MARK = 12
_PAD = 3 * theme.SPACE


def row_height() -> int:
    return theme.scaled(_ROW)


class TablebaseRows(RowsView[TablebaseRow]):
    """Rows of move, shape and word of the result, and the moves to the next capture, pawn move or mate."""

    chosen = Signal(str)  # a move in UCI notation

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Moves by the endgame tables, best first"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_rows(self, rows: tuple[TablebaseRow, ...]) -> None:
        self.set_rows(rows, 0)

    def row_text(self, row: TablebaseRow) -> str:
        """The row's text for screen readers: `Qb7 win 5`."""
        return f"{moves(row.san)} {result_word(row.verdict)} {distance_text(row.verdict, row.dtz, row.mate)}"

    def row_size(self) -> QSize:
        """The size of a row: one line."""
        return QSize(theme.scaled(240), row_height())

    def press(self, row: TablebaseRow, event: QMouseEvent | None = None) -> None:
        self.chosen.emit(row.uci)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plays a move with Space, too."""
        if event.key() == Qt.Key.Key_Space and self.current is not None:
            self.press(self.current)
        else:
            super().keyPressEvent(event)

    def paint_row(self, painter: QPainter, rect: QRectF, row: TablebaseRow, *, hovered: bool, current: bool) -> None:
        """Paints a row. The best moves have a mark at the left."""
        c = theme.colours()
        if hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.hover))
            painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
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
        result = QRectF(_PAD + theme.scaled(108), rect.top(), theme.scaled(110), rect.height())
        painter.drawText(result, middle, result_word(row.verdict))
        painter.setFont(theme.font(theme.BODY, monospaced_digits=True))
        painter.setPen(QColor(c.quiet))
        width = theme.scaled(80)
        right = QRectF(rect.right() - _PAD - width, rect.top(), width, rect.height())
        text = distance_text(row.verdict, row.dtz, row.mate)
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignRight, text)
        if current and self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
