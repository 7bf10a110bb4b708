"""Actions that change only the view: navigation, board direction, analysis, panels, colours."""

from functools import partial

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QActionGroup

from desktop.model.game.state import GameState, Tabs
from desktop.model.settings import TABLE, Settings
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.game.game_service import GameService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit.theme import Scheme, theme
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_context import WindowContext


class ViewActions(QObject):
    """Connects the menu View."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        help_gate: RatedGameGuard,
        analysis: AnalysisService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._help_gate, self._analysis = settings, games, help_gate, analysis
        self._context = context
        game, actions = games, context.actions
        context.on(
            {
                **{page.action: partial(context.show_mode, mode) for mode, page in PAGES.items() if page.action},
                "first": game.go_first,
                "back": game.go_back,
                "forward": game.go_forward,
                "last": self._go_last,
                "next_tab": lambda: self._walk_tabs(1),
                "previous_tab": lambda: self._walk_tabs(-1),
                "fold": context.body.side.notation.fold_here,
                "fold_all": context.body.side.notation.fold_all,
                "flip": context.body.panel.turn,
                "text_larger": lambda: self._step_text_size(1),
                "text_smaller": lambda: self._step_text_size(-1),
                "text_normal": lambda: settings.set("text_size", TABLE["text_size"].default),
                "type_move": lambda: context.body.controls.entry.setFocus(Qt.FocusReason.ShortcutFocusReason),
            }
        )
        for left in (context.body.controls.entry.left, context.body.side.notation.left):
            left.connect(context.body.panel.board.setFocus)
        actions["analysis"].toggled.connect(self._toggle_analysis)
        actions["panels"].setChecked(True)
        actions["panels"].toggled.connect(context.body.show_side)
        actions["full_screen"].toggled.connect(self._toggle_full_screen)
        context.body.mode_bar.mode_shown.connect(self._update_shown)
        self._connect_schemes()
        analysis.changed.connect(self._update_analysis)
        settings.changed.connect(self._update_settings)
        game.state_changed.connect(self._update_game)
        self._update_settings(settings.settings)
        self._update_game(game.state)
        game.tabs_changed.connect(self._update_tabs)
        self._update_tabs(game.tabs)

    def _connect_schemes(self) -> None:
        group = QActionGroup(self)
        for scheme in Scheme:
            action = self._context.actions[f"theme_{scheme.value}"]
            group.addAction(action)
            action.triggered.connect(lambda _checked=False, chosen=scheme: self._settings.set("theme", chosen.value))

    @Slot()
    def _update_shown(self) -> None:
        """Disables typed moves while a page hides the game."""
        self._context.enable(self._context.body.mode_bar.shown not in PAGES, "type_move")

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._context.enable(state.current != 0, "first", "back")
        self._context.enable(bool(state.node.children), "forward")
        away = state.playing and not state.at_live_end  # also leads back to the match from the end of a variation
        self._context.enable(bool(state.node.children) or away, "last")

    @Slot(object)
    def _update_tabs(self, tabs: Tabs) -> None:
        self._context.enable(len(tabs.titles) > 1, "next_tab", "previous_tab")

    def _walk_tabs(self, step: int) -> None:
        """Shows the game whose tab is `step` places to the right, cyclically. From a page it returns to the board."""
        tabs = self._games.tabs
        numbers = [title.tab for title in tabs.titles]
        tab = numbers[(numbers.index(tabs.active) + step) % len(numbers)]
        if self._context.body.page_shown:
            self._context.show_game(tab)
        else:
            self._games.select_tab(tab)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        scheme = Scheme(settings.text("theme"))
        if theme().scheme is not scheme:
            theme().set_scheme(scheme)
        self._context.actions[f"theme_{scheme.value}"].setChecked(True)
        size, choices = settings.number("text_size"), TABLE["text_size"].choices
        theme().set_text_size(size)
        self._context.enable(size != choices[-1], "text_larger")
        self._context.enable(size != choices[0], "text_smaller")

    def _step_text_size(self, step: int) -> None:
        settings = self._settings
        settings.set("text_size", settings.settings.next_choice("text_size", step))

    @Slot(object)
    def _update_analysis(self, _state: object) -> None:
        action = self._context.actions["analysis"]
        action.blockSignals(True)
        action.setChecked(self._analysis.state.running)
        action.blockSignals(False)

    def _toggle_analysis(self, on: bool) -> None:
        if not on:
            self._analysis.switch(False)
        elif not self._help_gate.use(self._analyse):
            self._update_analysis(None)

    def _analyse(self) -> None:
        self._context.show_mode(Mode.ANALYSE)
        self._context.body.side.show_panel("analysis")  # the user asked for its lines
        self._analysis.switch(True)

    def _go_last(self) -> None:
        state = self._games.state
        if state.playing:
            self._games.go_to(state.live)
        else:
            self._games.go_last()

    def _toggle_full_screen(self, on: bool) -> None:
        window = self._context.window.window()
        window.showFullScreen() if on else window.showNormal()
