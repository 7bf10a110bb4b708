"""The table of panels: name, icon, and the modes that show them. Tabs and menu are built from it.

A new panel is a line here. It must fit a width of 340 pixels and any height: it scrolls.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP

from desktop.views.window.mode_bar import Mode
from engine.ground.values import dataclass


@dataclass(frozen=True)
class PanelSpec:
    """`modes`: the modes with this panel as a tab from the start; the first panel of a mode is in front. `view`: `module:Class`,
    in desktop.views. `keys`: as in `ActionSpec`. `on_request`: a tab only once it was asked for, by menu, key or palette."""

    key: str
    text: str
    picture: str
    modes: tuple[Mode, ...]
    view: str
    keys: tuple[str, ...] = ()
    on_request: bool = False


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Panels", text))


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec("game", _t("Game"), "horse", (Mode.PLAY,), "game.status_card:StatusCard"),
    PanelSpec(
        "correspondence",
        _t("Correspondence"),
        "envelope",
        (Mode.PLAY,),
        "game.correspondence_panel:CorrespondencePanel",
    ),
    PanelSpec("analysis", _t("Engine"), "cpu", (Mode.ANALYSE,), "analysis.analysis_panel:AnalysisPanel"),
    PanelSpec("review", _t("Review"), "chart-line", (Mode.ANALYSE,), "analysis.review_panel:ReviewPanel"),
    PanelSpec("explain", _t("Explain"), "scales", (Mode.ANALYSE,), "analysis.explain_panel:ExplainPanel"),
    PanelSpec("look", _t("Deep"), "shield-check", (Mode.ANALYSE,), "analysis.deep_look_panel:DeepLookPanel"),
    PanelSpec(
        *("project", _t("Project"), "git-branch", (Mode.ANALYSE,), "projects.project_panel:ProjectPanel"),
        on_request=True,
    ),
    PanelSpec("book", _t("Book"), "book-open", (Mode.BOOK,), "book.book_panel:BookPanel"),
    PanelSpec("explorer", _t("Explorer"), "compass", (Mode.BOOK, Mode.ANALYSE), "book.explorer_card:ExplorerCard"),
    PanelSpec("chapters", _t("Chapters"), "list-numbers", (Mode.BOOK,), "games.chapters_panel:ChaptersPanel"),
    PanelSpec("book_report", _t("Report"), "target", (Mode.BOOK,), "book.book_report:ReportPanel"),
    PanelSpec("learned", _t("Learned"), "brain", (Mode.BOOK,), "book.learning_panel:LearningPanel"),
    PanelSpec("tablebase", _t("Tables"), "database", (Mode.TABLES,), "tables.tablebase_panel:TablebasePanel"),
    PanelSpec("online", _t("Online"), "globe", (Mode.TABLES,), "world.online_panel:OnlinePanel"),
    PanelSpec("broadcast", _t("Broadcast"), "broadcast", (Mode.TABLES,), "world.broadcast_panel:BroadcastPanel"),
    PanelSpec("openings", _t("Openings"), "graduation-cap", (Mode.TRAIN,), "book.opening_trainer:OpeningTrainerView"),
    PanelSpec("endgames", _t("Endgames"), "crown", (Mode.TRAIN,), "tables.endgame_trainer:EndgameTrainerView"),
    PanelSpec("tactics", _t("Tactics"), "puzzle-piece", (Mode.TRAIN,), "analysis.tactics_page:TacticsPage"),
    PanelSpec("mistakes", _t("Mistakes"), "repeat", (Mode.TRAIN,), "analysis.mistakes_page:MistakesPage"),
    PanelSpec("practice", _t("Drills"), "chalkboard", (Mode.TRAIN,), "analysis.practice_page:PracticePage"),
)
KEYS = tuple(panel.key for panel in PANELS)


def panel_of(key: str) -> PanelSpec:
    """Returns the panel with this key.

    :raises KeyError: if the key is unknown.
    """
    for panel in PANELS:
        if panel.key == key:
            return panel
    raise KeyError(key)


def defaults_of(mode: Mode) -> tuple[str, ...]:
    """The default panels of a mode."""
    return tuple(panel.key for panel in PANELS if mode in panel.modes and not panel.on_request)
