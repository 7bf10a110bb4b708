"""Panels without content: each has a picture, a sentence and one action."""

from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.views.window.mode_bar import Mode
from desktop.views.window.panels import panel_of
from tests.desktop.views.conftest import MakeWindow

PANELS = {"chapters": "open", "book_report": "open", "learned": "new_game", "mistakes": "review", "explorer": ""}


@pytest.mark.parametrize(("key", "action"), PANELS.items())
def test_an_empty_panel_has_a_picture_a_sentence_and_an_action(
    qtbot: QtBot, make_window: MakeWindow, key: str, action: str
) -> None:
    window = make_window()
    window.services.match.adjourn()
    window.services.files.set_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    mode: Mode = panel_of(key).modes[0]
    window.show_mode(mode)
    window.body.side.show_panel(key)
    panel = window.body.side.panel(key)
    assert panel is not None
    shown = panel.findChildren(QLabel)
    qtbot.waitUntil(lambda: sum(label.isVisible() and not label.pixmap().isNull() for label in shown) == 1)
    buttons = [button for button in panel.findChildren(QPushButton) if button.isVisible()]
    (main,) = [button for button in buttons if button.property("look") == "primary"]
    if not action:  # a menu entry of its own card
        assert main.text() == "Add a file of games …" and main.isEnabled()
        return
    does = window.actions_by_key[action]
    assert main.isEnabled() == does.isEnabled()
    does.triggered.disconnect()
    does.triggered.connect(done := Mock())
    does.setEnabled(True)
    QTest.mouseClick(main, Qt.MouseButton.LeftButton)
    assert done.called
