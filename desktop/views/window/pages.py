"""The table of full-window pages, each with its action and its first-use hint.

A new page is a view on `WindowPage`, its service, a mode and a line here.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP

from desktop.views.window.mode_bar import Mode
from engine.ground.values import dataclass


@dataclass(frozen=True)
class PageSpec:
    """`view`: `module:Class`, in desktop.views. The fields of the optional action are those of `ActionSpec`; in the menu it
    follows the action `after`."""

    view: str
    hint: str
    action: str = ""
    menu: str = ""
    text: str = ""
    picture: str = ""
    keys: tuple[str, ...] = ()
    group: int = 0
    after: str = ""


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Actions", text))


PAGES: dict[Mode, PageSpec] = {
    Mode.HOME: PageSpec(
        "home.home_page:HomePage",
        _t("What waits for you: games to resume, positions to train, opponents."),
    ),
    Mode.GAMES: PageSpec(
        "games.games_page:GamesPage",
        _t("Enter opens a game in a tab. Drop a PGN file on the window to see its games here."),
        *("games", "&File", _t("&Games of the file"), "list-bullets", ("Ctrl+L",), 0, "open"),
    ),
    Mode.MIRROR: PageSpec(
        "games.mirror_page:MirrorPage",
        _t("A click on a bar lists its moves. A click on a move opens its game there."),
        *("mirror", "&Analyse", _t("Mirror of my games"), "user", ("Ctrl+Alt+M",), 3, "remove_review"),
    ),
    Mode.NIGHT: PageSpec(
        "night.night_page:NightPage",
        _t("Drop games here: they are reviewed while you sleep. A click on a line of the report shows its game."),
        *("night", "&Analyse", _t("Night work"), "moon-stars", ("Ctrl+Alt+J",), 3, "mirror"),
    ),
    Mode.LABORATORY: PageSpec(
        "engines.laboratory_page:LaboratoryPage",
        _t("Begin compares methods of search on the position of the board, with the figures of the source texts."),
        *("laboratory", "&Analyse", _t("Laboratory"), "test-tube", (), 3, "night"),
    ),
    Mode.WORLD: PageSpec(
        "world.world_page:WorldPage",
        _t("Nothing is sent before you turn the site on. Later, the same choice gets only the new games."),
        *("get_games", "&File", _t("Get my games from lichess or chess.com …"), "cloud-arrow-down", (), 1, "import"),
    ),
}
