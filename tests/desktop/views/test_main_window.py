"""The whole window with real services and a scripted engine, driven by mouse and keyboard."""

import re
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.model.errors import Message, Severity
from desktop.model.game.match import LEVELS, NewGame
from desktop.views.game.status_card import StatusCard
from desktop.views.kit.messages import PastMessages
from desktop.views.main_window import MainWindow
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.text import plain
from tests.desktop.views.conftest import MakeWindow, Mouse
from tests.desktop.window_doubles import ScriptedChooser

BLITZ = TimeControl(300_000, 3_000)
SPANISH = [
    ("e7e5", ChoiceSource.BOOK, "! (61 %)"),
    ("b8c6", ChoiceSource.BOOK, "(48 %)"),
    ("a7a6", ChoiceSource.SEARCH, "depth 12, +0.21"),
]


def plies(window: MainWindow) -> int:
    return len(window.services.game.state.game.main_line())


def wait_for_plies(qtbot: QtBot, window: MainWindow, wanted: int) -> None:
    qtbot.waitUntil(lambda: plies(window) == wanted, timeout=5000)


def play(qtbot: QtBot, window: MainWindow, *moves: tuple[str, str]) -> None:
    """Plays moves with the mouse and waits for each answer."""
    mouse = Mouse(qtbot, window.body.panel.board)
    for start, end in moves:
        wanted = plies(window) + 2
        mouse.drag(start, end)
        wait_for_plies(qtbot, window, wanted)


