"""The book's card: the moves of the position, the report of the game, and what was learned; one at a time."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.book import BookPanel
from desktop.views.book_pages import BookPage


class BookCard(QWidget):
    """Pages are made, and their modules imported, when they are shown first."""

    def __init__(self, services: Services, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services, self._actions = services, actions
        self.pages: dict[BookPage, QWidget] = {}
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Parts of the book"))
        for text in (self.tr("Moves"), self.tr("Report"), self.tr("Learned")):
            self.tabs.addTab(text)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)
        self._column.addWidget(self.tabs)
        self.tabs.currentChanged.connect(lambda index: self.show_page(BookPage(index)))
        self.show_page(BookPage.MOVES)

    def show_page(self, page: BookPage) -> None:
        """Shows one page."""
        if page not in self.pages:
            self.pages[page] = self._make(page)
            self._column.addWidget(self.pages[page])
        self.tabs.setCurrentIndex(page.value)
        for other, widget in self.pages.items():
            widget.setVisible(other is page)

    def _make(self, page: BookPage) -> QWidget:
        if page is BookPage.REPORT:
            from desktop.views.book_report import ReportPanel

            return ReportPanel(self._services)
        if page is BookPage.LEARNED:
            from desktop.views.learning import LearningPanel

            return LearningPanel(self._services)
        return BookPanel(self._services, self._actions)
