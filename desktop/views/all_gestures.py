"""The list of all gestures classes. A new group of actions is a class in its own file and a line here."""

from desktop.views.gestures.analysis_gestures import AnalysisGestures
from desktop.views.gestures.book_gestures import BookActions
from desktop.views.gestures.edit_gestures import EditGestures
from desktop.views.gestures.engine_gestures import EngineGestures
from desktop.views.gestures.export_gestures import ExportGestures
from desktop.views.gestures.file_gestures import FileGestures
from desktop.views.gestures.game_gestures import GameGestures
from desktop.views.gestures.help_gestures import HelpGestures
from desktop.views.gestures.panel_gestures import PanelGestures
from desktop.views.gestures.play_gestures import PlayGestures
from desktop.views.gestures.position_gestures import PositionGestures
from desktop.views.gestures.preparation_gestures import PreparationGestures
from desktop.views.gestures.recent_menu import RecentFiles
from desktop.views.gestures.spoken_gestures import SpokenGestures
from desktop.views.gestures.view_gestures import ViewGestures
from desktop.views.kit.making import Make
from desktop.views.window.hints import FirstUseHints
from engine.ground.values import dataclass

# Classes that only connect actions with services. The window owns them as child objects.
JOINED = (
    EditGestures,
    ViewGestures,
    AnalysisGestures,
    PanelGestures,
    BookActions,
    PreparationGestures,
    HelpGestures,
    EngineGestures,
    PlayGestures,
    RecentFiles,
    SpokenGestures,
    ExportGestures,
)


@dataclass(frozen=True)
class Gestures:
    """The gestures classes that the window itself calls."""

    game: GameGestures
    files: FileGestures
    positions: PositionGestures
    hints: FirstUseHints


def make_gestures(make: Make) -> Gestures:
    """Makes all gestures objects."""
    for gestures in JOINED:
        make(gestures)
    return Gestures(make(GameGestures), make(FileGestures), make(PositionGestures), make(FirstUseHints))
