"""Actions that begin a game: the game room, for any start, from a position or rated, and the game that is ready at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.match import NewGame
from desktop.model.game.referee import OVER, is_over
from desktop.model.settings import Settings
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.rating_service import RatingService
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.home_service import HomeService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import Game

if TYPE_CHECKING:
    from desktop.views.setup.game_room import GameRoom


_STUDIES = (Mode.ANALYSE, Mode.BOOK, Mode.TABLES)  # a move made on these pages is a trial


class RoomActions(QObject):
    """Opens the game room, and starts the game that is wanted there."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        engines: EngineList,
        match: MatchService,
        styles: StyleService,
        home: HomeService,
        rating: RatingService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._engines, self._match = settings, games, engines, match
        self._styles, self._home, self._rating = styles, home, rating
        self._context = context
        self._ready = self._free = -1  # the tab of the game that is ready at the start, and the board in its place
        self._children = settings.settings.flag("children")
        context.on({"new_game": self.ask, "play_from_here": self.ask_from_here, "rating": self._show_rating})
        context.body.mode_bar.mode_shown.connect(self._suit_page)
        settings.changed.connect(self._suit_children)

    def ask(self) -> None:
        """Opens the room for any game."""
        self._room(None, None).accepted_game.connect(self.start)

    def _ask_rated(self) -> None:
        """Opens the room for a rated game."""
        self._room(None, None, rated=True).accepted_game.connect(self.start)

    def _show_rating(self) -> None:
        from desktop.views.engines.rating_dialog import RatingDialog

        dialog = RatingDialog(self._rating, self._context.window)
        dialog.game_wanted.connect(self._ask_rated)
        dialog.open()

    @Slot(object)
    def ask_from(self, position: Position) -> None:
        """Opens the room for a game from a position that was set up."""
        self._room(position, position.side_to_move).accepted_game.connect(self.start)

    def ask_from_here(self) -> None:
        """Opens the room for a game from the shown position, which keeps the moves that led there."""
        state = self._games.state
        if is_over(state.game, state.current):
            self._context.tell(Message(Severity.INFORMATION, OVER))
            return
        human = state.match.human_side if state.match is not None else None
        start = Position.of(state.fen, state.game.chess960)
        self._room(start, human or start.side_to_move).accepted_game.connect(self._play_from_here)

    def _room(self, start: Position | None, side: Side | None, *, rated: bool = False) -> GameRoom:
        from desktop.views.setup.game_room import GameRoom

        parts = (self._settings, self._games, self._engines, self._styles, self._home)
        room = GameRoom(*parts, start, side, self._context.window, rated=rated)
        room.open()
        return room

    @Slot(object)
    def _play_from_here(self, game: NewGame) -> None:
        self._context.show_mode(Mode.PLAY)
        self._match.play_from_here(game)
        self._context.body.panel.board.setFocus()

    @Slot(object)
    def start(self, game: NewGame, *, wait: bool = False) -> None:
        """Starts a game and gives the board the focus. `wait`: an engine with the first move waits for *Resume*."""
        self._context.show_mode(Mode.PLAY)
        self._match.new_game(game, wait=wait)
        self._context.body.panel.board.setFocus()

    def start_last(self, *, begun: bool = False) -> None:
        """Prepares a game with the last side, level and clock when the program starts. Neither clock nor game begins until the
        user acts. `begun`: the game is shown already."""
        if not begun:
            self.start(game_of(self._settings.settings), wait=True)
        self._ready = self._games.state.tab

    @Slot()
    def _suit_page(self) -> None:
        """Puts a board without opponent in the place of the ready game where moves are studied, and back. Otherwise the
        first move of an analysis would be answered, and start the clock."""
        mode = self._context.body.mode_bar.shown
        if mode in _STUDIES and self._untouched(self._ready):
            self._free = self._games.open_tab(Game.new())
        elif mode is Mode.PLAY and self._untouched(self._free):
            self._prepare()

    @Slot(object)
    def _suit_children(self, settings: Settings) -> None:
        """Prepares another game, without clock, if the program is now set up for children."""
        before, self._children = self._children, settings.flag("children")
        if self._children is not before and self._untouched(self._ready):
            self._prepare()

    def _untouched(self, tab: int) -> bool:
        state = self._games.state
        return state.tab == tab and state.game.table.size == 1 and not state.thinking

    def _prepare(self) -> None:
        self._match.new_game(game_of(self._settings.settings), wait=True)
        self._ready = self._games.state.tab
