"""The book's moves of a position as rows: flag, move, chance, games, evaluation; below them, name and reason."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from desktop.model.book.expected import ExpectedScores
from desktop.model.book.panel import FEW_GAMES, BookRow
from desktop.services.book.book_service import BookService
from desktop.services.book.expected_service import ExpectedService
from desktop.services.game.match_service import MatchService
from desktop.views.book.book_row_words import chances, expected_words, layer_word, spoken
from desktop.views.kit import theme, words
from desktop.views.kit.figures import paint_results
from desktop.views.kit.icons import icon, paint_glyph
from desktop.views.kit.messages import announce
from desktop.views.kit.rows_view import Index, RowsView, pop_up
from desktop.views.kit.words import moves, score, whole

# Pixels at a text size of 100 %.
_ROW = 44
_HEAD = 20
_CHIP = 22
_MOVE, _CHANCE, _BAR = 32, 84, 168  # left edges of the columns
_GAMES, _EVALUATION = 100, 48  # pixels from the right edge
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_OFF = 0.5  # opacity of a line that is switched off, and of few games
_LEAST_ROWS, _MOST_ROWS = 2, 7  # visible rows; more rows scroll
FLAGS = ("!", "", "$", "?")
_OWN_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_L, Qt.Key.Key_C, Qt.Key.Key_O, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def row_height() -> int:
    """Returns the height of a row in pixels."""
    return theme.scaled(_ROW)


def _height(rows: int) -> int:
    """Returns the height of the headings and rows in pixels."""
    return theme.scaled(_HEAD) + row_height() * rows


class BookRows(RowsView[BookRow]):
    """The list of the book's moves.

    A click plays the move; a click on the flag, or the keys `!`, space, `$`, `?` and Del change the flag. L locks, C
    comments, O switches the line off or on. Keys work on the chosen row: Up and Down choose it, Enter plays it.
    """

    comment_wanted = Signal(object, object)  # BookRow, the game at its position
    chosen = Signal(object)  # BookRow or None

    def __init__(self, book: BookService, expected: ExpectedService, match: MatchService) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Book moves"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._book, self._match = book, match
        self._expected = expected.state
        self._head = _Head((self.tr("played"), self.tr("results"), self.tr("games"), self.tr("eval")), self)
        self.setViewportMargins(0, theme.scaled(_HEAD), 0, 0)

    def show_rows(self, rows: tuple[BookRow, ...], same_position: bool) -> None:
        """Shows the moves, best first as the book gives them. In the same position the selection stays."""
        before = self.current if same_position else None
        kept = before.uci if before is not None else ""
        self.set_rows(rows, next((number for number, row in enumerate(rows) if row.uci == kept), -1))
        if before is not None and self.current is not None and before.flag != self.current.flag:
            announce(self, self.row_text(self.current))
        self._head.setVisible(bool(rows))
        self.setVisible(bool(rows))
        self.setMinimumHeight(_height(min(len(rows), _LEAST_ROWS)))
        self.setMaximumHeight(_height(len(rows)))
        self.chosen.emit(self.current)

    @Slot(object)
    def show_expected(self, expected: ExpectedScores) -> None:
        self._expected = expected
        self.viewport().update()
        self.chosen.emit(self.current)

    def expected_text(self, row: BookRow) -> str:
        """Returns the expected score; empty if it is unknown."""
        return expected_words(self._expected, row.uci)

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(300), _height(min(len(self.rows), _MOST_ROWS)))

    def row_size(self) -> QSize:
        return QSize(theme.scaled(300), row_height())

    def row_text(self, row: BookRow) -> str:
        return ", ".join(part for part in (spoken(self, row), self.expected_text(row)) if part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.setGeometry(0, 0, self.viewport().width(), theme.scaled(_HEAD))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.current)

    # Painting

    def paint_row(self, painter: QPainter, rect: QRectF, row: BookRow, *, hovered: bool, current: bool) -> None:
        """Paints figures, words, and the flag on its chip."""
        self._paint_ground(painter, rect, hovered, current)
        painter.setOpacity(_OFF if row.off else 1.0)
        self._paint_figures(painter, rect, row)
        self._paint_words(painter, rect, row)
        self._paint_chip(painter, _chip(rect), row)

    def _paint_ground(self, painter: QPainter, rect: QRectF, hovered: bool, current: bool) -> None:
        c = theme.colours()
        if current:
            painter.setBrush(QColor(c.accent_soft))
            painter.setPen(QPen(QColor(c.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
        elif hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.hover))
            painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)

    def _paint_chip(self, painter: QPainter, rect: QRectF, row: BookRow) -> None:
        c = theme.colours()
        ink = {"!": c.accent, "$": c.warning, "?": c.bad}.get(row.shown_flag, c.quiet)
        painter.setBrush(QColor(c.card))
        painter.setPen(QPen(QColor(ink if row.flag else c.line), 1))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(QColor(ink))
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, row.shown_flag)

    def _paint_figures(self, painter: QPainter, rect: QRectF, row: BookRow) -> None:
        c = theme.colours()
        line, right = QRectF(rect.left(), rect.top() + 2, rect.width(), theme.scaled(24)), rect.right() - 4
        games_left, score_left = right - theme.scaled(_GAMES), right - theme.scaled(_EVALUATION)
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.setPen(QColor(c.quiet if row.unchecked else c.ink))
        painter.drawText(
            QRectF(theme.scaled(_MOVE), line.top(), theme.scaled(60), line.height()), _LEFT, moves(row.san)
        )
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        painter.setPen(QColor(c.accent if row.chance_before is not None else c.ink))
        painter.drawText(
            QRectF(theme.scaled(_CHANCE - 14), line.top(), theme.scaled(84), line.height()), _RIGHT, chances(row)
        )
        left = theme.scaled(_BAR)
        bar = QRectF(left, line.top() + theme.scaled(7), games_left - left, theme.scaled(10))
        few = row.games < FEW_GAMES
        if row.games and bar.width() > 24:
            painter.setOpacity(_OFF if row.off or few else 1.0)
            ends = (c.quiet, c.quiet) if few else (c.accent, c.bar_black)
            paint_results(painter, bar, (row.wins, row.draws, row.losses), ends)
            painter.setOpacity(_OFF if row.off else 1.0)
        if games_left > left:  # a narrow panel has no room for it
            painter.setPen(QColor(c.quiet if few else c.ink))
            games = whole(row.games) if row.games else "–"
            painter.drawText(QRectF(games_left, line.top(), score_left - games_left, line.height()), _RIGHT, games)
        painter.setPen(QColor(c.ink if row.evaluation else c.quiet))
        painter.drawText(
            QRectF(score_left, line.top(), right - score_left, line.height()), _RIGHT, score(row.evaluation) or "–"
        )

    def _paint_words(self, painter: QPainter, rect: QRectF, row: BookRow) -> None:
        c = theme.colours()
        top, x, right = rect.top() + theme.scaled(25), float(theme.scaled(_MOVE)), rect.right() - 4
        height = theme.scaled(15)
        marks = ((row.mine, "book-open"), (row.locked, "lock-simple"), (row.forced, "arrow-bend-down-right"))
        for shown, picture in marks:
            if shown:
                paint_glyph(painter, picture, QRectF(x, top, theme.scaled(14), height), QColor(c.accent))
                x += theme.scaled(18)
        painter.setFont(theme.font(theme.SMALL))
        metrics = QFontMetricsF(painter.font())
        layer = layer_word(self, row)
        width = metrics.horizontalAdvance(layer) + 8
        painter.setPen(QColor(c.accent if row.mine and not row.off else c.quiet))
        painter.drawText(QRectF(right - width, top, width, height), _RIGHT, layer)
        painter.setPen(QColor(c.quiet))
        room = QRectF(x, top, right - width - 4 - x, height)
        telling = row.reason is not None and (
            row.layer == "learned" or row.unchecked
        )  # otherwise the figures already show it
        reason = words.reason(row.reason) if row.reason is not None and telling else ""
        parts = (self.expected_text(row), row.comment, reason, words.opening(row.opening))
        text = " · ".join(part for part in parts if part)
        painter.drawText(room, _LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width()))

    # Gestures

    def chip_rect(self, number: int) -> QRectF:
        """Returns the rectangle of a row's flag in the viewport."""
        return _chip(self.row_rect(number))

    def press(self, row: BookRow, event: QMouseEvent | None = None) -> None:
        """On the flag: opens the choice of flags. Elsewhere: plays the move."""
        chip = self.chip_rect(self.currentIndex().row())
        if event is not None and chip.adjusted(-2, -3, 4, theme.scaled(14)).contains(event.position()):
            menu = QMenu(self)
            self._add_flags(menu, row)
            pop_up(menu, self.viewport().mapToGlobal(chip.bottomLeft().toPoint()))
        else:
            self._match.user_move(row.uci, self._book.state.fen)

    def row_menu(self, row: BookRow) -> QMenu:
        book, menu = self._book, QMenu(self)
        place, fen = book.place, book.state.fen  # the game may continue while the menu is open
        play = self.tr("Play this move\tEnter")
        menu.addAction(icon("play"), play, lambda: self._match.user_move(row.uci, fen))
        menu.addSeparator()
        self._add_flags(menu, row)
        menu.addSeparator()
        lock = (
            self.tr("Unlock: learning may change it\tL")
            if row.locked
            else self.tr("Lock: learning never changes it\tL")
        )
        menu.addAction(icon("lock-simple"), lock, lambda: book.set_locked(row.uci, not row.locked, place))
        menu.addAction(icon("note-pencil"), self.tr("Comment …\tC"), lambda: self.comment_wanted.emit(row, place))
        menu.addAction(
            icon("arrow-bend-down-right"),
            self.tr("Force the line to this move"),
            lambda: book.force_line(row.uci, place),
        )
        switch = (
            self.tr("Switch the line on again\tO")
            if row.off
            else self.tr("Switch the line off: neither asked nor played\tO")
        )
        menu.addAction(icon("prohibit"), switch, lambda: book.switch_line(row.uci, not row.off, place))
        menu.addSeparator()
        menu.addAction(icon("trash"), self.tr("Delete from the book\tDel"), lambda: book.delete(row.uci, place))
        return menu

    def _add_flags(self, menu: QMenu, row: BookRow) -> None:
        words = {
            "!": self.tr("Strong: played first\t!"),
            "": self.tr("Normal: played if nothing is strong\tSpace"),
            "$": self.tr("Dubious: not played\t$"),
            "?": self.tr("Bad: never played\t?"),
        }
        place = self._book.place
        for symbol in FLAGS:
            action = menu.addAction(words[symbol])
            action.setCheckable(True)
            action.setChecked(row.flag == symbol)
            action.triggered.connect(lambda _checked=False, chosen=symbol: self._book.set_flag(row.uci, chosen, place))

    def event(self, event: QEvent) -> bool:
        """Takes the keys of the chosen row from the window's shortcuts: `!` and `?` would annotate the game's move."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.current is not None:
            plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
            if _is_flag(event) or (plain and event.key() in _OWN_KEYS):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current
        if row is None or not self._act(row, event):
            super().keyPressEvent(event)

    def _act(self, row: BookRow, event: QKeyEvent) -> bool:
        book = self._book
        if _is_flag(event):
            book.set_flag(row.uci, event.text().strip())
        elif event.key() == Qt.Key.Key_Delete:
            book.delete(row.uci)
        elif event.key() == Qt.Key.Key_L:
            book.set_locked(row.uci, not row.locked)
        elif event.key() == Qt.Key.Key_O:
            book.switch_line(row.uci, not row.off)
        elif event.key() == Qt.Key.Key_C and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.comment_wanted.emit(row, book.place)
        else:
            return False
        return True


class _Head(QWidget):
    """The headings of the columns."""

    def __init__(self, words: tuple[str, str, str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(theme.font(theme.SMALL))
            painter.setPen(QColor(theme.colours().quiet))
            right, height = self.width() - 4, self.height()
            played, results, counted, evaluated = self._words
            painter.drawText(QRectF(theme.scaled(_CHANCE - 4), 0, theme.scaled(74), height), _RIGHT, played)
            games, evaluation, left = theme.scaled(_GAMES), theme.scaled(_EVALUATION), theme.scaled(_BAR)
            bars = QRectF(left, 0, right - games - left, height)
            if painter.fontMetrics().horizontalAdvance(results) <= bars.width():
                painter.drawText(bars, _LEFT, results)
            if bars.width() > 0:
                painter.drawText(QRectF(right - games, 0, games - evaluation, height), _RIGHT, counted)
            painter.drawText(QRectF(right - evaluation, 0, evaluation, height), _RIGHT, evaluated)


def _chip(row: QRectF) -> QRectF:
    return QRectF(2, row.top() + 3, theme.scaled(_CHIP), theme.scaled(_CHIP))


def _is_flag(event: QKeyEvent) -> bool:
    """Whether a key types a flag; tested by its text, because the place of `$` depends on the keyboard."""
    return bool(event.text()) and event.text() in "! $?"
