"""The explorer's lists: the moves of a position with their results, and example games of a move."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from desktop.model.book.expected import ExpectedScores
from desktop.model.book.explorer import ExampleGame, ExplorerRow
from desktop.model.book.panel import FEW_GAMES
from desktop.views.book.book_row_words import expected_words
from desktop.views.kit import theme, words
from desktop.views.kit.figures import paint_results
from desktop.views.kit.icons import paint_glyph
from desktop.views.kit.rows_view import Index, RowsView

# Pixels at a text size of 100 %.
_ROW, _EXAMPLE = 42, 24
_MOVE, _GAMES, _SHARE, _BAR = (
    20,
    76,
    138,
    186,
)  # left edge of the move, right edges of its figures, left edge of the bar
_SCORE = 46  # from the right edge
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_LEAST_ROWS = 2  # visible in a low panel


class ExplorerRows(RowsView[ExplorerRow]):
    """The moves. A click or Enter plays the move."""

    own_keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    played = Signal(object)  # ExplorerRow
    chosen = Signal(object)  # ExplorerRow or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Moves of the explorer"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._games = 0
        self._expected = ExpectedScores()

    def show_expected(self, expected: ExpectedScores) -> None:
        self._expected = expected
        self.viewport().update()

    def show_rows(self, rows: tuple[ExplorerRow, ...], games: int, same_position: bool) -> None:
        """Shows the moves of a position that `games` reached. In the same position the selection stays."""
        self._games = games
        kept = self.current.uci if same_position and self.current is not None else ""
        self.set_rows(rows, next((number for number, row in enumerate(rows) if row.uci == kept), -1))
        self.setVisible(bool(rows))
        self.setMinimumHeight(theme.scaled(_ROW) * min(len(rows), _LEAST_ROWS))
        self.setMaximumHeight(theme.scaled(_ROW) * len(rows))
        self.chosen.emit(self.current)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.current)

    def row_size(self) -> QSize:
        return QSize(theme.scaled(300), theme.scaled(_ROW))

    def row_text(self, row: ExplorerRow) -> str:
        results = self.tr("White won %1, drawn %2, Black won %3")
        for place, count in enumerate((row.white_wins, row.draws, row.black_wins), 1):
            results = results.replace(f"%{place}", words.whole(count))
        games = self.tr("Games: %1").replace("%1", words.whole(row.games))
        return ", ".join(part for part in (words.moves(row.san), games, results, self._details(row, ", ")) if part)

    def press(self, row: ExplorerRow, event: QMouseEvent | None = None) -> None:
        self.played.emit(row)

    def paint_row(self, painter: QPainter, rect: QRectF, row: ExplorerRow, *, hovered: bool, current: bool) -> None:
        """Paints the move with its games and results, and the other figures below."""
        c = theme.colours()
        _paint_ground(painter, rect, hovered, current, self.hasFocus())
        line = QRectF(rect.left(), rect.top() + 2, rect.width(), theme.scaled(22))
        right = rect.right() - 4
        few = row.finished < FEW_GAMES
        if row.mine:
            glyph = QRectF(2, line.top() + theme.scaled(4), theme.scaled(14), theme.scaled(14))
            paint_glyph(painter, "book-open", glyph, QColor(c.accent))
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.setPen(QColor(c.ink if row.games else c.quiet))
        left = theme.scaled(_MOVE)
        painter.drawText(QRectF(left, line.top(), theme.scaled(64), line.height()), _LEFT, words.moves(row.san))
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        painter.setPen(QColor(c.quiet if few else c.ink))
        games = QRectF(theme.scaled(_GAMES), line.top(), theme.scaled(_SHARE - _GAMES), line.height())
        painter.drawText(games, _RIGHT, words.whole(row.games) if row.games else "–")
        share = QRectF(theme.scaled(_SHARE), line.top(), theme.scaled(_BAR - 6 - _SHARE), line.height())
        if self._games and row.games and right - theme.scaled(_SCORE) > share.right():  # not in a narrow panel
            painter.drawText(share, _RIGHT, words.percent(row.games / self._games))
        if row.score is not None:
            edge = right - theme.scaled(_SCORE)
            bar = QRectF(theme.scaled(_BAR), line.top() + theme.scaled(6), edge - theme.scaled(_BAR), theme.scaled(10))
            painter.drawText(QRectF(edge, line.top(), right - edge, line.height()), _RIGHT, words.percent(row.score))
            if bar.width() > 24:
                painter.setOpacity(0.5 if few else 1.0)
                paint_results(painter, bar, (row.white_wins, row.draws, row.black_wins), (c.bar_white, c.bar_black))
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(QColor(c.quiet))
        below = QRectF(left, rect.top() + theme.scaled(24), right - left, theme.scaled(15))
        text = QFontMetricsF(painter.font()).elidedText(
            self._details(row, " · "), Qt.TextElideMode.ElideRight, below.width()
        )
        painter.drawText(below, _LEFT, text)

    def _details(self, row: ExplorerRow, joiner: str) -> str:
        parts = [self.tr("your move")] if row.mine else []
        expected = expected_words(self._expected, row.uci)
        parts += [expected] if expected else []
        for text, value in (
            (self.tr("Ø %1"), row.average_elo),
            (self.tr("performance %1"), row.performance),
            (self.tr("last %1"), row.last_year),
            (self.tr("%1 by other moves"), row.transposed or None),
        ):
            if value is not None:
                parts.append(text.replace("%1", str(value)))
        return joiner.join(parts)


class ExampleRows(RowsView[ExampleGame]):
    """Example games. A click or Enter opens the game; V or the menu inserts it as a variation."""

    own_keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_V)
    opened = Signal(object)  # ExampleGame
    inserted = Signal(object)  # ExampleGame

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Example games"))

    def show_games(self, games: tuple[ExampleGame, ...]) -> None:
        self.set_rows(games)
        self.setVisible(bool(games))
        self.setFixedHeight(theme.scaled(_EXAMPLE) * min(len(games), 4))

    def row_size(self) -> QSize:
        return QSize(theme.scaled(300), theme.scaled(_EXAMPLE))

    def row_text(self, row: ExampleGame) -> str:
        """Returns players, ratings, result and year."""
        names = [f"{name} ({elo})" if elo else name for name, elo in zip((row.white, row.black), row.elos, strict=True)]
        year = row.date[:4] if row.date[:4].isdigit() else ""
        result = row.result.replace("1/2-1/2", "½–½").replace("-", "–")
        return ", ".join(part for part in (" – ".join(names), result, year) if part)

    def row_tip(self, row: ExampleGame) -> str:
        """Says what a click and the key do."""
        return self.tr("Click: open at this position. V: insert as a variation.")

    def paint_row(self, painter: QPainter, rect: QRectF, row: ExampleGame, *, hovered: bool, current: bool) -> None:
        _paint_ground(painter, rect, hovered, current, self.hasFocus())
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(QColor(theme.colours().ink))
        room = rect.adjusted(4, 0, -4, 0)
        text = QFontMetricsF(painter.font()).elidedText(self.row_text(row), Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, _LEFT, text)

    def press(self, row: ExampleGame, event: QMouseEvent | None = None) -> None:
        self.opened.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Inserts the chosen game on V."""
        if event.key() == Qt.Key.Key_V and not event.modifiers() and self.current is not None:
            self.inserted.emit(self.current)
        else:
            super().keyPressEvent(event)

    def row_menu(self, row: ExampleGame) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Open at this position\tEnter"), lambda: self.opened.emit(row))
        menu.addAction(self.tr("Insert as a variation\tV"), lambda: self.inserted.emit(row))
        return menu


def _paint_ground(painter: QPainter, rect: QRectF, hovered: bool, current: bool, focused: bool) -> None:
    c = theme.colours()
    if current:
        painter.setBrush(QColor(c.accent_soft))
        painter.setPen(QPen(QColor(c.accent), 2) if focused else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
    elif hovered:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.hover))
        painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
