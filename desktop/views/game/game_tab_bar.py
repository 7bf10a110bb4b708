"""The tabs of the open games: titles, running clocks, and a list of all games."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QIcon, QMouseEvent
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from desktop.model.game.match_course import MatchPhase
from desktop.model.game.results import printed_result
from desktop.model.game.state import ClockState, Tabs, TabTitle
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.views.game.player_bar import running_text
from desktop.views.kit import theme
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_row
from desktop.views.kit.words import text_of

_PICTURES = {MatchPhase.RUNNING: "timer", MatchPhase.PAUSED: "timer", MatchPhase.ADJOURNED: "pause-circle"}
_MENU = ("close_tab", "close_others", "close_all", "", "save", "save_as", "headers")
_WIDEST_TITLE = 150  # pixels: the text after the title (move or result, and unsaved sign) differs most between games


class GameTabBar(QWidget):
    """The tab bar; hidden while only one game is open. If the tabs do not fit, they scroll, and the list shows all."""

    def __init__(self, games: GameService, clock: ClockService) -> None:
        super().__init__()
        self._games, self._clock = games, clock
        self.actions_by_key: dict[str, QAction] = {}  # for its menu, once they are made
        self._titles = games.tabs.titles
        self._named: dict[int, tuple[TabTitle, str]] = {}  # title and time of each place in the bar
        self.bar = QTabBar()
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(self.tr("Open games"))  # otherwise a QTabBar takes the name of its current tab
        for scroll in self.bar.findChildren(QToolButton):  # the cursor keys walk through the tabs instead
            scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar.currentChanged.connect(self._tab_chosen)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.bar.customContextMenuRequested.connect(self._show_menu)
        self.bar.installEventFilter(self)
        self.list_button = icon_button("caret-down", self.tr("List of the open games"), self._show_list)
        self.list_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        in_row((self.bar, 1), self.list_button, inside=self, margins=0, spacing=0)
        games.tabs_changed.connect(self._update_tabs)
        games.course_changed.connect(self._update_course)
        clock.changed.connect(self._update_clock)
        self._update_tabs(games.tabs)

    @Slot(object)
    def _update_tabs(self, tabs: Tabs) -> None:
        self._titles = tabs.titles
        self.bar.blockSignals(True)
        while self.bar.count() > len(tabs.titles):
            self.bar.removeTab(self.bar.count() - 1)
            self._named.pop(self.bar.count(), None)
        for index, tab in enumerate(tabs.titles):
            if index == self.bar.count():
                self.bar.addTab("")
            if self.bar.tabData(index) != tab.tab:
                self.bar.setTabData(index, tab.tab)
            self._name_tab(index, tab, self._clock.state_of(tab.tab))
            if tab.tab == tabs.active:
                self.bar.setCurrentIndex(index)
        self.bar.blockSignals(False)
        self.setVisible(len(tabs.titles) > 1)

    @Slot()
    def _update_course(self) -> None:
        self._update_tabs(self._games.tabs)

    @Slot(object)
    def _update_clock(self, shown: ClockState) -> None:
        """Updates the tab whose clock runs, also in the background."""
        for index, tab in enumerate(self._titles):
            if tab.tab == shown.tab and index < self.bar.count():
                self._name_tab(index, tab, shown)

    def _name_tab(self, index: int, tab: TabTitle, clock: ClockState) -> None:
        time = running_text(clock) if tab.tab != self._games.state.tab else ""
        if self._named.get(index) == (tab, time):
            return
        self._named[index] = tab, time
        title = self.bar.fontMetrics().elidedText(
            text_of(tab.short), Qt.TextElideMode.ElideRight, theme.scaled(_WIDEST_TITLE)
        )
        text = " · ".join(filter(None, (time, ForeignText(title).caption, place_text(tab))))
        text += " •" if tab.modified else ""
        if self.bar.tabText(index) != text:
            self.bar.setTabText(index, text)
        self.bar.setTabToolTip(index, ForeignText(self.in_words(tab)).tip)
        self.bar.setAccessibleTabName(index, self.in_words(tab))
        picture = _PICTURES.get(tab.phase) if tab.phase is not None else None
        self.bar.setTabIcon(index, icon(picture) if picture else QIcon())

    def in_words(self, tab: TabTitle) -> str:
        """Returns a tab in words: `Ratsu (Club player), move 12, White to move, adjourned, not saved`."""
        parts = [text_of(tab.title)]
        if tab.result:
            parts.append(tab.result)
        else:
            parts.append(self.tr("move %1").replace("%1", str(tab.next_move)))
            parts.append(self.tr("White to move") if tab.white_to_move else self.tr("Black to move"))
        if tab.phase in (MatchPhase.RUNNING, MatchPhase.PAUSED):
            parts.append(self.tr("running"))
        if tab.phase is MatchPhase.ADJOURNED:
            parts.append(self.tr("adjourned"))
        if tab.modified:
            parts.append(self.tr("not saved"))
        return ", ".join(parts)

    def _show_list(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tab in self._titles:
            action = menu.addAction(ForeignText(self.in_words(tab)).caption)
            action.setCheckable(True)
            action.setChecked(tab.tab == self._games.tabs.active)
            action.triggered.connect(lambda _checked=False, tab=tab.tab: self._games.select_tab(tab))
        menu.popup(self.list_button.mapToGlobal(self.list_button.rect().bottomLeft()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Closes a game on a middle click, as in other programs."""
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            if event.button() == Qt.MouseButton.MiddleButton and self._bring(event.position().toPoint()):
                self.actions_by_key["close_tab"].trigger()
        return super().eventFilter(watched, event)

    def _bring(self, place: QPoint) -> bool:
        """Shows the game whose tab is at a place. Returns False if there is no tab."""
        index = self.bar.tabAt(place)
        if index >= 0:
            self.bar.setCurrentIndex(index)
        return index >= 0

    def _show_menu(self, place: QPoint) -> None:
        if self._bring(place):
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for key in _MENU:
                menu.addAction(self.actions_by_key[key]) if key else menu.addSeparator()
            menu.popup(self.bar.mapToGlobal(place))

    def _tab_chosen(self, index: int) -> None:
        number = self.bar.tabData(index)
        if isinstance(number, int):
            self._games.select_tab(number)


def place_text(tab: TabTitle) -> str:
    """Returns the result `1–0`, or the next move: `13.` for White, `12…` for Black; empty before the first move."""
    if tab.result:
        return printed_result(tab.result)
    if tab.next_move == 1 and tab.white_to_move:
        return ""
    return f"{tab.next_move}{'.' if tab.white_to_move else '…'}"
