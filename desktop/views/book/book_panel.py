"""The book panel: the opening's name, the moves of the book for the shown position, and the tools to change them."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from desktop.model.book.panel import MARKS, BookRow, BookState
from desktop.model.game.state import GameState
from desktop.services.book.book_service import BookService
from desktop.services.book.expected_service import ExpectedService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.analysis.likely_moves_strip import LikelyMovesStrip
from desktop.views.book.book_pages import ask_comment
from desktop.views.book.book_rows import BookRows
from desktop.views.game.controls import tool_button
from desktop.views.kit import theme, words
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, Flow, in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import date, filled
from desktop.views.kit.words import reason as reason_text
from desktop.views.kit.work_parts import panel_head, show_status
from engine.game.reason import ReasonKind


class BookPanel(QFrame):
    """Shows the book's moves and comment for the position, or advice if the book has no move."""

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        book: BookService,
        expected: ExpectedService,
        people: LikelyMovesService,
        match: MatchService,
        coach: CoachService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._book = games, book
        self._actions = actions
        self._fen = ""
        self.setProperty("look", "card")
        self._opening = plain_label(wrap=True)
        self._comment, self._empty, self._detail = (plain_label(look="quiet", wrap=True) for _ in range(3))
        self.add_button = self._make_add_button()
        self.rows = BookRows(book, expected, match)
        self.rows.comment_wanted.connect(self._ask_comment)
        self.rows.chosen.connect(self._update_detail)
        self.people = LikelyMovesStrip("book", settings, games, people, match, actions, self, in_words=True)
        above = (self._make_head(), self._opening, self._comment, self._empty, self.add_button)
        below = (self._detail, CoachCard(coach), self.people, STRETCH)  # in a high panel the rows stay at the top
        in_column(*above, (self.rows, 100), *below, inside=self, margins=(3, 1, 3, 2), spacing=1)
        book.changed.connect(self._update_book)
        expected.changed.connect(self.rows.show_expected)
        games.state_changed.connect(self._update_game)
        self._update_book(book.state)

    def _make_add_button(self) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._actions["book_add_move"])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def _make_head(self) -> Flow:
        add, change = ("book_add_move", "book_add_line", "book_comment"), ("book_undo", "book_redo")
        tools = [tool_button(self._actions[key], 18) for key in (*add, *change)]
        tools.insert(len(add), self._make_mark_button())
        return panel_head(self.tr("Book"), *tools)

    def _make_mark_button(self) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon("flag-banner"))
        button.setIconSize(theme.size(18, 18))
        button.setFixedHeight(theme.scaled(36))
        button.setToolTip(self.tr("Mark or force the line"))
        button.setAccessibleName(self.tr("Mark or force the line"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(button)
        for symbol in MARKS:
            menu.addAction(self._actions[f"book_mark_{symbol}"])
        menu.addSeparator()
        menu.addAction(self._actions["book_force"])
        menu.addAction(self._actions["book_practise"])
        menu.addAction(self._actions["book_unforce"])
        button.setMenu(menu)
        return button

    @Slot(object, object)
    def _ask_comment(self, row: BookRow, place: GameState) -> None:
        ask_comment(self._book, row, place, self.window())

    @Slot(object)
    def _update_game(self, _state: object) -> None:
        if self._book.state.fen != self._games.state.fen:
            self._update_empty(self._book.state)

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._opening.setText(words.opening(state.opening))
        self._opening.setVisible(bool(state.opening))
        self._comment.setText(state.comment)
        self._comment.setVisible(bool(state.comment))
        self.rows.show_rows(state.rows, state.fen == self._fen)
        self._fen = state.fen
        self.people.set_wanted(state.games_end)
        self._update_empty(state)

    def _update_empty(self, state: BookState) -> None:
        """Shows the reason why the book has no moves, and what to do."""
        looking = state.fen != self._games.state.fen
        unknown = not looking and not state.rows and not state.problem
        text = self.tr("Looking it up …") if looking else ""
        if unknown:
            text = self.tr("The book ends here. Play a move and add it, or add the line that led here.")
        show_status(self._empty, state.problem, text, "quiet")
        self._empty.setVisible(bool(state.problem) or (unknown or (looking and not state.rows)))
        self.add_button.setVisible(unknown and self._actions["book_add_move"].isEnabled())

    @Slot(object)
    def _update_detail(self, row: BookRow | None) -> None:
        parts: list[str] = []
        if row is not None:
            reason = reason_text(row.reason) if row.reason is not None else ""
            texts = (
                self._book_text(row),
                reason,
                self._judge_text(row),
                self._played_text(row),
                words.opening(row.opening),
                row.comment,
            )
            parts = [part for part in texts if part]
        self._detail.setText(" · ".join(parts)[:400])
        self._detail.setVisible(bool(parts))

    def _book_text(self, row: BookRow) -> str:
        return self.tr("in “%1”").replace("%1", row.title) if row.title and (row.mine or row.reply) else ""

    def _judge_text(self, row: BookRow) -> str:
        """Returns depth, engine and date of the evaluation; omits the depth if the reason already contains it."""
        told = row.reason is not None and row.reason.has(ReasonKind.AT_DEPTH)
        depth = self.tr("depth %1").replace("%1", str(row.depth)) if row.depth and not told else ""
        return ", ".join(part for part in (depth, row.engine, date(row.evaluated)) if part)

    def _played_text(self, row: BookRow) -> str:
        """Returns how often the engine's own games contain the move."""
        if not row.times_played:
            return ""
        text = self.tr("in %1 of Ratsu's games").replace("%1", str(row.times_played))
        last = date(row.last_played)
        return filled(self.tr("%1, last on %2"), text, last) if last else text
