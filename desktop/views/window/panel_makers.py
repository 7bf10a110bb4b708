"""How each panel of desktop.views.window.panels is made: its module is imported when the panel is first shown."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop.services.all_services import Services


def make_panel(key: str, services: Services, actions: dict[str, QAction]) -> QWidget:
    """The panel, made again. Raises KeyError for a key that is not in desktop.views.window.panels."""
    match key:
        case "game":
            from desktop.views.game.move_source import MoveSourceCard

            return MoveSourceCard(services, actions)
        case "analysis":
            from desktop.views.analysis.analysis_panel import AnalysisPanel

            return AnalysisPanel(services, actions)
        case "review":
            from desktop.views.analysis.review import ReviewPanel

            return ReviewPanel(services)
        case "explain":
            from desktop.views.analysis.explain import ExplainPanel

            return ExplainPanel(services)
        case "book":
            from desktop.views.book.book_panel import BookPanel

            return BookPanel(services, actions)
        case "explorer":
            from desktop.views.book.explorer import ExplorerCard

            return ExplorerCard(services)
        case "book_report":
            from desktop.views.book.book_report import ReportPanel

            return ReportPanel(services)
        case "learned":
            from desktop.views.book.learning import LearningPanel

            return LearningPanel(services)
        case "tablebase":
            from desktop.views.tables.tablebase_panel import TablebasePanel

            return TablebasePanel(services)
        case "online":
            from desktop.views.world.online_panel import OnlinePanel

            return OnlinePanel(services, actions)
        case "broadcast":
            from desktop.views.world.broadcast_panel import BroadcastPanel

            return BroadcastPanel(services, actions)
        case "openings":
            from desktop.views.book.opening_trainer import OpeningTrainerView

            return OpeningTrainerView(services)
        case "endgames":
            from desktop.views.tables.endgame_trainer import EndgameTrainerView

            return EndgameTrainerView(services)
        case "tactics":
            from desktop.views.analysis.tactics import TacticsPage

            return TacticsPage(services)
        case "mistakes":
            from desktop.views.analysis.retry import MistakesPage

            return MistakesPage(services)
    raise KeyError(key)
