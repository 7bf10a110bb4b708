"""A panel is made when it is first shown. Then it shows the same as one that was there before everything happened."""

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.views.kit.view_factory import view_named
from desktop.views.window.panels import PANELS, PanelSpec
from engine.pgn.reader import games_of
from tests.desktop.views.conftest import MakeView

GAME = (
    '[White "Ann"]\n[Black "Bob"]\n[Event "Open"]\n[Date "2024.05.06"]\n[WhiteElo "2100"]\n[Result "1-0"]\n\n'
    "1. e4 {[%eval 0.3]} e5 2. Nf3 Nc6 3. Bb5 {the Spanish} a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 5. O-O Be7 1-0\n"
)


def happen(services: Services) -> None:
    """A game is opened, walked through and edited, another is begun, and the user comes back to the first."""
    services.match.adjourn()
    first = services.game.open_tab(games_of(GAME)[0])
    services.game.go_to(services.game.state.game.main_line()[4].id)
    services.game.set_comment(services.game.state.current, "a comment")
    services.game.toggle_nag(services.game.state.current, 1)
    services.game.open_tab(games_of("1. d4 d5 2. c4 e6 *")[0])
    services.game.go_last()
    services.game.play_move("b1c3")
    services.game.select_tab(first)
    services.game.go_forward()


def told(view: QWidget) -> list[object]:
    """What can be read and pressed in a view, part by part."""
    found: list[object] = []
    for part in view.findChildren(QWidget):
        if not part.isVisibleTo(view):
            continue
        text = part.text() if isinstance(part, QLabel | QAbstractButton | QLineEdit) else ""
        rows = part.model().rowCount() if isinstance(part, QAbstractItemView) and part.model() is not None else 0
        checked = isinstance(part, QAbstractButton) and part.isChecked()
        found.append((type(part).__name__, text, part.accessibleName(), part.isEnabled(), checked, rows))
    return found


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.key)
def test_a_panel_made_late_shows_what_one_made_early_shows(qtbot: QtBot, make_view: MakeView, panel: PanelSpec) -> None:
    view = view_named(panel.view)
    early = make_view(view)
    happen(early.services)
    late = make_view(view, services=early.services)
    qtbot.waitUntil(lambda: told(late.view) == told(early.view), timeout=10_000)
