"""The correspondence panel: the running games by time left, and for the shown one its days, moves and conditional moves."""

from functools import partial

from PySide6.QtCore import QDate, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QMenu, QWidget

from desktop.model.game.correspondence import CorrespondenceGame, CorrespondenceRow, CorrespondenceState
from desktop.model.game.match import player_of
from desktop.services.engines.project_service import ProjectService
from desktop.services.files.correspondence_service import CorrespondenceService
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.correspondence_dialog import CorrespondenceDialog, day_field, day_of
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import STRETCH, Flow, in_column, scrolled
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.work_parts import panel_head, wrapped
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import Text

_KEY = Qt.ItemDataRole.UserRole
_MOST_ROWS = 4  # seen at once; the list scrolls


class CorrespondencePanel(QFrame):
    """Enter opens a game of the list. The parts below it belong to the game on the board."""

    def __init__(
        self,
        service: CorrespondenceService,
        games: GameService,
        projects: ProjectService,
        settings: SettingsStore,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._service, self._games, self._settings = service, games, settings
        self._projects, self._actions = projects, actions
        self._shown = CorrespondenceState()
        self.setProperty("look", "card")
        self.new = push_button(self.tr("New game …"), self._ask_game)
        self.rows = named(QListWidget(), self.tr("Correspondence games"))
        self.rows.itemActivated.connect(lambda item: service.open(item.data(_KEY)))
        self.empty = placeholder_card(
            self.tr("No game is running. Begin one, or add the game on the board."),
            push_button(self.tr("New game …"), self._ask_game, look="primary"),
            picture="envelope",
        )
        self._make_game()
        in_column(
            panel_head(self.tr("Correspondence"), self.new),
            (self.empty, 99),
            self.rows,
            (self.game, 99),
            (STRETCH, 1),
            inside=self,
            margins=(3, 2, 2, 2),
            spacing=2,
        )
        service.changed.connect(self._update)
        self._update()
        service.look()

    def _make_game(self) -> None:
        self.status, self.clocks = wrapped(), wrapped("", "quiet")
        self.day = named(day_field(self._service.today()), self.tr("Day of the move"))
        self.moves = named(QLineEdit(), self.tr("Moves"))
        self.moves.textChanged.connect(self._update_buttons)
        self.moves.returnPressed.connect(self._play)
        self.play = push_button("", self._play, look="primary", auto_default=False)
        self.condition = push_button(
            self.tr("If-move"),
            self._add_condition,
            tip=self.tr("Your opponent's next move and your answer, played as soon as that move arrives"),
            auto_default=False,
        )
        self.lines = named(QListWidget(), self.tr("Conditional moves"))
        self.drop = push_button(self.tr("Remove the line"), self._drop, auto_default=False)
        self.copy = push_button(
            self.tr("Copy the move"),
            self._copy,
            tip=self.tr("Your last move and the conditional moves as text to send"),
            auto_default=False,
        )
        self.project = push_button(
            self.tr("Project"),
            self._show_project,
            tip=self.tr("All that was ever found about this game, in a project that grows by itself"),
            auto_default=False,
        )
        self.ends = push_button(self.tr("End of the game"), auto_default=False)
        self.ends.setMenu(self._end_menu())
        inner = QWidget()
        entry, foot = Flow(self.day, self.play, self.condition), Flow(self.copy, self.project, self.drop, self.ends)
        in_column(
            self.status,
            self.clocks,
            self.moves,
            entry,
            self.lines,
            foot,
            inside=inner,
            margins=0,
            spacing=2,
        )
        self.game = scrolled(inner)

    def _end_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, termination, lost in (
            (self.tr("I resign"), Termination.RESIGNATION, True),
            (self.tr("My opponent resigns"), Termination.RESIGNATION, False),
            (self.tr("Draw agreed"), Termination.AGREEMENT, None),
            (self.tr("I lose on time"), Termination.FLAG, True),
            (self.tr("I win on time"), Termination.FLAG, False),
        ):
            menu.addAction(text).triggered.connect(partial(self._end, termination, lost))
        return menu

    # Display

    @Slot()
    def _update(self) -> None:
        before, state = self._shown, self._service.state
        self._shown = state
        self.empty.setVisible(not state.rows)
        self.new.setVisible(bool(state.rows))
        self.rows.setVisible(bool(state.rows))
        if state.rows != before.rows:
            at = self.rows.currentRow()
            self.rows.clear()
            for row in state.rows:
                item = QListWidgetItem(self._row_text(row), self.rows)
                item.setData(_KEY, row.number)
                item.setSizeHint(theme.size(0, theme.ROW))
                item.setFont(theme.font(bold=row.my_move))
            self.rows.setFixedHeight(theme.scaled(theme.ROW) * min(len(state.rows), _MOST_ROWS) + 2 * theme.SPACE)
            self.rows.setCurrentRow(max(0, min(at, len(state.rows) - 1)))
        self.game.setVisible(state.shown is not None)
        if state.shown is not None:
            self._show(state.shown, before.shown)

    def _show(self, game: CorrespondenceGame, before: CorrespondenceGame | None) -> None:
        if before is None or before.tab != game.tab or before.standing != game.standing:
            today = self._service.today()
            last = game.standing.last
            self.day.setDateRange(QDate(last.year, last.month, last.day), QDate(9999, 12, 31))
            self.day.setDate(QDate(today.year, today.month, today.day))
            self.moves.clear()
        waiting = self.tr("Your move, since %1.") if game.row.my_move else self.tr("Your opponent's move, since %1.")
        self.status.setText(waiting.replace("%1", words.date(game.standing.last.strftime("%Y.%m.%d"))))
        self.clocks.setText(
            "\n".join(self._clock(game, side) for side in (game.standing.mine, game.standing.mine.other))
        )
        hint = self.tr("Your move, for example Nf3") if game.row.my_move else self.tr("Nf6, or: if Nf6 then Bg5")
        self.moves.setPlaceholderText(hint)
        if before is None or before.conditions != game.conditions:
            self.lines.clear()
            for node, line in game.conditions:
                QListWidgetItem(self.tr("If %1").replace("%1", words.moves(line)), self.lines).setData(_KEY, node)
            height = self.lines.sizeHintForRow(0) * min(len(game.conditions), _MOST_ROWS) + 2 * theme.SPACE
            self.lines.setFixedHeight(max(0, height))
        self.lines.setVisible(bool(game.conditions))
        self.drop.setVisible(bool(game.conditions))
        self.copy.setEnabled(bool(game.message))
        self._update_buttons()

    @Slot()
    def _update_buttons(self) -> None:
        game = self._shown.shown
        if game is None:
            return
        typed = bool(self.moves.text().strip())
        play = self.tr("Play %1").replace("%1", words.moves(game.next)) if game.next and not typed else self.tr("Play")
        self.play.setText(play)
        self.play.setEnabled(typed or bool(game.next))
        self.condition.setEnabled(not game.row.my_move)

    def _row_text(self, row: CorrespondenceRow) -> str:
        mark = self.tr("Your move") if row.my_move else self.tr("waiting")
        parts = [f"● {row.opponent}" if row.my_move else f"○ {row.opponent}", words.moves(row.last), mark]
        return "   ".join(part for part in (*parts, self._left(row.days)) if part)

    def _left(self, days: int | None) -> str:
        if days is None:
            return ""
        if days < 0:
            return self.tr("time over")
        return words.text_of(Text("%1 {day|days} left", days))

    def _clock(self, game: CorrespondenceGame, side: Side) -> str:
        name = words.player(player_of(game.row.white if side is Side.WHITE else game.row.black))
        days, to_go = game.standing.days_left(side), game.standing.moves_to_go(side)
        if to_go is None or days is None:
            return f"{name}: {self._left(days)}"
        return f"{name}: {words.text_of(Text('%1 {day|days} for %2 {move|moves}', days, to_go))}"

    # Gestures

    def _ask_game(self) -> None:
        me = own_name(self._settings.settings.text("player_name"))
        CorrespondenceDialog(self._service, self._games, me, self.window()).open()

    @Slot()
    def _play(self) -> None:
        if self.play.isEnabled() and self._service.play(self.moves.text(), day_of(self.day)):
            self.moves.clear()

    def _add_condition(self) -> None:
        if self._service.add_condition(self.moves.text()):
            self.moves.clear()

    @Slot()
    def _drop(self) -> None:
        if self.lines.count():
            self._service.drop_condition(self.lines.item(max(0, self.lines.currentRow())).data(_KEY))

    def _copy(self) -> None:
        if self._shown.shown is not None:
            QGuiApplication.clipboard().setText(self._shown.shown.message)

    def _show_project(self) -> None:
        """Shows the project of the shown game with all its moves."""
        shown = self._shown.shown
        if shown is not None:
            game = self._games.state.game
            name = f"{shown.row.white} - {shown.row.black} {game.header('Date')}".strip()
            self._projects.follow_game(name, game, shown.standing.live)
            self._actions["panel_project"].trigger()

    def _end(self, termination: Termination, lost: bool | None, _checked: bool = False) -> None:
        game = self._shown.shown
        if game is not None:
            mine = game.standing.mine
            self._service.end(Outcome(None if lost is None else mine.other if lost else mine, termination))
