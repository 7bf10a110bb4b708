"""The position editor by hand: palette, board, FEN field, repairs, and what begins from it."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.board.position_scene import square_number
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from desktop.views.setup.position_dialog import PositionDialog
from engine.game.side import Side
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeView, MakeWindow

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


def editor_of(window: MainWindow) -> PositionDialog:
    window.actions_by_key["edit_position"].trigger()
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    QApplication.processEvents()
    return dialog


@pytest.fixture
def editor(make_view: MakeView) -> PositionDialog:
    """The editor alone, with the position at the beginning of a game."""
    return make_view(PositionDialog, rest={"fen": START_FEN, "chess960": False}).view


def at(dialog: PositionDialog, square: str) -> QPoint:
    return dialog.board.geometry_now.centre(square_number(square)).toPoint()


def move(widget: QWidget, point: QPoint, button: Qt.MouseButton = LEFT) -> None:
    place, glob = QPointF(point), QPointF(widget.mapToGlobal(point))
    event = QMouseEvent(QEvent.Type.MouseMove, place, glob, Qt.MouseButton.NoButton, button, NO_KEYS)
    QApplication.sendEvent(widget, event)


def click(dialog: PositionDialog, square: str, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(dialog.board, button, NO_KEYS, at(dialog, square))


def tool(dialog: PositionDialog, letter: str) -> QWidget:
    return dialog.palettes[letter.isupper() or letter == "hand"].tools[letter]


def placement(dialog: PositionDialog) -> str:
    return dialog.setup.fen.split()[0]


def press(button: QWidget | None) -> None:
    assert button is not None and button.isEnabled()
    QTest.mouseClick(button, LEFT)


def test_men_are_put_down_by_clicks_filled_by_holding_and_erased_by_the_right_button(editor: PositionDialog) -> None:
    press(editor.tools["clear"])
    press(tool(editor, "K"))
    click(editor, "e1")
    press(tool(editor, "k"))
    click(editor, "e8")
    press(tool(editor, "P"))
    QTest.mousePress(editor.board, LEFT, NO_KEYS, at(editor, "a2"))
    for square in ("b2", "c2"):
        move(editor.board, at(editor, square))
    QTest.mouseRelease(editor.board, LEFT, NO_KEYS, at(editor, "c2"))
    assert placement(editor) == "4k3/8/8/8/8/8/PPP5/4K3"
    click(editor, "b2", RIGHT)
    click(editor, "c2")  # the same man again takes it away
    assert placement(editor) == "4k3/8/8/8/8/8/P7/4K3"
    assert editor.fen.text() == editor.setup.fen and editor.analyse_button.isEnabled()
    editor.reject()


def test_men_are_dragged_from_the_palette_over_the_board_and_off_it(editor: PositionDialog) -> None:
    press(editor.tools["clear"])
    source = tool(editor, "Q")
    QTest.mousePress(source, LEFT, NO_KEYS, QPoint(10, 10))
    goal = source.mapFromGlobal(editor.board.mapToGlobal(at(editor, "d4")))
    move(source, goal)
    QTest.mouseRelease(source, LEFT, NO_KEYS, goal)
    assert placement(editor) == "8/8/8/8/3Q4/8/8/8"
    press(tool(editor, "hand"))
    QTest.mousePress(editor.board, LEFT, NO_KEYS, at(editor, "d4"))
    move(editor.board, at(editor, "h8"))
    QTest.mouseRelease(editor.board, LEFT, NO_KEYS, at(editor, "h8"))
    assert placement(editor) == "7Q/8/8/8/8/8/8/8"
    QTest.mousePress(editor.board, LEFT, NO_KEYS, at(editor, "h8"))
    QTest.mouseRelease(editor.board, LEFT, NO_KEYS, QPoint(-30, 40))
    assert placement(editor) == "8/8/8/8/8/8/8/8"
    press(editor.tools["undo"])
    assert placement(editor) == "7Q/8/8/8/8/8/8/8"
    editor.reject()


def test_a_position_is_set_up_with_the_keyboard_alone(editor: PositionDialog) -> None:
    press(editor.tools["clear"])
    board = editor.board
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(board, key)
    QTest.keyClicks(board, "K")
    QTest.keyClick(board, Qt.Key.Key_Up)
    QTest.keyClicks(board, "p")
    assert placement(editor) == "8/8/8/8/8/2p5/2K5/8"
    assert board.accessibleDescription() == "black pawn on c3"
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert placement(editor) == "8/8/8/8/8/8/2K5/8"
    editor.reject()


@pytest.mark.parametrize("language", ["en", "fi"])
def test_every_fault_of_a_position_with_many_is_told_whole(
    make_window: MakeWindow, qtbot: QtBot, language: str
) -> None:
    window = make_window(language=language)
    QGuiApplication.clipboard().setText("P3k3/8/8/8/4p3/8/8/KK5r b KQkq e3 99 500")
    window.actions_by_key["paste"].trigger()
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog) and len(dialog.fault_rows) == 4
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: all(row.isVisible() and row.height() > 20 for row in dialog.fault_rows))
    for row in dialog.fault_rows:
        assert row.words.height() >= row.words.heightForWidth(row.words.width()), row.words.text()
    last = dialog.fault_rows[-1].button
    assert last is not None
    last.setFocus(Qt.FocusReason.TabFocusReason)
    press(last)
    assert len(dialog.fault_rows) == 3
    dialog.reject()


def test_a_pasted_impossible_position_stays_editable_and_every_fault_is_repaired_by_one_click(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    text = "P3k2r/8/8/8/4R3/8/8/R3K3 w KQkq e6 0 1"
    QGuiApplication.clipboard().setText(text)
    window.actions_by_key["paste"].trigger()
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    assert dialog.fen.text() == text and len(dialog.fault_rows) == 4
    assert not dialog.play_button.isEnabled() and not dialog.analyse_button.isEnabled()
    while dialog.fault_rows:
        before = len(dialog.fault_rows)
        press(dialog.fault_rows[0].button)
        assert len(dialog.fault_rows) < before
    assert dialog.setup.fen == "4k2r/8/8/8/4R3/8/8/R3K3 b Qk - 0 1"
    assert dialog.analyse_button.isEnabled()
    dialog.reject()


def test_one_promoted_piece_too_many_is_told_in_the_singular(make_window: MakeWindow) -> None:
    window = make_window()
    QGuiApplication.clipboard().setText("qqk5/pppppppp/8/8/8/8/8/4K3 w - - 0 1")
    window.actions_by_key["paste"].trigger()
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    told = [row.words.text() for row in dialog.fault_rows]
    assert told == ["Black has 8 pawns and 1 promoted piece: together 8 at most."]
    press(dialog.fault_rows[0].button)
    assert not dialog.fault_rows
    dialog.reject()


def test_an_unreadable_fen_is_told_and_left_as_it_was_typed(editor: PositionDialog) -> None:
    editor.fen.clear()
    QTest.keyClicks(editor.fen, "4k3/8/x")
    assert editor.fen.text() == "4k3/8/x" and "8 ranks" in editor.fen_problem.text()
    assert not editor.analyse_button.isEnabled()
    editor.fen.clear()
    QTest.keyClicks(editor.fen, "4k3/8/8/8/8/8/8/4K3 b")
    assert not editor.fen_problem.text() and not editor.setup.white_to_move and editor.analyse_button.isEnabled()
    editor.reject()


@pytest.mark.parametrize(("fen", "kept"), [(START_FEN, False), ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", True)])
def test_a_position_that_was_set_up_counts_as_in_no_file(make_window: MakeWindow, fen: str, kept: bool) -> None:
    window = make_window()
    dialog = editor_of(window)
    dialog.fen.selectAll()
    QTest.keyClicks(dialog.fen, fen)
    press(dialog.analyse_button)
    state = window.services.game.state
    assert state.game.start_fen == fen and state.modified is kept


def test_side_rights_and_whole_board_changes(editor: PositionDialog) -> None:
    assert editor.setup.fen == START_FEN
    press(editor.rights["K"])
    editor.turn.setFocus()
    QTest.keyClick(editor.turn, Qt.Key.Key_Down)
    assert editor.setup.fen.split()[1:3] == ["b", "Qkq"]
    press(editor.tools["flip"])
    assert editor.setup.fen.split()[1:3] == ["w", "KQq"]
    press(editor.tools["mirror"])
    assert placement(editor) == "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"
    press(editor.tools["turn"])
    assert editor.board.flipped
    press(editor.tools["start"])
    assert editor.setup.fen == START_FEN
    editor.reject()


def test_analysing_and_playing_begin_in_tabs_of_their_own(make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    services.game.play_move("e2e4")
    shown = services.game.state
    dialog = editor_of(window)
    dialog.fen.selectAll()
    QTest.keyClicks(dialog.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    press(dialog.analyse_button)
    assert services.game.state.fen == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" and services.analysis.state.running
    QApplication.processEvents()
    window.action_groups.positions.edit("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", chess960=False)
    second = window.findChildren(PositionDialog)[-1]
    press(second.play_button)
    room = window.findChildren(GameRoom)[-1]  # asks for opponent, side and clock
    assert room.sides["black"].isDefault() and not room.start.isVisible()
    room.sides["black"].click()
    match = services.game.state.match
    assert match is not None and match.human_side is Side.BLACK
    assert services.game.state.fen == "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    kept = services.game.state_of(shown.tab)
    assert kept is not None and kept.game is shown.game and len(services.game.tabs.titles) == 3


def test_chess960_counters_and_the_clipboard(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = editor_of(window)
    dialog.fen.selectAll()
    QTest.keyClicks(dialog.fen, "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1")
    assert dialog.chess960.isChecked() and not dialog.fault_rows
    assert all(box.isChecked() for box in dialog.rights.values())
    assert "g1" in dialog.rights["K"].toolTip()
    press(dialog.rights["k"])
    assert dialog.setup.castling == "GBb"
    dialog.number.setValue(33)
    dialog.halfmoves.setValue(12)
    assert dialog.setup.fen.endswith("w GBb - 12 33")
    copy = {button.text(): button for button in dialog.findChildren(QPushButton)}
    press(copy["Copy EPD"])
    assert QGuiApplication.clipboard().text() == "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBb -"
    press(copy["Copy FEN"])
    assert QGuiApplication.clipboard().text() == dialog.setup.fen
    press(dialog.analyse_button)
    state = window.services.game.state
    assert state.game.chess960 and "f1b1" in state.legal_moves
    window.actions_by_key["edit_position"].trigger()
    again = window.findChildren(PositionDialog)[-1]
    assert again.chess960.isChecked() and not again.fault_rows
    again.chess960.click()
    assert again.fault_rows  # the same rights are impossible by the usual rules
    again.reject()


def test_chess960_that_came_with_a_position_goes_with_it(editor: PositionDialog) -> None:

    def paste(fen: str) -> bool:
        QGuiApplication.clipboard().setText(fen)
        editor._paste()
        return editor.chess960.isChecked()

    ordinary, named, outside = (
        START_FEN,
        "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1",
        "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1",
    )
    assert paste(named) and paste(outside) and not paste(ordinary)  # X-FEN needs it, the usual position does not
    editor.tools["undo"].click()
    assert editor.chess960.isChecked() and not paste(ordinary)
    assert paste(named) and paste(named.replace("GBgb", "-")) and paste(outside)  # other rights were typed by hand
    assert not paste("4k3/8/8/8/8/8/8/4K3 w - - 0 1") and paste(named)
    editor.tools["clear"].click()
    assert not paste(ordinary)
    editor.chess960.click()
    assert paste(ordinary) and paste(named) and paste(ordinary)  # ticked by hand


def test_a_position_where_the_game_is_over_stays_in_the_editor_when_it_is_to_be_played(make_window: MakeWindow) -> None:
    """The editor closed, and what had been set up was lost."""
    window = make_window()
    dialog = editor_of(window)
    dialog.fen.setText("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    dialog._fen_edited(dialog.fen.text())
    press(dialog.play_button)
    assert dialog.isVisible() and [row.words.text() for row in dialog.fault_rows] == [
        "The game is over in this position, so it cannot be played on."
    ]
    assert not dialog.play_button.isEnabled()
    press(dialog.analyse_button)
    assert window.services.game.state.fen.startswith("R5k1")
