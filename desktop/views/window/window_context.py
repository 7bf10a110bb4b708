"""What a class of gestures is given beside its services: the actions, the body of the window, and what only the window can do."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.model.errors import Message
from desktop.services.game.game_service import GameService
from desktop.services.game.help_gate import HelpGate
from desktop.views.kit.messages import Answer, Notice
from desktop.views.window.helping import ACTIONS
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_layout import WindowBody
from engine.ground.values import dataclass


@dataclass(frozen=True)
class WindowContext:
    """Each gestures class has a file of its own, is constructed on this, and is named in `all_gestures.py`.

    It connects the actions that are its own with services or dialogs, and says in which state they can be used.
    `window` is what dialogs stand over.
    """

    games: GameService
    help_gate: HelpGate
    actions: dict[str, QAction]
    body: WindowBody
    window: QWidget
    show_mode: Callable[[Mode], None]

    def on(self, wanted: Mapping[str, Callable[[], object]]) -> None:
        """Connects actions, by key, with what they do; what helps in a rated game asks first. :raises KeyError: there is no such
        action."""
        for key, handler in wanted.items():
            call = partial(self.help_gate.use, handler) if key in ACTIONS else handler
            self.actions[key].triggered.connect(lambda _checked=False, call=call: call())

    def enable(self, enabled: bool, *keys: str) -> None:
        """Says whether actions can be used now."""
        for key in keys:
            self.actions[key].setEnabled(enabled)

    def end_is_in_sight(self, tab: int) -> bool:
        """Whether the panel beside the board says how a game ended; else a message does, which screen readers are told."""
        return self.games.state.tab == tab and self.panel_in_sight("game")

    def panel_in_sight(self, key: str) -> bool:
        """Whether a panel beside the board is seen now: what it says needs no message, which would cover it."""
        return not self.body.page_shown and self.body.side_shown and self.body.side.in_front(key)

    def show_game(self, tab: int) -> None:
        """Shows an open game on the board."""
        self.games.select_tab(tab)
        self.show_mode(Mode.PLAY)

    def tell(self, message: Message, answers: tuple[Answer, ...] = (), *, keep: bool = False) -> Notice:
        """Shows a message above the board, with buttons if there is something to choose."""
        return self.body.messages.tell(message, answers, keep=keep)
