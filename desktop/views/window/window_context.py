"""The context handed to the classes of actions: actions, body of the window, and requests to the window."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.model.errors import Message
from desktop.services.game.game_service import GameService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.views.kit.messages import Answer, Notice
from desktop.views.window.help_in_game import ACTIONS
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_layout import WindowBody
from engine.ground.values import dataclass


@dataclass(frozen=True)
class WindowContext:
    """Everything that a class of actions needs of the window.

    A class of actions has its own file, is constructed on this, and is listed in `action_groups.py`. It connects actions with
    services or dialogs, and enables them by state. `window` is the parent of dialogs.
    """

    games: GameService
    help_gate: RatedGameGuard
    actions: dict[str, QAction]
    body: WindowBody
    window: QWidget
    show_mode: Callable[[Mode], None]

    def on(self, wanted: Mapping[str, Callable[[], object]]) -> None:
        """Connects actions, by key, with their handlers; help in a rated game asks first.

        :raises KeyError: if a key is unknown."""
        for key, handler in wanted.items():
            call = partial(self.help_gate.use, handler) if key in ACTIONS else handler
            self.actions[key].triggered.connect(lambda _checked=False, call=call: call())

    def enable(self, enabled: bool, *keys: str) -> None:
        """Enables or disables actions."""
        for key in keys:
            self.actions[key].setEnabled(enabled)

    def end_is_in_sight(self, tab: int) -> bool:
        """Whether the panel beside the board shows how a game ended. Otherwise a message does, and screen readers read it."""
        return self.games.state.tab == tab and self.panel_in_sight("game")

    def panel_in_sight(self, key: str) -> bool:
        """Whether a panel beside the board is visible. If so, a message would only repeat and cover it."""
        return not self.body.page_shown and self.body.side_shown and self.body.side.in_front(key)

    def show_game(self, tab: int) -> None:
        """Shows an open game on the board."""
        self.games.select_tab(tab)
        self.show_mode(Mode.PLAY)

    def tell(self, message: Message, answers: tuple[Answer, ...] = (), *, keep: bool = False) -> Notice:
        """Shows a message above the board, with a button for each answer."""
        return self.body.messages.tell(message, answers, keep=keep)
