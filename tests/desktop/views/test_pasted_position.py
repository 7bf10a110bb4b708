"""A pasted position whose missing parts were guessed."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from desktop.views.setup.position_dialog import PositionDialog
from engine.game.tree import Game
from tests.desktop.views.conftest import MakeWindow


def test_what_was_guessed_in_a_pasted_position_can_be_changed_at_once(make_window: MakeWindow) -> None:
    window = make_window()
    assert window.services.files.paste("8/8/8/8/8/4k3/4p3/4K3 w KQ - - -")
    notice = window.body.messages.notices[-1]
    window.services.game.open_tab(Game.new())
    button = next(one for one in notice.findChildren(QAbstractButton) if one.text() == "Change it …")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    assert window.services.game.state.fen == "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
    assert dialog.fen.text() == window.services.game.state.fen
    dialog.reject()
