"""The parts of the window, one line each. A new feature is a class in a file of its own and a line here."""

from dataclasses import dataclass

from desktop.views.analysis_gestures import AnalysisGestures
from desktop.views.book_actions import BookActions
from desktop.views.edit_gestures import EditGestures
from desktop.views.engine_gestures import EngineGestures
from desktop.views.export_gestures import ExportGestures
from desktop.views.file_gestures import FileGestures
from desktop.views.film_gestures import FilmGestures
from desktop.views.frame import Frame
from desktop.views.game_gestures import GameGestures
from desktop.views.help_gestures import HelpGestures
from desktop.views.hints import Hints
from desktop.views.panel_gestures import PanelGestures
from desktop.views.play_gestures import PlayGestures
from desktop.views.position_gestures import PositionGestures
from desktop.views.recent_menu import RecentFiles
from desktop.views.spoken_gestures import SpokenGestures
from desktop.views.view_gestures import ViewGestures

# Those that only join actions with services. They live as children of the window.
JOINED = (
    EditGestures,
    ViewGestures,
    AnalysisGestures,
    PanelGestures,
    BookActions,
    HelpGestures,
    EngineGestures,
    PlayGestures,
    RecentFiles,
    SpokenGestures,
    ExportGestures,
    FilmGestures,
)


@dataclass(frozen=True)
class Parts:
    """Those that the window itself calls."""

    game: GameGestures
    files: FileGestures
    positions: PositionGestures
    hints: Hints


def make_parts(frame: Frame) -> Parts:
    """Makes all parts."""
    for part in JOINED:
        part(frame)
    return Parts(GameGestures(frame), FileGestures(frame), PositionGestures(frame), Hints(frame))
