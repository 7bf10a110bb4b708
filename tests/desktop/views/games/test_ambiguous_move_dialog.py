"""The question about a doubtful move, with the mouse and the keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.views.games.ambiguous_move_dialog import AmbiguousMoveDialog
from tests.desktop.views.conftest import MakeWindow

TEXT = "Both: 1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nd2 Be7 5. e3 O-O"


def test_a_pasted_doubtful_move_is_chosen_with_the_keyboard(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    QGuiApplication.clipboard().setText(TEXT)
    window.actions_by_key["paste"].trigger()
    dialog = window.findChild(AmbiguousMoveDialog)
    assert dialog is not None
    assert [dialog.list.item(row).text() for row in range(2)] in (["Nbd2", "Nfd2"], ["Nfd2", "Nbd2"])
    second = dialog.list.item(1).text()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    game = window.services.game
    qtbot.waitUntil(lambda: len(game.state.game.main_line()) == 10)
    assert game.state.game.main_line()[6].san == second


def test_the_question_quotes_the_text_in_its_own_letters(make_window: MakeWindow) -> None:
    """A Finnish window asked about “6.Te1” where the text has “6.Re1”."""
    window = make_window()
    window.services.settings.set("piece_letters", "figurines")
    QGuiApplication.clipboard().setText(TEXT)
    window.actions_by_key["paste"].trigger()
    dialog = window.findChild(AmbiguousMoveDialog)
    assert dialog is not None
    assert any("4.Nd2" in label.text() for label in dialog.findChildren(QLabel))
    assert {dialog.list.item(row).text() for row in range(2)} == {"♘bd2", "♘fd2"}
    dialog.reject()
