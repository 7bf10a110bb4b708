"""What can be done with the games that are chosen in the list, beside opening, copying, saving and deleting them."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop.services.files.game_list_service import GameListService
from desktop.views.games.games_table import GamesTable

MOST_TABLED = 50_000  # games of a cross table: it is made while the window waits


class ListMenuButton(QToolButton):
    """The button with the menu. Without a choice of several games, table and tree are made of all that are shown."""

    def __init__(self, lists: GameListService, table: GamesTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lists, self._table = lists, table
        self.setText(self.tr("More"))
        self.setAccessibleName(self.tr("More that can be done with the games"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        self.headers = QAction(self.tr("Change the &headers …"), menu)
        self.merge = QAction(self.tr("&Merge into one tree"), menu)
        self.standings = QAction(self.tr("Cross table and &players …"), menu)
        for action, job in (
            (self.headers, self._edit_headers),
            (self.merge, self._merge),
            (self.standings, self._show_standings),
        ):
            action.triggered.connect(job)
            menu.addAction(action)
        menu.aboutToShow.connect(self._update)
        self.setMenu(menu)

    def _update(self) -> None:
        state = self._lists.state
        idle = state.listed and not state.busy and not state.loading
        self.headers.setEnabled(idle and bool(state.path) and bool(self._table.selected_numbers()))
        self.merge.setEnabled(idle and bool(state.order))
        self.standings.setEnabled(state.listed and 0 < len(self._numbers()) <= MOST_TABLED)

    def _numbers(self) -> list[int]:
        chosen = self._table.selected_numbers()
        return chosen if len(chosen) > 1 else list(self._lists.state.order)

    def _edit_headers(self) -> None:
        from desktop.views.games.edit_headers_dialog import EditHeadersDialog

        EditHeadersDialog(self._lists, self._table.selected_numbers(), self.window()).open()

    def _merge(self) -> None:
        self._lists.merge(self._numbers())

    def _show_standings(self) -> None:
        from desktop.views.games.standings_dialog import StandingsDialog

        StandingsDialog([self._lists.row(number) for number in self._numbers()], self.window()).open()
