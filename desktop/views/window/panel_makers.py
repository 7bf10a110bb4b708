"""How each panel of desktop.views.window.panels is made: its module is imported when the panel is first shown."""

from PySide6.QtWidgets import QWidget

from desktop.views.kit.making import Make


def make_panel(key: str, make: Make) -> QWidget:
    """The panel, made again. Raises KeyError for a key that is not in desktop.views.window.panels."""
    match key:
        case "game":
            from desktop.views.game.move_source import MoveSourceCard

            return make(MoveSourceCard)
        case "analysis":
            from desktop.views.analysis.analysis_panel import AnalysisPanel

            return make(AnalysisPanel)
        case "review":
            from desktop.views.analysis.review import ReviewPanel

            return make(ReviewPanel)
        case "explain":
            from desktop.views.analysis.explain import ExplainPanel

            return make(ExplainPanel)
        case "book":
            from desktop.views.book.book_panel import BookPanel

            return make(BookPanel)
        case "explorer":
            from desktop.views.book.explorer import ExplorerCard

            return make(ExplorerCard)
        case "book_report":
            from desktop.views.book.book_report import ReportPanel

            return make(ReportPanel)
        case "learned":
            from desktop.views.book.learning import LearningPanel

            return make(LearningPanel)
        case "tablebase":
            from desktop.views.tables.tablebase_panel import TablebasePanel

            return make(TablebasePanel)
        case "online":
            from desktop.views.world.online_panel import OnlinePanel

            return make(OnlinePanel)
        case "broadcast":
            from desktop.views.world.broadcast_panel import BroadcastPanel

            return make(BroadcastPanel)
        case "openings":
            from desktop.views.book.opening_trainer import OpeningTrainerView

            return make(OpeningTrainerView)
        case "endgames":
            from desktop.views.tables.endgame_trainer import EndgameTrainerView

            return make(EndgameTrainerView)
        case "tactics":
            from desktop.views.analysis.tactics import TacticsPage

            return make(TacticsPage)
        case "mistakes":
            from desktop.views.analysis.retry import MistakesPage

            return make(MistakesPage)
    raise KeyError(key)
