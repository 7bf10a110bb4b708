"""How each panel of desktop.views.panels is made: its module is imported when the panel is first shown."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.services.bundle import Services

Actions = dict[str, QAction]


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

    return OpeningTrainerView(services)


def _endgames(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.endgame_trainer import EndgameTrainerView

    return EndgameTrainerView(services)


MAKERS: dict[str, Callable[[Services, Actions], QWidget]] = {
    "game": _origin,
    "analysis": _analysis,
    "review": _review,
    "explain": _explain,
    "book": _book,
    "explorer": _explorer,
    "book_report": _book_report,
    "learned": _learning,
    "tablebase": _tablebase,
    "openings": _openings,
    "endgames": _endgames,
    "mistakes": _mistakes,
}


def make_panel(key: str, services: Services, actions: Actions) -> QWidget:
    """The panel, made anew. Raises KeyError for a key that is not in desktop.views.panels."""
    return MAKERS[key](services, actions)
