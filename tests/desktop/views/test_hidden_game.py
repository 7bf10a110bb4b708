"""Keys on a page over the board leave the game behind it alone."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from engine.game.move_choice import ChoiceSource
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_small_defects import awake
from tests.desktop.window_doubles import ScriptedChooser


@pytest.mark.parametrize("mode", list(PAGES), ids=lambda mode: mode.value)
def test_no_move_is_typed_or_taken_back_on_a_page(qtbot: QtBot, make_window: MakeWindow, mode: Mode) -> None:
    """A slash led to the line beside the hidden board, where a move was made unseen; Backspace took one back."""
    window = make_window(ScriptedChooser([("e7e5", ChoiceSource.SEARCH, "depth 8, +0.10")]))
    game, actions = window.services.game, window.actions_by_key
    window.services.match.new_game(NewGame())
    window.services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: game.state.current == 2, timeout=10_000)
    assert actions["take_back"].isEnabled() and actions["type_move"].isEnabled()
    window.show_mode(mode)
    awake(window, qtbot)
    before = game.state.game
    for key in "/Nf3\r\b":
        QTest.keyClicks(QApplication.focusWidget() or window, key)
    assert game.state.game is before
    assert not actions["take_back"].isEnabled() and not actions["type_move"].isEnabled()
    window.show_mode(Mode.PLAY)
    assert actions["take_back"].isEnabled() and actions["type_move"].isEnabled()
