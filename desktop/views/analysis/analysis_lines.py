"""The lines of an analysis: the score on a chip, then the moves. Each move previews its position and can be clicked."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.model.analysis_lines import numbers
from desktop.model.game.analysis import AnalysisLine
from desktop.views.board.hover_board import HoverBoard
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.rows_view import RowsView
from engine.ground.values import dataclass

_ROW, _CHIP = 30, 58  # pixels at a text size of 100 %: height of a line, width of its score
_WDL_HEIGHT = 4
_WHITE, _DRAW, _BLACK = "#fafafa", "#8d999c", "#2a3235"


def row_height() -> int:
    """Returns the height of a line in pixels."""
    return theme.scaled(_ROW)


def _chip() -> int:
    return theme.scaled(_CHIP)


@dataclass(frozen=True)
class _Word:
    """A painted move: line, number and rectangle."""

    line: int
    move: int
    text: str
    place: QRectF


class LinesView(RowsView[AnalysisLine]):
    """The list of lines, one a row.

    The chip has the colour of the better side; the strip below it shows the shares of wins, draws and losses. The keys
    1 to 9 choose a line. `flipped`: the orientation of the preview board.
    """

    line_chosen = Signal(int)  # row: play its first move
    line_wanted = Signal(int)  # a click on the score: insert the whole line into the notation
    move_wanted = Signal(int, int)  # a click on a move: line and number of the move, from 0
    menu_wanted = Signal(int, object)  # line, place on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Analysis lines"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.notes: dict[str, str] = {}  # text after a first move (by its coordinates): the tablebase result
        self.flipped = False
        self._fen, self._chess960 = "", False
        self._faded = False
        self._wanted = 1
        self._shown: tuple[object, ...] = ()  # what was shown last
        self._word: tuple[int, int] | None = None  # line and move under the mouse
        self._words: list[_Word] = []
        self._board: HoverBoard | None = None

    @property
    def lines(self) -> tuple[AnalysisLine, ...]:
        return self.rows

    def show_lines(
        self, lines: tuple[AnalysisLine, ...], wanted: int, faded: bool, fen: str = "", chess960: bool = False
    ) -> None:
        """Shows lines that begin at `fen`; `faded` lines are of the previous position, until new ones arrive."""
        shown = (lines, wanted, faded, fen, chess960, self.notes, words.moves("KQRBN"))
        if shown == self._shown:  # as at each step through a game while the analysis is off
            return
        self._shown = shown
        self._wanted, self._faded = wanted, faded
        self._fen, self._chess960 = fen, chess960
        self.set_rows(lines[:wanted], self.currentIndex().row())
        self._set_words()

    def row_text(self, row: AnalysisLine) -> str:
        return f"{words.score_in_full(row.evaluation.score)} {words.moves(row.text)}"

    def row_size(self) -> QSize:
        return QSize(theme.scaled(240), row_height())

    def place_of(self, line: int, move: int) -> QPoint:
        """Returns the place of a move.

        :raises LookupError: if the move is not shown.
        """
        for word in self._words:
            if (word.line, word.move) == (line, move):
                return word.place.center().toPoint()
        raise LookupError((line, move))

    def sizeHint(self) -> QSize:
        """A row for each wanted line, including those that have not arrived, so that the layout does not move."""
        return QSize(theme.scaled(240), row_height() * self._wanted)

    # Layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Computes the places of the moves for the new width."""
        super().resizeEvent(event)
        self._set_words()

    def _set_words(self) -> None:
        metrics = QFontMetricsF(theme.font(theme.BODY))
        space = metrics.horizontalAdvance(" ")
        self._words = []
        for row, line in enumerate(self.lines):
            x = float(_chip() + 2 * theme.SPACE)
            counted = numbers(self._fen, len(line.sans)) if self._fen else ("",) * len(line.sans)
            for move, (number, san) in enumerate(zip(counted, line.sans, strict=True)):
                note = self.notes.get(line.moves[0], "") if move == 0 else ""
                text = f"{number} {words.moves(san)}".lstrip() + (f" ({note})" if note else "")
                width = metrics.horizontalAdvance(text)
                if x + width > self.viewport().width() - metrics.horizontalAdvance("…") and move:
                    self._words.append(
                        _Word(row, -1, "…", QRectF(x, row * row_height(), theme.scaled(20), row_height()))
                    )
                    break
                self._words.append(_Word(row, move, text, QRectF(x, row * row_height(), width, row_height())))
                x += width + space

    # Painting

    def paint_row(self, painter: QPainter, rect: QRectF, row: AnalysisLine, *, hovered: bool, current: bool) -> None:
        c, number = theme.colours(), round(rect.top() / row_height())
        if hovered:
            self._paint_ground(painter, rect, c.hover)
        painter.setOpacity(0.55 if self._faded else 1.0)
        self._paint_chip(painter, QRectF(0, rect.top(), _chip(), row_height()), row)
        painter.setFont(theme.font(theme.BODY))
        for word in self._words:
            if word.line != number:
                continue
            if (word.line, word.move) == self._word:
                self._paint_ground(painter, word.place.adjusted(-3, 4, 3, -4), c.accent_soft)
            painter.setPen(QColor(c.ink if word.move >= 0 else c.quiet))
            painter.drawText(word.place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word.text)
        if current and self.hasFocus():
            painter.setOpacity(1.0)
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)

    @staticmethod
    def _paint_ground(painter: QPainter, rect: QRectF, colour: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(rect, 4, 4)

    def _paint_chip(self, painter: QPainter, row: QRectF, line: AnalysisLine) -> None:
        c = theme.colours()
        white_better = line.evaluation.white_share >= 0.5
        chip = QRectF(row.left(), row.top() + 3, _chip(), row_height() - 7 - (_WDL_HEIGHT if line.wdl else 0))
        painter.setPen(QColor(c.line))
        painter.setBrush(QColor(_WHITE if white_better else _BLACK))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(QColor("#1b2325" if white_better else "#f2f5f5"))
        painter.setFont(theme.font(13, bold=True, monospaced_digits=True))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words.score(line.evaluation.score))
        if line.wdl:
            x, strip = chip.left(), QRectF(chip.left(), chip.bottom() + 1.5, _chip(), _WDL_HEIGHT)
            for share, colour in zip(line.wdl, (_WHITE, _DRAW, _BLACK), strict=True):
                width = _chip() * share / 1000
                painter.fillRect(QRectF(x, strip.top(), width, strip.height()), QColor(colour))
                x += width
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(c.line))
            painter.drawRect(strip.adjusted(-0.5, -0.5, 0.5, 0.5))

    # The mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        word = next((w for w in self._words if w.move >= 0 and w.place.contains(event.position())), None)
        over = (word.line, word.move) if word is not None else None
        if over != self._word:
            self._word = over
            self._show_board(word)
            self.viewport().update()

    def _show_board(self, word: _Word | None) -> None:
        if word is None or not self._fen:
            self._hide_board()
            return
        from desktop.model.game import rules

        line = self.lines[word.line].moves[: word.move + 1]
        if self._board is None:
            self._board = HoverBoard(self.window())
        row = QRect(self.viewport().mapTo(self.window(), word.place.topLeft().toPoint()), word.place.size().toSize())
        self._board.show_position(rules.after(self._fen, line, self._chess960), line[-1], self.flipped, row)

    def _hide_board(self) -> None:
        if self._board is not None and is_alive(self._board):
            self._board.hide()

    def leaveEvent(self, event: QEvent) -> None:
        self._word = None
        self._hide_board()
        self.viewport().update()

    def hideEvent(self, event: QEvent) -> None:
        self._hide_board()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The right button opens the menu of the line."""
        self._hide_board()
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.RightButton and index.isValid():
            self.menu_wanted.emit(index.row(), event.globalPosition().toPoint())
        else:
            super().mousePressEvent(event)

    def press(self, row: AnalysisLine, event: QMouseEvent | None = None) -> None:
        """A click on a move inserts the line up to it, on the score the whole line. Enter plays the first move."""
        number = self.currentIndex().row()
        if event is None:
            self.line_chosen.emit(number)
        elif event.position().x() <= _chip():
            self.line_wanted.emit(number)
        elif self._word is not None:
            self.move_wanted.emit(*self._word)

    def viewportEvent(self, event: QEvent) -> bool:
        """Shows the chances in words as the score's tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self.indexAt(event.pos()).row()
            on_chip = event.pos().x() <= _chip() and number >= 0
            QToolTip.showText(
                event.globalPos(), ForeignText(self._chances(self.lines[number])).tip if on_chip else "", self
            )
            return True
        return super().viewportEvent(event)

    def _chances(self, line: AnalysisLine) -> str:
        told = words.score_in_full(line.evaluation.score)
        text = words.filled(self.tr("%1 at depth %2."), told, line.depth)
        return f"{text} {self.chances_text(line)} " + self.tr("Click to add the line to the notation")

    def chances_text(self, line: AnalysisLine) -> str:
        """Returns wins, draws and losses in words; empty if the engine does not report them."""
        if line.wdl is None:
            return ""
        white, draw, black = (str(round(share / 10)) for share in line.wdl)
        text = self.tr("White wins %1 %, draw %2 %, Black wins %3 %")
        return words.filled(text, white, draw, black)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys 1 to 9 choose a line."""
        index = event.key() - Qt.Key.Key_1
        if 0 <= index < len(self.lines):
            self.line_chosen.emit(index)
        else:
            super().keyPressEvent(event)
