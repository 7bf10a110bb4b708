"""The one window: puts the views together, and connects actions with services. It draws nothing and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import (
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QMainWindow

from desktop.model.clock import Side
from desktop.model.errors import Message, Severity
from desktop.model.match import NewGame, Outcome
from desktop.model.settings import Settings
from desktop.model.state import GameState, Hint, Recovery
from desktop.services.bundle import Services
from desktop.views import messages
from desktop.views.actions import fill_menus, make_actions
from desktop.views.board_scene import Brush, Shape
from desktop.views.book_actions import BookActions
from desktop.views.desk import Desk
from desktop.views.file_gestures import FileGestures
from desktop.views.game_defaults import game_of
from desktop.views.position_gestures import PositionGestures
from desktop.views.position_scene import square_number
from desktop.views.rail import Mode
from desktop.views.theme import Scheme, theme

if TYPE_CHECKING:
    from desktop.views.games import GamesPage


class MainWindow(QMainWindow):
    """Constructed on the services; `start_game` and `open_files` are for the start."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.setWindowTitle("Ratsu")
        self.setAcceptDrops(True)
        self.actions_by_key = make_actions(self)
        self.desk = Desk(services, self.actions_by_key)
        self.setCentralWidget(self.desk)
        self._games_page: GamesPage | None = None
        self.files = FileGestures(services, self)
        self.positions = PositionGestures(services, self, self.show_mode)
        self._mode = self._board_mode = Mode.PLAY
        self._connect_actions()
        fill_menus(self.menuBar(), self.actions_by_key)
        self.addActions(list(self.actions_by_key.values()))
        self._book_actions = BookActions(services, self.actions_by_key, self)
        self._book_actions.page_wanted.connect(lambda _page: self.show_mode(Mode.BOOK))
        self._book_actions.page_wanted.connect(self.desk.side.show_book_page)
        self._connect_services()
        self._update_settings(services.settings.settings)
        self._update_game(services.game.state)
        self.desk.panel.board.setFocus(Qt.FocusReason.OtherFocusReason)

    # Putting together

    def _connect_actions(self) -> None:
        game, match, files = self.services.game, self.services.match, self.services.files
        wanted: dict[str, Callable[[], object]] = {
            "new_game": self.ask_new_game,
            "play_from_here": self.positions.play_shown,
            "edit_position": self.positions.edit_shown,
            "go_on": match.go_on,
            "take_back": match.take_back,
            "hint": match.ask_hint,
            "move_now": match.move_now,
            "draw": match.offer_draw,
            "resign": self._resign,
            "open": self.files.ask_open,
            "games": lambda: self.show_mode(Mode.GAMES),
            "save": self.files.save,
            "save_as": self.files.ask_save,
            "import": self.files.ask_import,
            "search": self._search_collection,
            "append": self.files.ask_append,
            "close_tab": self.files.close_tab,
            "quit": lambda: self.window().close(),
            "undo": game.undo,
            "redo": game.redo,
            "copy_fen": lambda: self._copy(files.fen_text(), self.tr("The position is on the clipboard (FEN).")),
            "copy_pgn": lambda: self._copy(files.pgn_text(), self.tr("The game is on the clipboard (PGN).")),
            "paste": lambda: files.paste(QGuiApplication.clipboard().text()),
            "annotate": self._annotate,
            "headers": self._edit_headers,
            "good": lambda: game.toggle_nag(game.state.current, 1),
            "mistake": lambda: game.toggle_nag(game.state.current, 2),
            "promote": lambda: game.promote(game.state.current),
            "demote": lambda: game.demote(game.state.current),
            "delete": lambda: game.delete(game.state.current),
            "first": game.go_first,
            "back": game.go_back,
            "forward": game.go_forward,
            "last": self._go_last,
            "flip": self.desk.panel.turn,
            "type_move": self._type_move,
            "settings": self._show_settings,
            "shortcuts": self._show_keys,
            "about": self._show_about,
        }
        for key, handler in wanted.items():
            self.actions_by_key[key].triggered.connect(lambda _checked=False, call=handler: call())
        self.actions_by_key["analysis"].toggled.connect(self._toggle_analysis)
        self.actions_by_key["panels"].setChecked(True)
        self.actions_by_key["panels"].toggled.connect(self.desk.show_side)
        self.actions_by_key["full_screen"].toggled.connect(self._toggle_full_screen)
        self._connect_schemes()
        self.desk.rail.mode_chosen.connect(self.show_mode)
        self.desk.controls.entry.move_typed.connect(match.typed_move)
        self.desk.controls.entry.left.connect(self.desk.panel.board.setFocus)

    def _connect_schemes(self) -> None:
        group = QActionGroup(self)
        for scheme in Scheme:
            action = self.actions_by_key[f"theme_{scheme.value}"]
            group.addAction(action)
            action.triggered.connect(
                lambda _checked=False, chosen=scheme: self.services.settings.set("theme", chosen.value)
            )

    def _connect_services(self) -> None:
        s = self.services
        s.game.state_changed.connect(self._update_game)
        s.settings.changed.connect(self._update_settings)
        s.analysis.changed.connect(self._update_analysis)
        s.files.listed.connect(lambda _path: self.show_mode(Mode.GAMES))
        s.lists.game_read.connect(self._show_read)
        s.collection.searched.connect(lambda *_: self.show_mode(Mode.GAMES))
        self.files.import_began.connect(lambda: self.show_mode(Mode.GAMES))
        s.match.game_over.connect(self._update_game_over)
        s.match.hint_ready.connect(self._update_hint)
        s.match.draw_answered.connect(self._update_draw)
        sources = (s.game, s.match, s.files, s.lists, s.collection, s.book, s.learning, s.tablebases)
        for source in (*sources, s.settings, s.autosave):
            source.message.connect(self.tell)

    # What services say

    @Slot(object)
    def tell(self, message: Message) -> None:
        """Shows a message above the board."""
        self.desk.messages.tell(message)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        a = self.actions_by_key
        human_playing = state.playing and state.match is not None and state.match.human_side is not None
        a["go_on"].setEnabled(state.adjourned)
        a["take_back"].setEnabled(state.can_take_back)
        a["draw"].setEnabled(human_playing)
        a["resign"].setEnabled(state.playing)
        a["move_now"].setEnabled(state.thinking)
        a["hint"].setEnabled(state.user_may_move and state.outcome is None)
        a["undo"].setEnabled(state.can_undo)
        a["redo"].setEnabled(state.can_redo)
        at_root, at_end = state.current == 0, not state.node.children
        for key in ("first", "back"):
            a[key].setEnabled(not at_root)
        for key in ("forward", "last"):
            a[key].setEnabled(not at_end)
        a["annotate"].setEnabled(not state.playing)
        for key in ("good", "mistake", "promote", "demote", "delete"):
            a[key].setEnabled(not at_root and not state.playing)
        self.desk.controls.entry.setEnabled(state.user_may_move)
        self.setWindowModified(state.modified)
        self.setWindowTitle(f"{window_title(state)}[*] – Ratsu")

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        scheme = Scheme(settings.text("theme"))
        if theme().scheme is not scheme:
            theme().set_scheme(scheme)
        self.actions_by_key[f"theme_{scheme.value}"].setChecked(True)

    @Slot(object)
    def _update_analysis(self, _state: object) -> None:
        action = self.actions_by_key["analysis"]
        action.blockSignals(True)
        action.setChecked(self.services.analysis.state.running)
        action.blockSignals(False)

    @Slot(object)
    def _update_game_over(self, outcome: Outcome) -> None:
        winner = outcome.winner.value.capitalize() if outcome.winner is not None else ""
        who = self.tr("%1 wins").replace("%1", winner) if winner else self.tr("Draw")
        text = self.tr("%1 by %2.").replace("%1", who).replace("%2", outcome.termination.value)
        answers: tuple[messages.Answer, ...] = (
            (self.tr("Analyse"), lambda: self.show_mode(Mode.ANALYSE)),
            (self.tr("Book report"), self.actions_by_key["book_report"].trigger),
            (self.tr("New game"), self.ask_new_game),
        )
        self.desk.messages.tell(Message(Severity.INFORMATION, text), answers, keep=True)

    @Slot(object)
    def _update_hint(self, hint: Hint) -> None:
        if hint.fen == self.services.game.state.fen:
            arrow = Shape(square_number(hint.uci[:2]), square_number(hint.uci[2:4]), Brush.BLUE, engine=True)
            self.desk.panel.board.set_shapes((arrow,))

    @Slot(bool)
    def _update_draw(self, accepted: bool) -> None:
        if not accepted:
            self.tell(Message(Severity.INFORMATION, self.tr("Ratsu declines the draw.")))

    # Gestures

    def ask_new_game(self) -> None:
        """Opens the dialog."""
        from desktop.views.dialogs.new_game import NewGameDialog

        dialog = NewGameDialog(self.services, self)
        dialog.accepted_game.connect(self._start)
        dialog.open()

    def _start(self, game: NewGame) -> None:
        self.show_mode(Mode.PLAY)
        self.services.match.new_game(game)
        self.desk.panel.board.setFocus()

    def start_game(self) -> None:
        """A game with the last side, level and clock, ready to be played: for the start of the program."""
        self._start(game_of(self.services.settings.settings))

    def _resign(self) -> None:
        if self.services.game.state.playing:
            messages.ask(self, self.tr("Resign this game?"), self.tr("Resign"), self.services.match.resign)

    def show_mode(self, mode: Mode) -> None:
        """Shows another card at the right. Analysis goes on in its own mode and stops when playing."""
        self._mode = mode
        self.desk.rail.show_mode(mode)
        if mode is Mode.GAMES:
            self._show_games()
            return
        self._board_mode = mode
        self.desk.show_page(None)
        self.desk.side.show_mode(mode)
        if mode not in (Mode.BOOK, Mode.TABLES):
            self.services.analysis.set_running(mode is Mode.ANALYSE)

    def _show_games(self) -> None:
        """The list of a file's games in place of the board."""
        if self._games_page is None:
            from desktop.views.games import GamesPage

            self._games_page = page = GamesPage(self.services)
            page.left.connect(self._leave_games)
            page.open_wanted.connect(self.files.ask_open)
            page.told.connect(self.tell)
        self.desk.show_page(self._games_page)
        self._games_page.take_focus()

    def _toggle_analysis(self, on: bool) -> None:
        if on:
            self.show_mode(Mode.ANALYSE)
        else:
            self.services.analysis.set_running(False)

    def _go_last(self) -> None:
        state = self.services.game.state
        if state.playing:
            self.services.game.go_to(state.live)
        else:
            self.services.game.go_last()

    def _type_move(self) -> None:
        self.desk.controls.entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy(self, text: str, done: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.tell(Message(Severity.INFORMATION, done))

    def _toggle_full_screen(self, on: bool) -> None:
        self.window().showFullScreen() if on else self.window().showNormal()

    # Files

    def open_files(self, paths: list[Path]) -> None:
        """Opens PGN files, each in a tab; one with several games in the list of games."""
        self.files.open_files(paths)

    @Slot(object)
    def _show_read(self, _game: object) -> None:
        if self._mode is Mode.GAMES:
            self._leave_games()

    def _leave_games(self) -> None:
        self.show_mode(self._board_mode)
        self.desk.panel.board.setFocus()

    # What an earlier run left, and what should not happen

    def offer_recovery(self, recoveries: tuple[Recovery, ...]) -> None:
        """Offers back the newest game that was interrupted; the older ones stay where they are until the next start."""
        newest = recoveries[0]
        text = (
            self.tr("%1 – %2, move %3 (%4), was not finished.")
            .replace("%3", str(newest.moves))
            .replace("%4", newest.when)
            .replace("%1", newest.white)
            .replace("%2", newest.black)
        )
        answers: tuple[messages.Answer, ...] = (
            (self.tr("Go on with it"), lambda: self.services.autosave.restore(newest)),
            (self.tr("Put it aside"), lambda: self.services.autosave.discard(newest)),
        )
        self.desk.messages.tell(Message(Severity.INFORMATION, text), answers, keep=True)

    def show_crash(self, text: str, log: str) -> None:
        """Tells of a fault that should not have happened; the program goes on."""
        details = self.tr("The report is in %1. Nothing was sent anywhere.").replace("%1", log) if log else ""
        self.tell(Message(Severity.ERROR, text, details))

    # Dialogs that are imported when they are wanted

    def _annotate(self) -> None:
        from desktop.views.dialogs.annotate import AnnotateDialog

        AnnotateDialog(self.services, self).open()

    def _search_collection(self) -> None:
        from desktop.views.dialogs.search import SearchDialog

        SearchDialog(self.services, self).open()

    def _edit_headers(self) -> None:
        from desktop.views.dialogs.headers import HeadersDialog

        HeadersDialog(self.services, self).open()

    def _show_settings(self) -> None:
        from desktop.views.dialogs.settings import SettingsDialog

        SettingsDialog(self.services, self).open()

    def _show_keys(self) -> None:
        from desktop.views.dialogs.help import KeysDialog

        KeysDialog(self.actions_by_key, self).open()

    def _show_about(self) -> None:
        from desktop.views.dialogs.help import AboutDialog

        AboutDialog(self).open()

    # The window itself

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes PGN files and text."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens what was dropped: files, or a FEN or PGN as text."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.open_files(paths)
        elif event.mimeData().hasText():
            self.services.files.paste(event.mimeData().text())
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Always agrees: a game being played is in the journal and is offered at the next start."""
        event.accept()


def window_title(state: GameState) -> str:
    """`You – Ratsu (Club player)`, or the file's name, or what it is."""
    if state.match is not None:
        return f"{state.match.contestant(Side.WHITE).name} – {state.match.contestant(Side.BLACK).name}"
    if state.path:
        return Path(state.path).name
    return QCoreApplication.translate("MainWindow", "Analysis")
