"""The book panel: what the book knows about the shown position. A click plays the move."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop.model.state import BookRow, BookState
from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.messages import plain_label

_ROW = 30
_HEAD = 24
_MOST = 10


class BookRows(QWidget):
    """Move and flag, how likely the engine plays it, games as a bar of wins, draws and losses, evaluation."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.rows: tuple[BookRow, ...] = ()
        self._hovered = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Book moves"))
        theme.theme().changed.connect(self.update)

    def show_rows(self, rows: tuple[BookRow, ...]) -> None:
        """Shows the moves, best first as the book gives them."""
        self.rows = rows[:_MOST]
        self.setAccessibleDescription(". ".join(f"{row.san}{row.flag}" for row in self.rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Headings, and one row for each move."""
        return QSize(240, _HEAD + _ROW * len(self.rows) if self.rows else 0)

    def row_at(self, y: float) -> int:
        """The index of the row at a height, -1 if there is none."""
        index = int((y - _HEAD) // _ROW)
        return index if 0 <= index < len(self.rows) else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        """All rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.rows:
            self._paint_head(painter)
        for index, row in enumerate(self.rows):
            rect = QRectF(0, _HEAD + index * _ROW, self.width(), _ROW)
            if index == self._hovered:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme.colours().hover))
                painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
            self._paint_row(painter, rect, row)

    def _paint_head(self, painter: QPainter) -> None:
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(QColor(theme.colours().quiet))
        x, right = 2 * theme.SPACE, self.width() - 2 * theme.SPACE
        to_right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(x + 60, 0, 60, _HEAD), to_right, self.tr("played"))
        painter.drawText(QRectF(x + 132, 0, 160, _HEAD), Qt.AlignmentFlag.AlignVCenter, self.tr("won, drawn, lost"))
        painter.drawText(QRectF(right - 60, 0, 60, _HEAD), to_right, self.tr("games"))

    def _paint_row(self, painter: QPainter, rect: QRectF, row: BookRow) -> None:
        c = theme.colours()
        middle = Qt.AlignmentFlag.AlignVCenter
        x = rect.left() + 2 * theme.SPACE
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.setPen(QColor(c.ink))
        painter.drawText(QRectF(x, rect.top(), 80, _ROW), middle, f"{row.san} {row.flag}")
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        painter.setPen(QColor(c.quiet))
        if row.chance is not None:
            chance = f"{row.chance:.0%}" if row.chance >= 0.005 else "–"
            painter.drawText(QRectF(x + 76, rect.top(), 44, _ROW), middle | Qt.AlignmentFlag.AlignRight, chance)
        games = row.wins + row.draws + row.losses
        tail = f"{games:,}".replace(",", "\u202f") if games else ""
        right = rect.right() - 2 * theme.SPACE
        painter.drawText(QRectF(right - 60, rect.top(), 60, _ROW), middle | Qt.AlignmentFlag.AlignRight, tail)
        middle_rect = QRectF(x + 132, rect.top() + 9, right - 68 - (x + 132), _ROW - 18)
        if games and middle_rect.width() > 24:
            self._paint_results(painter, middle_rect, row, games)
        elif row.evaluation or row.comment:
            text = "  ".join(part for part in (row.evaluation, row.comment) if part)
            room = QRectF(x + 132, rect.top(), right - x - 132, _ROW)
            elided = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, middle, elided)

    def _paint_results(self, painter: QPainter, rect: QRectF, row: BookRow, games: int) -> None:
        c = theme.colours()
        painter.setPen(QColor(c.line))
        x = rect.left()
        for share, colour in ((row.wins, c.accent), (row.draws, c.line), (row.losses, c.bar_black)):
            width = rect.width() * share / games
            painter.fillRect(QRectF(x, rect.top(), width, rect.height()), QColor(colour))
            x += width
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Marks the row under the mouse and shows its figures."""
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
            self._services.match.user_move(self.rows[index].uci)


class BookPanel(QFrame):
    """The opening's name and the moves of the book; says so where the book knows nothing."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.setProperty("look", "card")
        heading = QLabel(self.tr("Book"))
        heading.setProperty("look", "heading")
        self._opening = plain_label()
        self._opening.setProperty("look", "quiet")
        self._opening.setWordWrap(True)
        self._empty = plain_label()
        self._empty.setProperty("look", "quiet")
        self._empty.setWordWrap(True)
        self.rows = BookRows(services)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column.setSpacing(theme.SPACE)
        column.addWidget(heading)
        column.addWidget(self._opening)
        column.addWidget(self._empty)
        column.addWidget(self.rows)
        services.book.changed.connect(self._update_book)
        self._update_book(services.book.state)

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._opening.setText(state.opening)
        self._opening.setVisible(bool(state.opening))
        unknown = self.tr("The book does not know this position.")
        looking = self.tr("Looking it up …")
        self._empty.setText(state.problem or (unknown if state.fen == self._services.game.state.fen else looking))
        self._empty.setVisible(bool(state.problem) or not state.rows)
        self.rows.show_rows(state.rows)
