"""What another page leaves as it was: the switch of the analysis, and the keyboard of the board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from engine.game.tree import Game
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_small_defects import awake

BOARD_MODES = [mode for mode in Mode if mode not in PAGES]


def open_next(services: Services) -> None:
    game, _ = Game.new().add_move(0, "d2d4")
    services.game.open_tab(game)


def test_analysis_that_was_switched_off_stays_off(make_window: MakeWindow) -> None:
    """It began again with the next game from the list, from a file, and with games that were merged."""
    window = make_window()
    services = window.services

    def running() -> bool:
        return services.analysis.state.running

    window.show_mode(Mode.ANALYSE)
    assert running()
    window.actions_by_key["analysis"].trigger()
    assert not running()
    for mode in PAGES:  # a game that is opened while a page is shown leads back to the board
        window.show_mode(mode)
        open_next(services)
        assert window.modes.mode is Mode.ANALYSE and not running(), mode
    for mode in BOARD_MODES:
        window.show_mode(mode)
        open_next(services)
        window.show_mode(Mode.ANALYSE)
        assert not running(), mode
    window.actions_by_key["analysis"].trigger()
    assert running()
    window.show_mode(Mode.PLAY)
    assert not running()
    window.show_mode(Mode.ANALYSE)
    assert running()


@pytest.mark.parametrize("page", list(PAGES), ids=lambda mode: mode.value)
def test_after_a_page_the_arrow_keys_are_the_boards(qtbot: QtBot, make_window: MakeWindow, page: Mode) -> None:
    """After Home and Analyse the keyboard was in the field "Like you"; after Home and Book on a button."""
    window = make_window(width=1300, height=800)
    awake(window, qtbot)
    game = window.services.game
    window.services.settings.set("people_moves", True)
    for uci in ("e2e4", "e7e5"):
        game.play_move(uci)
    for mode in BOARD_MODES:
        game.go_first()
        window.show_mode(page)
        QApplication.processEvents()
        awake(window, qtbot)  # the offscreen display has taken the keyboard away
        window.body.mode_bar.buttons[mode].click()
        QApplication.processEvents()
        for key, node in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_End, 2), (Qt.Key.Key_Home, 0)):
            QTest.keyClick(QApplication.focusWidget() or window, key)
            assert game.state.current == node, (mode, key, QApplication.focusWidget())


def test_from_board_to_board_the_arrow_keys_stay_the_boards(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(width=1300, height=800)
    awake(window, qtbot)
    game = window.services.game
    window.services.settings.set("people_moves", True)
    game.play_move("e2e4")
    for before in BOARD_MODES:
        for after in BOARD_MODES:
            game.go_first()
            window.show_mode(before)
            window.body.side.stack.setFocus()
            QTest.keyClick(window, Qt.Key.Key_Tab)  # somewhere in the panel
            window.show_mode(after)
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Right)
            assert before is after or game.state.current == 1, (before, after, QApplication.focusWidget())
