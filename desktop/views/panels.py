"""The panels in one table: name, picture, the modes that show them, and how they are made. Tabs and menu come from it.

A new panel is a line here and a function that imports its module when the panel is first shown. It may be made for a
width of 340 pixels and any height: what does not fit is scrolled.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.rail import Mode

Actions = dict[str, QAction]


@dataclass(frozen=True)
class PanelSpec:
    """`modes`: where the panel is a tab from the start; the first panel of a mode is in front there. `keys` as in actions."""

    key: str
    text: str
    picture: str
    modes: tuple[Mode, ...]
    make: Callable[[Services, Actions], QWidget]
    keys: tuple[str, ...] = ()


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Panels", text))


def _with_margins(panel: QWidget) -> QWidget:
    """For a panel that is no card and draws up to its edges."""
    panel.setContentsMargins(3 * theme.SPACE, theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
    return panel


def _origin(services: Services, actions: Actions) -> QWidget:
    from desktop.views.origin import OriginCard

    return OriginCard(services, actions)


def _analysis(services: Services, actions: Actions) -> QWidget:
    from desktop.views.analysis import AnalysisPanel

    return AnalysisPanel(services, actions)


def _review(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.review import ReviewPanel

    return ReviewPanel(services)


def _explain(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.explain import ExplainPanel

    return ExplainPanel(services)


def _mistakes(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.retry import MistakesPage

    return MistakesPage(services)


def _book(services: Services, actions: Actions) -> QWidget:
    from desktop.views.book import BookPanel

    return BookPanel(services, actions)


def _book_report(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.book_report import ReportPanel

    return ReportPanel(services)


def _learning(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.learning import LearningPanel

    return LearningPanel(services)


def _explorer(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.explorer import ExplorerCard

    return ExplorerCard(services)


def _tablebase(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.tablebase import TablebasePanel

    return TablebasePanel(services)


def _openings(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.opening_trainer import OpeningTrainerView

    return _with_margins(OpeningTrainerView(services))


def _endgames(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.endgame_trainer import EndgameTrainerView

    return _with_margins(EndgameTrainerView(services))


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec("game", _t("Game"), "horse", (Mode.PLAY,), _origin),
    PanelSpec("analysis", _t("Engine"), "cpu", (Mode.ANALYSE,), _analysis),
    PanelSpec("review", _t("Review"), "chart-line", (Mode.ANALYSE,), _review),
    PanelSpec("explain", _t("Explain"), "scales", (Mode.ANALYSE,), _explain),
    PanelSpec("book", _t("Book"), "book-open", (Mode.BOOK,), _book),
    PanelSpec("explorer", _t("Explorer"), "compass", (Mode.BOOK, Mode.ANALYSE), _explorer),
    PanelSpec("book_report", _t("Report"), "target", (Mode.BOOK,), _book_report),
    PanelSpec("learned", _t("Learned"), "brain", (Mode.BOOK,), _learning),
    PanelSpec("tablebase", _t("Tablebases"), "database", (Mode.TABLES, Mode.ANALYSE), _tablebase),
    PanelSpec("openings", _t("Openings"), "graduation-cap", (Mode.TRAIN,), _openings),
    PanelSpec("endgames", _t("Endgames"), "crown", (Mode.TRAIN,), _endgames),
    PanelSpec("mistakes", _t("Mistakes"), "repeat", (Mode.TRAIN,), _mistakes),
)
KEYS = tuple(panel.key for panel in PANELS)


def panel_of(key: str) -> PanelSpec:
    """:raises KeyError: there is no such panel."""
    for panel in PANELS:
        if panel.key == key:
            return panel
    raise KeyError(key)


def defaults_of(mode: Mode) -> tuple[str, ...]:
    """The panels that a mode shows by itself."""
    return tuple(panel.key for panel in PANELS if mode in panel.modes)
