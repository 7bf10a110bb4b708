"""The tablebase panel: verdict and moves for the shown position."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.model.endgame import MakingStage, TablebaseState, TablesAnswer
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, Spacing, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.tables.tablebase_rows import TablebaseRows, row_height
from desktop.views.tables.tablebase_text import explanation, headline

_LEAST_ROWS, _SHOWN_ROWS = 3, 7  # rows; longer lists scroll
_LINE_SHOWN = 420  # characters shown of the best line; the notation gets all of it


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
        heading = plain_label(self.tr("Endgame tables"), look="caption")
        self.verdict = plain_label(look="heading")
        self.explanation = plain_label(look="quiet", wrap=True)
        self.rows = TablebaseRows()
        self.rows.chosen.connect(self._play)
        self.line = plain_label(wrap=True, name=self.tr("Best line"))
        self.source = plain_label(look="quiet")
        self.problems = plain_label(look="error", wrap=True)
        self._arrange(heading)
        tablebases.changed.connect(self._update_tables)
        table_maker.changed.connect(self._update_making)
        self._update_tables(tablebases.state)

    def _arrange(self, heading: QWidget) -> None:
        self._columns = self._column_heads()
        self.best_button = push_button(
            self.tr("Best line"),
            self._tablebases.ask_line,
            tip=self.tr("Plays the position out with best play from both sides"),
        )
        self.insert_button = push_button(self.tr("Add to the game"), self._insert)
        self.list_button = push_button(
            self.tr("Tables …"), self._show_list, tip=self.tr("The tables found, and folders with more of them")
        )
        self.make_button = push_button(
            self.tr("Make this table …"),
            self._make,
            tip=self.tr("Says first how much time, memory and disk it takes"),
        )
        buttons = in_row(self.best_button, self.insert_button, self.make_button, STRETCH, self.list_button, spacing=2)
        in_column(
            heading,
            self.verdict,
            self.explanation,
            self._columns,
            self.rows,
            self.line,
            self.source,
            self.problems,
            Spacing(1),
            buttons,
            inside=self,
            margins=(3, 2, 2, 2),
            spacing=1,
        )

    def _column_heads(self) -> QWidget:
        heads = QWidget()
        row = QHBoxLayout(heads)
        row.setContentsMargins(3 * theme.SPACE, theme.SPACE, 3 * theme.SPACE, 0)
        row.setSpacing(0)
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
        self.explanation.setText(explanation(state))
        known = state.answer is TablesAnswer.KNOWN
        if state.rows != self.rows.rows:
            self.rows.show_rows(state.rows)
        self._columns.setVisible(known)
        self.rows.setVisible(known)
        self.rows.setMinimumHeight(row_height() * min(_LEAST_ROWS, max(1, len(state.rows))))
        self.rows.setMaximumHeight(row_height() * min(_SHOWN_ROWS, max(1, len(state.rows))))
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
        progress = progress.replace("%1", making.wanted).replace("%2", str(int(100 * share)))
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
