"""Switches the modes of the window: their panels or page, and what continues or stops with them."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from desktop.model.game.state import Tabs
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.views.kit.view_factory import ViewFactory, WindowPage, view_named
from desktop.views.window.help_in_game import MODES
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import panel_of
from desktop.views.window.window_layout import WindowBody


class ModeSwitch(QObject):
    """The current mode. A mode in `PAGES` shows a page over board and side; the others show panels at the right."""

    changed = Signal(object)  # Mode

    def __init__(
        self,
        make: ViewFactory,
        games: GameService,
        help_gate: RatedGameGuard,
        collection: CollectionService,
        lists: GameListService,
        files: FileService,
        analysis: AnalysisService,
        match: MatchService,
        actions: dict[str, QAction],
        body: WindowBody,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.make, self.actions, self.body = make, actions, body
        self._help_gate, self._lists, self._files = help_gate, lists, files
        self._analysis, self._match, self._collection = analysis, match, collection
        self.mode = self._board_mode = Mode.PLAY
        self._pages: dict[Mode, QWidget] = {}
        self._steps: Iterator[None] = iter(())
        self._wait = QTimer(self, interval=0)
        self._wait.timeout.connect(self._make_piece)
        body.mode_bar.mode_chosen.connect(self._chosen)
        files.listed.connect(self._show_listed)
        collection.searched.connect(self._show_listed)
        lists.game_read.connect(self._show_read)
        files.found_open.connect(self._show_read)
        self._newest = games.tabs.active
        games.tabs_changed.connect(self._show_opened)

    @Slot(object)
    def show(self, mode: Mode) -> None:
        """Shows a mode. Analysis runs in its own mode, unless the user has switched it off, and stops when playing."""
        focus = QApplication.focusWidget()
        changes, self.mode = mode is not self.mode, mode
        self.body.mode_bar.show_mode(mode)
        if mode in PAGES:
            self._show_page(mode)
        else:
            stays, self._board_mode = mode is self._board_mode, mode
            self.body.show_page(None)
            self.body.side.show_mode(mode)
            if not stays and mode not in (Mode.BOOK, Mode.TABLES):
                self._analysis.set_running(mode is Mode.ANALYSE and self._analysis.wanted)
        if changes and mode not in PAGES:
            self._focus_board(focus)
        self._match.set_board_shown(mode not in PAGES)
        self._analysis.set_covered(mode in PAGES and not self.body.side.in_window("analysis"))
        self.changed.emit(mode)

    @property
    def analysing(self) -> bool:
        """Whether analysis runs."""
        return self._analysis.state.running

    def set_analysing(self, running: bool) -> None:
        """Starts or stops analysis."""
        self._analysis.set_running(running)

    def _focus_board(self, before: QWidget | None) -> None:
        """Gives the board the focus, unless notation or rail had it. Otherwise Qt would pass it from a hidden widget to the next
        one, a field that takes the arrow keys."""
        stay = (self.body.side.sheet, self.body.mode_bar)
        if before is None or not any(part.isAncestorOf(before) for part in stay):
            self.body.panel.board.setFocus()

    @Slot(object)
    def _chosen(self, mode: Mode) -> None:
        """Reacts to a button of the bar of modes. If a clock runs out of sight, the Play button leads to its game."""
        if mode is Mode.PLAY:
            self._match.return_to_running()
        show = partial(self.show, mode)
        if mode not in MODES:
            show()
        elif not self._help_gate.use(show):
            self.body.mode_bar.show_mode(self.mode)

    @Slot(str)
    def show_beside(self, panel: str) -> None:
        """Shows the board with a panel of its mode beside it; empty: the panel for playing."""
        mode = panel_of(panel).modes[0] if panel else Mode.PLAY
        self.show(mode)
        if panel:
            self.body.side.show_panel(panel)
        self.body.panel.board.setFocus()

    @Slot()
    def leave_page(self) -> None:
        """Returns to the board, in the mode it was left in."""
        self.show(self._board_mode)
        self.body.panel.board.setFocus()

    def _show_page(self, mode: Mode) -> None:
        page = self._page(mode)
        played = self._files.played_games
        if mode is Mode.GAMES and not self._lists.state.listed and played is not None and played.exists():
            self._lists.open(played)  # without an open file, list the user's own games
        elif mode is Mode.GAMES and not self._lists.state.listed and self._collection.exists:
            self._collection.list_games()
        self.body.show_page(page)
        focused = cast(QWidget | None, page.window().focusWidget())
        if focused is None or not page.isAncestorOf(focused):  # a click on a collection leaves the keys to its row
            page.setFocus()

    def _page(self, mode: Mode) -> QWidget:
        if mode not in self._pages:
            self._pages[mode] = self._made(mode)
        return self._pages[mode]

    def _made(self, mode: Mode, **given: QWidget) -> WindowPage:
        """A page, with its requests connected to the window."""
        page = self.make(view_named(PAGES[mode].view), **given)
        assert isinstance(page, WindowPage)
        page.left.connect(self.leave_page)
        page.action_wanted.connect(self._trigger)
        page.board_wanted.connect(self.show_beside)
        page.message.connect(self.body.messages.tell)
        return page

    @Slot(str)
    def _trigger(self, action: str) -> None:
        self.actions[action].trigger()

    @Slot()
    def _show_listed(self) -> None:
        """Shows the page of games. The first time it is built in steps, so that the window responds while a list is read."""
        if Mode.GAMES in self._pages:
            self.show_games()
        elif not self._wait.isActive():
            self._steps = self._pieces_of_games()
            self._wait.start()

    @Slot()
    def _make_piece(self) -> None:
        if next(self._steps, self) is self:
            self._wait.stop()

    def _pieces_of_games(self) -> Iterator[None]:
        asked_in = self.mode
        import desktop.views.games.games_page  # noqa: F401
        from desktop.views.games.games_model import GamesModel
        from desktop.views.games.games_table import GamesTable

        yield
        table = GamesTable(GamesModel(self._lists))
        yield
        if Mode.GAMES in self._pages:  # the user has changed the mode meanwhile
            table.games.deleteLater()
            table.deleteLater()
        else:
            page = self._pages[Mode.GAMES] = self._made(Mode.GAMES, table=table)
            yield
            self.body.prepare_page(page)
            yield
        if self.mode is asked_in:
            self.show_games()

    @Slot()
    def show_games(self) -> None:
        """Shows the page of games."""
        self.show(Mode.GAMES)

    @Slot(object)
    def _show_read(self, _game: object) -> None:
        """Shows the board when a page opens a game, new or already open."""
        if self.mode in PAGES:
            self.leave_page()

    @Slot(object)
    def _show_opened(self, tabs: Tabs) -> None:
        """Leaves a page when a file or the clipboard opens a game."""
        if tabs.active > self._newest:
            self._newest = tabs.active
            if self.mode in PAGES:
                self.leave_page()
