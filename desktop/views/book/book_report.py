"""The book report of the shown game: the first moves outside the book of each side, and the book's moves there."""

from collections import Counter

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QWidget

from desktop.model.book.panel import BookReport, ReportEntry
from desktop.model.game.state import GameState
from desktop.services.book.book_service import BookService
from desktop.services.game.game_service import GameService
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, Flow, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.work_parts import panel_head
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from engine.ground.text import Text

_CHAIN = [source.value for source in ChoiceSource]  # in the order in which the sources are asked
_MOST = 6  # departures listed; later ones no longer belong to the opening


class ReportPanel(QFrame):
    """Compares the game with the book while visible and no game runs. The side is the user's, or the chosen one."""

    def __init__(
        self, games: GameService, book: BookService, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._games, self._book = games, book
        self._asked: tuple[tuple[str, ...], bool] | None = None
        self._state: GameState = games.state
        self.setProperty("look", "card")
        self.summary = plain_label(look="quiet", wrap=True)
        self.empty = placeholder_card(
            self.tr("Play or open a game to compare it with the book."),
            push_button(self.tr("Open a PGN file …"), actions["open"].trigger, look="primary"),
            picture="target",
        )
        self._entries = in_column(spacing=2)
        parts = (self._make_head(), self.summary, (self.empty, 1), self._entries, (STRETCH, 0))
        in_column(*parts, inside=self, margins=(3, 1, 3, 2), spacing=1)
        games.state_changed.connect(self._update_game)
        book.reported.connect(self._update_report)
        book.edited.connect(self._ask_again)

    def _make_head(self) -> Flow:
        self._sides = QButtonGroup(self)
        self.buttons: dict[Side, QPushButton] = {}
        for side, text in ((Side.WHITE, self.tr("You: White")), (Side.BLACK, self.tr("You: Black"))):
            button = push_button(text, self._ask, checkable=True)
            self._sides.addButton(button)
            self.buttons[side] = button
        self._choose_side(self._games.state)
        return panel_head(self.tr("Book report"), *self.buttons.values())

    def showEvent(self, event: QShowEvent) -> None:
        self._update_game(self._games.state)

    def _choose_side(self, state: GameState) -> None:
        self.buttons[state.orientation].setChecked(True)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        if state.tab != self._state.tab or state.match != self._state.match:
            self._choose_side(state)
        self._state = state
        if self.isVisible():
            self._ask()

    @Slot()
    def _ask_again(self) -> None:
        self._asked = None
        if self.isVisible():
            self._ask()

    @Slot()
    def _ask(self) -> None:
        state = self._state
        moves = tuple(node.uci for node in state.game.main_line())
        white = self.buttons[Side.WHITE].isChecked()
        self.empty.setVisible(not state.playing and not moves)
        self.summary.setVisible(self.empty.isHidden())
        if state.playing or not moves:
            self._asked = None
            self._clear()
            self.summary.setText(self.tr("The report comes when the game is over."))
        elif self._asked != (moves, white):
            self._asked = (moves, white)
            if not self._entries.count():
                self.summary.setText(self.tr("Comparing the game with the book …"))
            self._book.ask_report(state, white)

    @Slot(object)
    def _update_report(self, report: BookReport) -> None:
        if self._asked != (report.moves, report.white):
            return
        self._clear()
        known = words.text_of(Text("The first {half move is|%1 half moves are} in the book.", report.book_plies))
        if not report.entries and report.book_plies == len(report.moves):
            known = self.tr("The whole game is in the book.")
        self.summary.setText(
            "\n".join(part for part in (words.opening(report.opening), known, self._sources()) if part)
        )
        for entry in report.entries[:_MOST]:
            self._entries.addWidget(self._make_entry(entry))

    def _sources(self) -> str:
        """Counts the engine's moves by source: `Engine moves: Opening book 8, Search 20, Endgame tables 6`."""
        found = Counter(node.origin.source for node in self._state.game.main_line() if node.origin is not None)
        if not found:
            return ""
        counts = (f"{words.source(key)} {found[key]}" for key in sorted(found, key=_CHAIN.index))
        return self.tr("Engine moves: %1").replace("%1", ", ".join(counts))

    def _make_entry(self, entry: ReportEntry) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        caption = plain_label(self.tr("You") if entry.own else self.tr("Your opponent"), look="caption")
        text = plain_label(words.reason(entry.reason), wrap=True)
        show = push_button(self.tr("Show"), lambda: self._show(entry.ply))
        row = in_row((caption, 1), show)
        if entry.can_add:
            add = push_button(
                self.tr("Add it?"),
                lambda: self._book.add_reported(self._state, entry.ply),
                tip=self.tr("Adds the played move to your book"),
            )
            row.addWidget(add)
        in_column(row, text, inside=frame, margins=(2, 1, 2, 2))
        return frame

    def _show(self, ply: int) -> None:
        """Shows the position before the move, for which the book has its own moves."""
        line = self._state.game.main_line()
        self._games.go_to(line[ply - 1].id if ply else 0)

    def _clear(self) -> None:
        while (item := self._entries.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
