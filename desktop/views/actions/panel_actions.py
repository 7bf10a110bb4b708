"""The actions of the panels. Each shows its panel or brings it to the front, or hides it if it is visible."""

from functools import partial

from PySide6.QtCore import QObject, Slot

from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.views.window.help_in_game import PANELS as PANELS_THAT_HELP
from desktop.views.window.panels import PANELS
from desktop.views.window.window_context import WindowContext


class PanelActions(QObject):
    """Connects the menu of panels with the side."""

    def __init__(self, context: WindowContext, help_gate: RatedGameGuard) -> None:
        super().__init__(context.window)
        self._help_gate = help_gate
        self._context, self._side = context, context.body.side
        context.on({f"panel_{panel.key}": lambda key=panel.key: self._ask(key) for panel in PANELS})  # type: ignore[misc]
        self._side.changed.connect(self._update)
        self._update()

    def _ask(self, key: str) -> None:
        """Shows a panel; one that counts as help asks first in a rated game."""
        toggle = partial(self._toggle, key)
        if key in PANELS_THAT_HELP and not self._side.in_front(key):
            self._help_gate.use(toggle)
        else:
            toggle()
        self._update()

    def _toggle(self, key: str) -> None:
        if self._context.body.page_shown:
            self._context.show_mode(self._side.mode)
        if not self._context.body.side_shown:
            self._context.actions["panels"].setChecked(True)
            self._side.show_panel(key)
        elif self._side.in_front(key):
            self._side.hide_panel(key)
        else:
            self._side.show_panel(key)
        self._update()

    @Slot()
    def _update(self) -> None:
        for panel in PANELS:
            self._context.actions[f"panel_{panel.key}"].setChecked(self._side.is_shown(panel.key))
