"""Services and views receive the services that they use. Only the composition and the window know all of them."""

import ast
from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.services.files.collection_service import CollectionService
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.services.game.game_service import GameService
from desktop.views.games.search_dialog import SearchDialog
from tests.helpers.cimports import ROOT

MAKES_THEM = "desktop/services/all_services.py"
KNOW_ALL = {"desktop/compose.py", "desktop/program.py", "desktop/views/main_window.py"}


def _names_all(path: Path) -> bool:
    """Whether a module takes, keeps or imports all services. Packages that are called so are not meant."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                if name in ("Services", "services", "_services"):
                    return True
    return False


def test_only_the_composition_and_the_window_know_all_services() -> None:
    modules = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "desktop").rglob("*.py")}
    assert {name for name, path in modules.items() if _names_all(path)} == KNOW_ALL | {MAKES_THEM}


def test_a_view_is_built_from_the_services_that_it_needs(qtbot: QtBot) -> None:
    games, collection = GameService(), CollectionService(None)
    dialog = SearchDialog(games, collection, SavedSearchService(None))
    qtbot.addWidget(dialog)
    dialog.board.setCurrentIndex(2)
    assert dialog.query().structure == games.state.fen
    assert collection.close() and games.close()
