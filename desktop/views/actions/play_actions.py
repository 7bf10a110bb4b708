"""Further actions of a game in progress: adjourn, rematch, blindfold, board size."""

from PySide6.QtCore import QObject, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.match_course import MatchPhase
from desktop.model.game.state import GameState, Tabs
from desktop.model.settings import TABLE, Settings
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import Notice
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain

_ZOOM_STEP = 10  # percent


class PlayActions(QObject):
    """Connects the actions with the match and the settings."""

    def __init__(
        self, context: WindowContext, settings: SettingsStore, games: GameService, match: MatchService
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._match = settings, games, match
        self._context = context
        self._left: dict[int, Notice] = {}  # tab -> the notice that its game is adjourned
        context.on(
            {
                "adjourn": match.adjourn,
                "rematch": self._rematch,
                "zoom_in": lambda: self._zoom(_ZOOM_STEP),
                "zoom_out": lambda: self._zoom(-_ZOOM_STEP),
            }
        )
        match.left.connect(self._tell_left)
        match.ended.connect(self._update_ended)
        games.tabs_changed.connect(self._update_left)
        context.actions["blindfold"].toggled.connect(self._hide_men)
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_settings)
        self._update_game(games.state)
        self._update_settings(settings.settings)

    @Slot(object)
    def _tell_left(self, state: GameState) -> None:
        """Reports that a game was adjourned because another game or a page is shown."""
        text = self.tr("adjourned when you left it; its clocks are stopped.")
        answers = ((self.tr("Resume it"), lambda: self._go_on_with(state.tab)),)
        message = Message(Severity.INFORMATION, plain(text), game=state.players)
        self._left[state.tab] = self._context.tell(message, answers)

    @Slot(object)
    def _update_left(self, tabs: Tabs) -> None:
        """Dismisses the notice of a game that has continued, ended or been closed."""
        adjourned = {title.tab for title in tabs.titles if title.phase is MatchPhase.ADJOURNED}
        for tab in set(self._left) - adjourned:
            notice = self._left.pop(tab)
            if is_alive(notice):
                notice.dismiss()

    @Slot(object)
    def _update_ended(self, state: GameState) -> None:
        """Dismisses the notices when a game ends, so that its result is not covered. The tab of an adjourned game shows its
        state."""
        if state.outcome is not None and self._context.end_is_in_sight(state.tab):
            for notice in self._left.values():
                if is_alive(notice):
                    notice.dismiss()

    def _go_on_with(self, tab: int) -> None:
        self._context.show_game(tab)
        if self._games.state.tab == tab:
            self._match.go_on()
        self._context.body.panel.board.setFocus()

    def _rematch(self) -> None:
        self._context.show_mode(Mode.PLAY)
        self._match.rematch()
        self._context.body.panel.board.setFocus()

    def _zoom(self, step: int) -> None:
        setting = TABLE["board_zoom"]
        wanted = self._settings.settings.number("board_zoom") + step
        self._settings.set("board_zoom", min(setting.highest, max(setting.lowest, wanted)))

    def _hide_men(self, hidden: bool) -> None:
        settings = self._settings
        if hidden != (settings.settings.text("hidden_men") != "none"):
            settings.set("hidden_men", "all" if hidden else "none")

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._context.enable(state.playing, "adjourn")
        self._context.actions["adjourn"].setVisible(not state.adjourned)
        self._context.actions["go_on"].setVisible(state.adjourned)
        self._context.enable(state.match is not None and not state.playing, "rematch")

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        self._context.actions["blindfold"].setChecked(settings.text("hidden_men") != "none")
        zoom = settings.number("board_zoom")
        self._context.enable(zoom < TABLE["board_zoom"].highest, "zoom_in")
        self._context.enable(zoom > TABLE["board_zoom"].lowest, "zoom_out")
