"""The right side: what the mode shows, and the notation under it (beside it where there is room)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QTabBar, QVBoxLayout, QWidget

from desktop.model.state import GameState, Tabs
from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.book_pages import BookPage
from desktop.views.graph_card import GraphCard
from desktop.views.notation import NotationView
from desktop.views.origin import OriginCard
from desktop.views.rail import Mode

if TYPE_CHECKING:
    from desktop.views.explorer import ExplorerCard

_TWO_COLUMNS = 1000  # from this width on the notation stands beside the panels
LEAST_WIDTH = 368
_MOVE_ACTIONS = ("annotate", "good", "mistake", "promote", "demote", "delete", "play_from_here", "copy_fen", "headers")


class SidePanel(QWidget):
    """Owns the cards of the modes; a card is made, and its module imported, when it is shown first."""

    def __init__(self, services: Services, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._actions = actions
        self._cards: dict[Mode, QWidget] = {}
        self.explorer: ExplorerCard | None = None
        self._mode = Mode.PLAY
        self._flipped = False
        self.notation = NotationView()
        self.notation.node_chosen.connect(services.game.go_to)
        self.notation.menu_wanted.connect(self._show_menu)
        self._actions = actions
        self.tabs = QTabBar()
        self._arrange()
        services.collection.changed.connect(lambda _state: self._show_explorer(self._mode is Mode.BOOK))
        services.game.state_changed.connect(self._update_game)
        services.game.tabs_changed.connect(self._update_tabs)
        self._update_game(services.game.state)
        self._update_tabs(services.game.tabs)
        self.show_mode(Mode.PLAY)

    def _arrange(self) -> None:
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setTabsClosable(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName(self.tr("Open games"))
        self.tabs.currentChanged.connect(self._tab_chosen)
        sheet = QFrame()
        sheet.setProperty("look", "card")
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        inner.addWidget(self.tabs)
        inner.addWidget(self.notation, 1)
        self._upper = QVBoxLayout()
        self._upper.setSpacing(2 * theme.SPACE)
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(2 * theme.SPACE)
        self._columns.addLayout(self._upper)
        self._columns.addWidget(sheet, 1)
        self.graph = GraphCard(self._services)
        self._upper.addWidget(self.graph)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns where there is room for them."""
        wide = self.width() >= _TWO_COLUMNS
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._columns.setStretch(0, 1 if wide else 0)
        self._columns.setStretch(1, 1)

    def show_mode(self, mode: Mode) -> None:
        """Shows the card of a mode."""
        card = self._cards.get(mode)
        if card is None:
            card = self._cards[mode] = self._make(mode)
            self._upper.insertWidget(0, card)
            self._turn_card()
            if len(self._cards) == 1:
                self._upper.addStretch(1)
        self._mode = mode
        for other, shown in self._cards.items():
            shown.setVisible(other is mode)
        self._show_explorer(mode is Mode.BOOK)
        self.graph.want(mode in (Mode.PLAY, Mode.ANALYSE))

    def _show_explorer(self, shown: bool) -> None:
        """What the collection says stands under the book, where there is a collection."""
        shown = shown and self._services.collection.exists
        if shown and self.explorer is None:
            from desktop.views.explorer import ExplorerCard

            self.explorer = ExplorerCard(self._services)
            self._upper.insertWidget(1, self.explorer)
        if self.explorer is not None:
            self.explorer.setVisible(shown)

    @Slot(bool)
    def set_flipped(self, flipped: bool) -> None:
        """The little boards of the analysis stand as the large one."""
        self._flipped = flipped
        self._turn_card()

    def _turn_card(self) -> None:
        card = self._cards.get(Mode.ANALYSE)
        if card is None:
            return
        from desktop.views.analyse_card import AnalyseCard

        if isinstance(card, AnalyseCard):
            card.engine.set_flipped(self._flipped)

    def show_book_page(self, page: BookPage) -> None:
        """Shows a page of the book's card, which is shown."""
        from desktop.views.book_card import BookCard

        card = self._cards.get(Mode.BOOK)
        if isinstance(card, BookCard):
            card.show_page(page)

    def card(self, mode: Mode) -> QWidget | None:
        """The card of a mode, None before it was shown."""
        return self._cards.get(mode)

    def _make(self, mode: Mode) -> QWidget:
        if mode is Mode.ANALYSE:
            from desktop.views.analyse_card import AnalyseCard

            return AnalyseCard(self._services, self._actions)
        if mode is Mode.BOOK:
            from desktop.views.book_card import BookCard

            return BookCard(self._services, self._actions)
        if mode is Mode.TABLES:
            from desktop.views.tablebase import TablebasePanel

            return TablebasePanel(self._services)
        if mode is Mode.TRAIN:
            from desktop.views.train import TrainPage

            return TrainPage(self._services)
        return OriginCard(self._services)

    @Slot(object)
    def _show_menu(self, place: QPoint) -> None:
        """What can be done with the chosen move."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._actions[key] for key in _MOVE_ACTIONS])
        menu.popup(place)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self.notation.show_game(state.game, state.current)

    @Slot(object)
    def _update_tabs(self, tabs: Tabs) -> None:
        self.tabs.blockSignals(True)
        while self.tabs.count() > len(tabs.titles):
            self.tabs.removeTab(self.tabs.count() - 1)
        for index, tab in enumerate(tabs.titles):
            if index == self.tabs.count():
                self.tabs.addTab("")
            title = tab.title.replace("&", "&&") + (" •" if tab.modified else "")
            if self.tabs.tabText(index) != title:
                self.tabs.setTabText(index, title)
            self.tabs.setTabData(index, tab.tab)
            if tab.tab == tabs.active:
                self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(len(tabs.titles) > 1)

    def _tab_chosen(self, index: int) -> None:
        number = self.tabs.tabData(index)
        if isinstance(number, int):
            self._services.game.select_tab(number)
