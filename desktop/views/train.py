"""The page `Train`: its choices side by side, each made when it is first shown."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QTabBar, QVBoxLayout, QWidget

from desktop.services.bundle import Services
from desktop.views import theme

Choice = tuple[str, Callable[[Services], QWidget]]


class TrainPage(QFrame):
    """A bar with the choices where there is more than one; below it what was chosen."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self._services = services
        self._choices: tuple[Choice, ...] = (
            (self.tr("Openings"), _openings),
            (self.tr("Endgames"), _endgames),
            (self.tr("Mistakes"), _mistakes),
        )
        self._pages: dict[int, QWidget] = {}
        self.bar = QTabBar()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setAccessibleName(self.tr("What to train"))
        for text, _ in self._choices:
            self.bar.addTab(text)
        self.bar.setVisible(len(self._choices) > 1)
        self.bar.currentChanged.connect(self.show_choice)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        self._column.setSpacing(theme.SPACE)
        self._column.addWidget(self.bar)
        self.show_choice(0)

    def show_choice(self, index: int) -> None:
        """Shows one of the choices."""
        if index not in self._pages:
            self._pages[index] = self._choices[index][1](self._services)
            self._column.addWidget(self._pages[index])
        for other, page in self._pages.items():
            page.setVisible(other == index)

    def page(self, index: int) -> QWidget:
        """The page of a choice that was shown before."""
        return self._pages[index]


def _openings(services: Services) -> QWidget:
    from desktop.views.opening_trainer import OpeningTrainerView

    return OpeningTrainerView(services)


def _mistakes(services: Services) -> QWidget:
    from desktop.views.retry import MistakesPage

    return MistakesPage(services)


def _endgames(services: Services) -> QWidget:
    from desktop.views.endgame_trainer import EndgameTrainerView

    return EndgameTrainerView(services)
