"""How each panel of desktop.views.window.panels is made: its module is imported when the panel is first shown."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.services.all_services import Services

Actions = dict[str, QAction]


def _origin(services: Services, actions: Actions) -> QWidget:
    from desktop.views.game.move_source import MoveSourceCard

    return MoveSourceCard(services, actions)


def _analysis(services: Services, actions: Actions) -> QWidget:
    from desktop.views.analysis.analysis_panel import AnalysisPanel

    return AnalysisPanel(services, actions)


def _review(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.analysis.review import ReviewPanel

    return ReviewPanel(services)


def _explain(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.analysis.explain import ExplainPanel

    return ExplainPanel(services)


def _mistakes(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.analysis.retry import MistakesPage

    return MistakesPage(services)


def _tactics(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.analysis.tactics import TacticsPage

    return TacticsPage(services)


def _book(services: Services, actions: Actions) -> QWidget:
    from desktop.views.book.book_panel import BookPanel

    return BookPanel(services, actions)


def _book_report(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.book.book_report import ReportPanel

    return ReportPanel(services)


def _learning(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.book.learning import LearningPanel

    return LearningPanel(services)


def _explorer(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.book.explorer import ExplorerCard

    return ExplorerCard(services)


def _tablebase(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.tables.tablebase_panel import TablebasePanel

    return TablebasePanel(services)


def _openings(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.book.opening_trainer import OpeningTrainerView

    return OpeningTrainerView(services)


def _endgames(services: Services, _actions: Actions) -> QWidget:
    from desktop.views.tables.endgame_trainer import EndgameTrainerView

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
    "tactics": _tactics,
    "mistakes": _mistakes,
}


def make_panel(key: str, services: Services, actions: Actions) -> QWidget:
    """The panel, made again. Raises KeyError for a key that is not in desktop.views.window.panels."""
    return MAKERS[key](services, actions)
