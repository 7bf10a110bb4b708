"""The likely moves of people as a row of columns: the move, its percentage, and a ground that is filled by it."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.views.kit import theme, words
from desktop.views.kit.outside import Outside
from engine.play.people.likely_moves import LikelyMove, PeopleHere

_HEIGHT = 40  # pixels at a text size of 100 %, as all lengths here
_LEAST_WIDTH = 62  # of a column
_GAP = theme.SPACE
_NOBODY = PeopleHere()


class LikelyMoves(QWidget):
    """As many columns as fit, the likeliest first; always of the same height, so that nothing jumps. A click plays a move; with
    the keyboard Left and Right choose one and Enter plays it. The sign `?` marks mistakes."""

    chosen = Signal(str)  # coordinates

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.people = _NOBODY
        self.current = 0  # the column that the keys speak of
        self._faded = False
        self.setFixedHeight(theme.scaled(_HEIGHT))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What people would play"))
        theme.theme().changed.connect(self.update)

    def show_people(self, people: PeopleHere, faded: bool) -> None:
        """Shows an answer; `faded` that of the position before, kept until another one comes."""
        if people.fen != self.people.fen:
            self.current = 0
        self.people, self._faded = people, faded
        self._describe()
        self.update()

    @property
    def shown(self) -> tuple[LikelyMove, ...]:
        """The moves that have a column."""
        return self.people.moves[: max(1, (self.width() + _GAP) // (theme.scaled(_LEAST_WIDTH) + _GAP))]

    def column(self, index: int) -> QRectF:
        """Where a column is."""
        count = max(1, (self.width() + _GAP) // (theme.scaled(_LEAST_WIDTH) + _GAP))
        width = (self.width() + _GAP) / count - _GAP
        return QRectF(index * (width + _GAP), 0, width, theme.scaled(_HEIGHT))

    def spoken(self, move: LikelyMove) -> str:
        """`62 % of players rated 1500 play Nf6, a mistake`."""
        text = self.tr("%1 of players rated %2 play %3, a mistake")
        if not move.mistake:
            text = self.tr("%1 of players rated %2 play %3")
        told = (words.percent(move.chance), str(self.people.elo), words.moves(move.san))
        for number, value in enumerate(told, 1):
            text = text.replace(f"%{number}", value)
        return text

    def sizeHint(self) -> QSize:
        """Four columns."""
        return QSize(4 * (theme.scaled(_LEAST_WIDTH) + _GAP) - _GAP, theme.scaled(_HEIGHT))

    def _describe(self) -> None:
        moves = self.people.moves
        if self.hasFocus() and self.current < len(moves):
            self.setAccessibleDescription(self.spoken(moves[self.current]))
            return
        told = [f"{words.moves(move.san)} {words.percent(move.chance)}" for move in moves]
        reason = self.people.reason
        first = [words.reason(reason)] if reason is not None else []
        self.setAccessibleDescription(". ".join([*first, *told[1:]]))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """The columns."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.55 if self._faded else 1.0)
        for index, move in enumerate(self.shown):
            self._paint_column(painter, self.column(index), move, index == self.current and self.hasFocus())

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

    # Gestures

    def _at(self, x: float) -> int:
        return next((index for index in range(len(self.shown)) if self.column(index).right() >= x), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A move can be clicked."""
        over = self._at(event.position().x()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Plays the move."""
        index = self._at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left, Right, Enter."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self.current = min(max(0, self.current + step), max(0, len(self.shown) - 1))
            self._describe()
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.shown:
            self._choose(self.current)
        else:
            super().keyPressEvent(event)

    def _choose(self, index: int) -> None:
        if not self._faded:
            self.chosen.emit(self.shown[min(index, len(self.shown) - 1)].uci)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """One column is marked, and read."""
        super().focusInEvent(event)
        self._describe()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The whole is read again."""
        super().focusOutEvent(event)
        self._describe()

    def event(self, event: QEvent) -> bool:
        """The tool tip says a column in words."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self._at(event.pos().x())
            QToolTip.showText(
                event.globalPos(), Outside(self.spoken(self.shown[index])).tip if index >= 0 else "", self
            )
            return True
        return super().event(event)