def test_a_game_is_played_with_the_mouse_and_every_engine_move_says_where_it_came_from(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(ScriptedChooser(SPANISH))
    window.services.match.new_game(NewGame(control=BLITZ))
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    play(qtbot, window, ("e2", "e4"))
    assert card.text.startswith("1...e5  Opening book: ! (61 %)")
    play(qtbot, window, ("g1", "f3"), ("f1", "b5"))
    assert card.text.startswith("3...a6  Search: ")
    assert re.sub(r"\t\d:\d\d", "", window.body.side.notation.toPlainText()) == "1.\te4\te5\n2.\tNf3\tNc6\n3.\tBb5\ta6"
    assert window.body.panel.lower_bar.clock.text.startswith("5:")


def test_the_board_is_closed_while_the_engine_thinks_and_early_gestures_do_nothing(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    chooser = ScriptedChooser(hold=True)
    window = make_window(chooser)
    window.services.settings.set("premoves", False)
    window.services.match.new_game(NewGame(human=Side.BLACK))
    assert window.body.panel.board.flipped
    mouse = Mouse(qtbot, window.body.panel.board)
    mouse.drag("e7", "e5")
    mouse.click("d7", "d5")
    assert plies(window) == 0
    chooser.release()
    qtbot.waitUntil(lambda: plies(window) == 1, timeout=5000)
    mouse.drag("e7", "e5")
    qtbot.waitUntil(lambda: plies(window) >= 2, timeout=5000)


def test_a_game_can_be_played_with_the_keyboard_alone(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(SPANISH))
    window.services.match.new_game(NewGame())
    window.activateWindow()
    window.actions_by_key["type_move"].trigger()
    entry = window.body.controls.entry
    for text, wanted in (("e4", 2), ("g1f3", 4)):
        QTest.keyClicks(entry, text)
        QTest.keyClick(entry, Qt.Key.Key_Return)
        wait_for_plies(qtbot, window, wanted)
    QTest.keyClicks(entry, "Ke3")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert plies(window) == 4
    assert window.body.messages.notices, "an illegal move is answered in words"


def test_moves_are_walked_through_by_keys_buttons_and_wheel(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    for move in ("e2e4", "e7e5", "g1f3"):
        window.services.game.play_move(move)
    state = window.services.game
    board = window.body.panel.board
    window.activateWindow()
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)
    QTest.keyClick(board, Qt.Key.Key_Left)
    assert state.state.node.san == "e5"
    _turn_wheel(board, 120)
    assert state.state.node.san == "e4"
    _turn_wheel(board, -240)
    assert state.state.node.san == "Nf3"
    window.actions_by_key["first"].trigger()
    assert state.state.current == 0
    assert not window.actions_by_key["back"].isEnabled() and window.actions_by_key["last"].isEnabled()


def _turn_wheel(widget: QWidget, angle: int) -> None:
    middle = QPointF(widget.rect().center())
    glob = QPointF(widget.mapToGlobal(widget.rect().center()))
    event = QWheelEvent(
        middle, glob, QPoint(), QPoint(0, angle), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def test_turning_the_board_changes_the_players_places(make_window: MakeWindow) -> None:
    window = make_window()
    panel = window.body.panel
    assert (panel.upper_bar.side, panel.lower_bar.side) == (Side.BLACK, Side.WHITE)
    window.actions_by_key["flip"].trigger()
    assert panel.board.flipped
    assert (panel.upper_bar.side, panel.lower_bar.side) == (Side.WHITE, Side.BLACK)


def test_the_board_takes_every_pixel_that_the_side_leaves(make_window: MakeWindow) -> None:
    window = make_window()
    for width, height in ((1024, 700), (1400, 900), (900, 900), (2560, 1300)):
        window.resize(width, height)
        QApplication.processEvents()
        body = window.body
        room = min(body.height(), body.side.x() - body.mode_bar.width())
        assert body.panel.board.width() > 0.83 * room
        assert body.panel.board.geometry().right() <= body.panel.width()
        assert body.side.geometry().right() <= body.width()
        assert body.controls.geometry().bottom() <= body.height()


def test_resigning_asks_first_and_says_how_the_game_ended(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(SPANISH))
    window.services.match.new_game(NewGame())
    play(qtbot, window, ("e2", "e4"))
    window.actions_by_key["resign"].trigger()
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox) and window.services.game.state.playing
    QTest.mouseClick(next(one for one in box.buttons() if one.text() == "Resign"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.services.game.state.playing)
    assert window.services.game.state.game.result == "0-1"
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    assert "Black wins by resignation" in card.heading and card.next.isVisible()
    window.actions_by_key["rematch"].trigger()
    match = window.services.game.state.match
    assert match is not None and match.human_side is Side.BLACK and not card.next.isVisible()


def test_end_leads_back_to_the_match_from_the_end_of_a_variation(make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser())
    services, last = window.services, window.actions_by_key["last"]
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    services.match.adjourn()
    services.game.go_first()
    services.match.user_move("d2d4")
    variation = services.game.state.current
    services.match.go_on()
    assert not last.isEnabled()
    services.game.go_to(variation)
    last.trigger()
    assert services.game.state.node.san == "e4"


def test_two_people_are_asked_whether_they_agree_to_a_draw_and_who_resigns(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(ScriptedChooser())
    services, actions = window.services, window.actions_by_key

    def answer(key: str, question: str, button: str) -> None:
        assert actions[key].isEnabled()
        actions[key].trigger()
        box = window.findChildren(QMessageBox)[-1]
        assert box.text() == question
        services.match.user_move("e7e5")  # before the answer, as engines play on
        QTest.mouseClick(next(one for one in box.buttons() if one.text() == button), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not services.game.state.playing)

    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    answer("draw", "Do both players agree to a draw?", "Draw")
    assert services.game.state.game.result == "1/2-1/2"
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    answer("resign", "Resign for Black?", "Resign")
    assert services.game.state.game.result == "1-0"
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    tab = services.game.state.tab
    actions["resign"].trigger()
    assert services.files.set_position(
        "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1"
    )  # as a second start opens a file: the game is adjourned behind the question
    assert services.game.state.tab != tab and services.game.state_of(tab).adjourned  # type: ignore[union-attr]
    QTest.mouseClick(window.findChildren(QMessageBox)[-1].buttons()[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: services.game.state.tab == tab and not services.game.state.unfinished)
    assert services.game.state.game.result == "1-0"
    services.match.new_game(NewGame(None, engines=True))
    assert not actions["draw"].isEnabled()


def test_the_end_is_told_above_the_board_where_the_games_panel_is_not_seen(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(ScriptedChooser(SPANISH))
    window.services.match.new_game(NewGame())
    window.actions_by_key["panels"].trigger()
    window.services.match.resign()
    assert any("Black wins by resignation" in notice.accessibleName() for notice in window.body.messages.notices)


def test_adjourn_and_go_on_share_one_place(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(SPANISH))
    window.services.match.new_game(NewGame())
    buttons = {b.defaultAction().objectName(): b for b in window.body.controls.findChildren(QToolButton)}
    assert buttons["adjourn"].isVisible() and not buttons["go_on"].isVisible()
    QTest.mouseClick(buttons["adjourn"], Qt.MouseButton.LeftButton)
    assert window.services.game.state.adjourned
    assert buttons["go_on"].isVisible() and not buttons["adjourn"].isVisible()
    QTest.mouseClick(buttons["go_on"], Qt.MouseButton.LeftButton)
    assert window.services.game.state.playing


def test_outside_text_in_a_message_is_plain(make_window: MakeWindow) -> None:
    from PySide6.QtWidgets import QLabel

    window = make_window()
    window.tell(Message(Severity.WARNING, plain('<img src="/etc/hostname"> is no file')))
    notice = window.body.messages.notices[-1]
    texts = [label for label in notice.findChildren(QLabel) if label.text()]
    assert texts and all(label.textFormat() is Qt.TextFormat.PlainText for label in texts)


def test_messages_do_not_pile_up(make_window: MakeWindow) -> None:
    window = make_window()
    for number in range(10):
        window.tell(Message(Severity.ERROR, plain(f"error {number}")))
    window.tell(Message(Severity.ERROR, plain("error 9")))
    assert len(window.body.messages.notices) == 10
    assert [notice.accessibleName() for notice in window.body.messages.notices if notice.isVisible()] == ["error 9"]
    window.body.messages.show_past()
    assert not window.body.messages.notices, "listed errors are read"
    listed = window.findChild(PastMessages)
    assert isinstance(listed, PastMessages)
    listed.reject()


def test_a_notice_may_be_closed_by_its_own_button_and_is_still_alive_then(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    """Found by the monkey: a notice that was taken from its parent in its own button's click was deleted under it."""
    import gc

    window = make_window()
    answered: list[bool] = []
    notice = window.body.messages.tell(
        Message(Severity.WARNING, plain("question")), (("Yes", lambda: answered.append(bool(gc.collect() + 1))),)
    )
    button = next(button for button in notice.findChildren(QAbstractButton) if button.text() == "Yes")
    del notice
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert answered == [True] and window.body.messages.notices == []
    assert window.body.messages.fit(500, 100) == 0


def test_the_title_names_the_players_and_the_file(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    assert window.windowTitle() == "Analysis[*] – Ratsu"
    window.services.files.paste('[White "Tal"]\n[Black "Keres"]\n\n1. e4 *\n')
    assert window.windowTitle() == "Tal – Keres[*] – Ratsu"
    path = tmp_path / "games.pgn"
    path.write_text('[White "?"]\n[Black "?"]\n\n1. d4 *\n')
    window.open_files([path])
    qtbot.waitUntil(lambda: window.windowTitle() == "games.pgn[*] – Ratsu", timeout=5000)
    path.write_text('[White "Tal"]\n[Black "?"]\n\n1. c4 *\n')
    window.open_files([path])
    qtbot.waitUntil(lambda: window.windowTitle() == "Tal – ?, games.pgn[*] – Ratsu", timeout=5000)


def test_the_position_is_copied_as_fen(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.play_move("e2e4")
    window.actions_by_key["copy_fen"].trigger()
    assert QGuiApplication.clipboard().text().startswith("rnbqkbnr/pppppppp/8/8/4P3")


def test_the_analysis_switch_shows_lines_and_the_bar(qtbot: QtBot, make_window: MakeWindow) -> None:
    from desktop.views.analysis.analysis_panel import AnalysisPanel

    window = make_window()
    assert window.body.panel.bar.isHidden()
    window.actions_by_key["analysis"].trigger()
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel)
    qtbot.waitUntil(lambda: len(panel.lines.lines) == 1, timeout=5000)
    assert window.body.panel.bar.isVisible() and window.body.panel.board.engine_shapes
    window.services.game.play_move("e2e4")
    assert panel.lines.lines, "old lines stay until new ones come"
    window.actions_by_key["analysis"].trigger()
    assert not window.services.analysis.state.running


def test_every_control_has_a_name_for_screen_readers(make_window: MakeWindow) -> None:
    window = make_window()
    nameless = [
        button
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and not (button.accessibleName() or button.text())
    ]
    assert nameless == []


def test_every_action_leads_somewhere(make_window: MakeWindow) -> None:
    window = make_window()
    for action in window.actions_by_key.values():
        heard = action.receivers("2triggered(bool)") + action.receivers("2toggled(bool)")
        assert heard > 0, action.objectName()


def test_keys_are_given_only_once(make_window: MakeWindow) -> None:
    window = make_window()
    keys = [key.toString() for action in window.actions_by_key.values() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_the_game_room_gives_what_was_chosen(qtbot: QtBot, make_window: MakeWindow) -> None:
    from desktop.views.setup.game_room import GameRoom
    from desktop.views.setup.time_field import PRESETS

    window = make_window(ScriptedChooser(SPANISH, hold=True))
    window.actions_by_key["new_game"].trigger()
    dialog = window.findChild(GameRoom)
    assert isinstance(dialog, GameRoom)
    dialog.level.strength.set_elo(LEVELS[0].elo)
    dialog.time.chips.button(PRESETS[1]).click()
    wanted = dialog.wanted("black")
    assert (wanted.human, wanted.level.key, wanted.control) == (Side.BLACK, LEVELS[0].key, TimeControl(180_000, 2_000))
    QTest.keyClick(dialog, Qt.Key.Key_Return)  # White was proposed
    state = window.services.game.state
    assert state.playing and state.match is not None and state.match.human_side is Side.WHITE


def test_a_position_that_is_impossible_is_refused_in_the_dialog_and_stays_editable(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    from desktop.views.setup.game_room import GameRoom
    from desktop.views.setup.start_field import StartKind

    window = make_window()
    window.actions_by_key["new_game"].trigger()
    dialog = window.findChild(GameRoom)
    assert isinstance(dialog, GameRoom)
    dialog.start.kind.button(StartKind.POSITION).click()
    dialog.start.fen.setText("8/8/8/8/8/8/8/K7 w - - 0 1")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible() and "Black has no king" in dialog.fault.text()
    assert dialog.start.fen.text() == "8/8/8/8/8/8/8/K7 w - - 0 1"
    dialog.reject()


def test_settings_count_at_once(make_window: MakeWindow) -> None:
    from desktop.views.board.board_geometry import Coordinates

    window = make_window()
    window.services.settings.set("coordinates", "outside")
    window.services.settings.set("animation_ms", 300)
    board = window.body.panel.board
    assert (board.coordinates, board.animation_ms) == (Coordinates.OUTSIDE, 300)
    window.services.settings.set("animation_ms", 0)
    assert (board.animation_ms, window.body.panel.bar.animation_ms) == (0, 0)  # all motion is off


def test_the_side_folds_away_and_the_controls_stay(make_window: MakeWindow) -> None:
    window = make_window()
    window.actions_by_key["panels"].trigger()
    assert window.body.side.isHidden() and window.body.controls.isVisible()
    window.actions_by_key["panels"].trigger()
    assert window.body.side.isVisible()
