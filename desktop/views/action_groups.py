"""The list of all classes of actions. A new group of actions is a class in its own file and a line here."""

from desktop.views.actions.analysis_actions import AnalysisActions
from desktop.views.actions.book_actions import BookActions
from desktop.views.actions.edit_actions import EditActions
from desktop.views.actions.engine_actions import EngineActions
from desktop.views.actions.export_actions import ExportActions
from desktop.views.actions.file_actions import FileActions
from desktop.views.actions.game_actions import GameActions
from desktop.views.actions.help_actions import HelpActions
from desktop.views.actions.panel_actions import PanelActions
from desktop.views.actions.play_actions import PlayActions
from desktop.views.actions.position_actions import PositionActions
from desktop.views.actions.preparation_actions import PreparationActions
from desktop.views.actions.recent_menu import RecentFiles
from desktop.views.actions.room_actions import RoomActions
from desktop.views.actions.spoken_actions import SpokenActions
from desktop.views.actions.view_actions import ViewActions
from desktop.views.help.first_use_hints import FirstUseHints
from desktop.views.kit.view_factory import ViewFactory
from engine.ground.values import dataclass

# Classes that only connect actions with services. The window owns them as child objects.
JOINED = (
    EditActions,
    ViewActions,
    AnalysisActions,
    PanelActions,
    BookActions,
    PreparationActions,
    HelpActions,
    EngineActions,
    PlayActions,
    RecentFiles,
    SpokenActions,
    ExportActions,
)


@dataclass(frozen=True)
class ActionGroups:
    """The classes of actions that the window itself calls."""

    game: GameActions
    room: RoomActions
    files: FileActions
    positions: PositionActions
    hints: FirstUseHints


def make_action_groups(make: ViewFactory) -> ActionGroups:
    for group in JOINED:
        make(group)
    made = ActionGroups(
        make(GameActions), make(RoomActions), make(FileActions), make(PositionActions), make(FirstUseHints)
    )
    made.positions.play_wanted.connect(made.room.ask_from)
    return made
