"""The card of the mode Analyse: engine, review, explanation; one at a time."""

from enum import Enum

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.analysis import AnalysisPanel


class AnalysePage(Enum):
    """The pages, by their place."""

    ENGINE = 0
    REVIEW = 1
    EXPLAIN = 2


class AnalyseCard(QWidget):
    """Pages are made, and their modules imported, when they are shown first."""

    def __init__(self, services: Services, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services, self._actions = services, actions
        self.pages: dict[AnalysePage, QWidget] = {}
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Parts of the analysis"))
        for text in (self.tr("Engine"), self.tr("Review"), self.tr("Explain")):
            self.tabs.addTab(text)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)
        self._column.addWidget(self.tabs)
        self.tabs.currentChanged.connect(lambda index: self.show_page(AnalysePage(index)))
        self.show_page(AnalysePage.ENGINE)

    @property
    def engine(self) -> AnalysisPanel:
        """The panel with the lines."""
        panel = self.pages[AnalysePage.ENGINE]
        assert isinstance(panel, AnalysisPanel), "made at the start"
        return panel

    def show_page(self, page: AnalysePage) -> None:
        """Shows one page."""
        if page not in self.pages:
            self.pages[page] = self._make(page)
            self._column.addWidget(self.pages[page])
        self.tabs.setCurrentIndex(page.value)
        for other, widget in self.pages.items():
            widget.setVisible(other is page)

    def _make(self, page: AnalysePage) -> QWidget:
        if page is AnalysePage.REVIEW:
            from desktop.views.review import ReviewPanel

            return ReviewPanel(self._services, self._actions)
        if page is AnalysePage.EXPLAIN:
            from desktop.views.explain import ExplainPanel

            return ExplainPanel(self._services)
        return AnalysisPanel(self._services, self._actions)
