"""The tablebase panel: verdict and moves for the shown position."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from desktop.model.endgame import MakingStage, TablebaseRow, TablebaseState, TablesAnswer
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, Flow, Spacing, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.rows_view import RowsView
from desktop.views.kit.words import moves
from desktop.views.kit.work_parts import panel_head
from desktop.views.tables.tablebase_text import distance_text, explanation, headline, paint_shape, result_word

_WITHOUT = (TablesAnswer.TOO_MANY_MEN, TablesAnswer.CASTLING, TablesAnswer.MISSING)  # answers without tables
_LEAST_ROWS = 3  # a list scrolls where the panel is low
_LINE_SHOWN = 420  # characters shown of the best line; the notation gets all of it


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


class TablebasePanel(QFrame):
    """Verdict, explanation, moves, best line, source. Without an answer of the tables: the reason, and what to do."""

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        tablebases: TablebaseService,
        table_maker: TableMaker,
        match: MatchService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games, self._tablebases = settings, games, tablebases
        self._table_maker, self._match = table_maker, match
        self.setProperty("look", "card")
        self.verdict = plain_label(look="heading")
        self.explanation = plain_label(look="quiet", wrap=True)
        self.rows = TablebaseRows()
        self.rows.chosen.connect(self._play)
        self.line = plain_label(wrap=True, name=self.tr("Best line"))
        self.source = plain_label(look="quiet")
        self.problems = plain_label(look="error", wrap=True)
        self._arrange()
        tablebases.changed.connect(self._update_tables)
        table_maker.changed.connect(self._update_making)
        self._update_tables(tablebases.state)

    def _arrange(self) -> None:
        self._columns = self._column_heads()
        self.best_button = push_button(
            self.tr("Best line"),
            self._tablebases.ask_line,
            tip=self.tr("Plays the position out with best play from both sides"),
        )
        self.insert_button = push_button(self.tr("Add to the game"), self._insert)
        tip = self.tr("The tables found, and folders with more of them")
        self.list_button = push_button(self.tr("Tables …"), self._show_list, tip=tip)
        self._none = plain_label(wrap=True)
        first = push_button(self.tr("Tables …"), self._show_list, tip=tip, look="primary")
        self.empty = placeholder_card(self._none, first, picture="database")
        self.make_button = push_button(
            self.tr("Make this table …"),
            self._make,
            tip=self.tr("Says first how much time, memory and disk it takes"),
        )
        buttons = Flow(self.best_button, self.insert_button, self.make_button, self.list_button)
        in_column(
            panel_head(self.tr("Endgame tables")),
            (self.empty, 1),
            self.verdict,
            self.explanation,
            self._columns,
            self.rows,
            self.line,
            self.source,
            self.problems,
            Spacing(1),
            buttons,
            (STRETCH, 0),
            inside=self,
            margins=(3, 2, 3, 2),
            spacing=1,
        )

    def _column_heads(self) -> QWidget:
        heads = QWidget()
        row = in_row(inside=heads, margins=(3, 1, 3, 0), spacing=0)
        for text, width in ((self.tr("move"), theme.scaled(88)), (self.tr("result"), 0), (self.tr("moves (DTZ)"), 0)):
            label = plain_label(text, look="quiet")
            if width:
                label.setFixedWidth(width)
            row.addWidget(label)
            if text == self.tr("result"):
                row.addStretch(1)
        heads.setToolTip(self.tr("Moves to the next capture, pawn move or mate with best play"))
        return heads

    @Slot(object)
    def _update_tables(self, state: TablebaseState) -> None:
        self.verdict.setText(headline(state))
        self.verdict.setVisible(bool(self.verdict.text()))
        known, without = state.answer is TablesAnswer.KNOWN, state.answer in _WITHOUT
        for label in (self.explanation, self._none):
            label.setText(explanation(state))
        self.empty.setVisible(without)
        self.explanation.setVisible(not without)
        self.list_button.setVisible(not without)
        if state.rows != self.rows.rows:
            self.rows.show_rows(state.rows)
        self._columns.setVisible(known)
        self.rows.setVisible(known)
        self.rows.setMinimumHeight(row_height() * min(_LEAST_ROWS, max(1, len(state.rows))))
        self.rows.setMaximumHeight(row_height() * max(1, len(state.rows)))
        self.line.setText(_shortened(state.line) if state.line is not None else "")
        self.line.setVisible(bool(state.line))
        self.best_button.setVisible(known and state.line is None)
        self.insert_button.setVisible(bool(state.line))
        self._update_making()
        self.source.setText(self.tr("From %1").replace("%1", state.source))
        self.source.setVisible(bool(state.source))
        self.problems.setText("\n".join(map(words.text_of, state.problems[:2])))
        self.problems.setVisible(bool(state.problems))

    @Slot()
    def _update_making(self) -> None:
        making = self._table_maker.state
        self.make_button.setVisible(making.at_work or bool(self._tablebases.state.to_make))
        paused = making.phase is MakingStage.PAUSED
        progress = self.tr("Paused, %1: %2 %") if paused else self.tr("Making %1: %2 %")
        share = making.step.share if making.step is not None else 0.0
        progress = words.filled(progress, making.wanted, int(100 * share))
        self.make_button.setText(progress if making.at_work else self.tr("Make this table …"))

    @Slot(str)
    def _play(self, uci: str) -> None:
        self._match.user_move(uci, self._tablebases.state.fen)

    def _insert(self) -> None:
        """Adds the best line as a variation of the shown position."""
        game = self._games
        if game.state.fen == self._tablebases.state.fen:
            game.insert_line(game.state.current, self._tablebases.state.line_moves)

    def _make(self) -> None:
        from desktop.views.tables.make_dialog import MakeDialog

        MakeDialog(self._table_maker, self._tablebases.state.to_make, self.window()).open()

    def _show_list(self) -> None:
        from desktop.views.tables.tables_dialog import TablesDialog

        TablesDialog(self._settings, self._tablebases, self._table_maker, self.window()).open()


def _shortened(line: str) -> str:
    if len(line) <= _LINE_SHOWN:
        return line
    return line[:_LINE_SHOWN].rsplit(" ", 1)[0] + " …"
