"""The main window: assembles the views. It neither paints nor decides anything."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState, SavedGame
from desktop.model.stored_values import keys_from
from desktop.services.all_services import Services
from desktop.views.action_groups import make_action_groups
from desktop.views.kit import words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.window.action_table import fill_menus, make_actions
from desktop.views.window.early_board import EarlyBoard
from desktop.views.window.mode_bar import Mode
from desktop.views.window.mode_switch import ModeSwitch
from desktop.views.window.window_context import WindowContext
from desktop.views.window.window_layout import WindowBody
from engine.ground.text import plain


class MainWindow(QMainWindow):
    """Built on the services. The start of the program calls `start_game` and `open_files`.

    Actions are handled by the classes that `action_groups.py` lists, modes by `mode_switch.py`.
    """

    def __init__(self, services: Services, early: EarlyBoard | None = None) -> None:
        """`early`: the board and the moves of a game that was begun before the window, which takes them over."""
        super().__init__()
        self.services = services
        self.setWindowTitle("Ratsu")
        self.setAcceptDrops(True)
        self.actions_by_key = make_actions(self, keys_from(services.settings.settings.text("keys")))
        make = partial(services.make, actions=self.actions_by_key)
        self.body = make(WindowBody, make=make, early=early, parent=self)
        self.setCentralWidget(self.body)
        self.modes = make(ModeSwitch, make=make, body=self.body, parent=self)
        context = WindowContext(services.game, services.help, self.actions_by_key, self.body, self, self.modes.show)
        self.action_groups = make_action_groups(partial(services.make, context=context))
        self.modes.changed.connect(self.action_groups.hints.follow)
        fill_menus(self.menuBar(), self.actions_by_key)
        self.addActions(list(self.actions_by_key.values()))
        services.game.state_changed.connect(self._update_title)
        for service in services:
            service.message.connect(self.tell)
        self._update_title(services.game.state)
        self.body.panel.board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def tell(self, message: Message) -> None:
        self.body.messages.tell(message)

    def show_mode(self, mode: Mode) -> None:
        self.modes.show(mode)

    @Slot(object)
    def _update_title(self, state: GameState) -> None:
        self.setWindowModified(state.modified)
        self.setWindowTitle(f"{ForeignText(words.game_title(state)).title}[*] – Ratsu")

    def again(self) -> MainWindow:
        """A new window on the same services."""
        return MainWindow(self.services)

    # Called by the start of the program

    def start_game(self, *, begun: bool = False) -> None:
        """Prepares a game with the last side, level and clock. `begun`: it is shown already."""
        self.action_groups.room.start_last(begun=begun)

    def open_files(self, paths: list[Path]) -> None:
        """Opens PGN files: a single game in a tab, several games as a list."""
        self.action_groups.files.open_files(paths)

    def offer_recovery(self, recoveries: tuple[SavedGame, ...]) -> None:
        self.action_groups.game.offer_recovery(recoveries)

    def show_crash(self, text: str, log: str) -> None:
        """Reports an internal error; the program continues."""
        details = self.tr("The report is in %1. Nothing was sent anywhere.").replace("%1", log) if log else ""
        self.tell(Message(Severity.ERROR, plain(text), plain(details)))

    # Events of the window

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accepts PGN files and text."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens dropped files, or a FEN or PGN as text."""
        self.action_groups.files.take(event.mimeData())
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Always closes: a game in progress is in the journal, and is offered at the next start."""
        event.accept()
