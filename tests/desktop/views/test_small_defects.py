"""What a demanding user found, each once: keys that were lost, defaults that destroy, scores and hints that are not wanted."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.model.coaching import CoachState
from desktop.model.game import referee
from desktop.model.game.match import NewGame
from desktop.model.game.snapshot import Snapshot, dump
from desktop.model.game.state import SavedGame
from desktop.views.analysis.review_panel import ReviewPanel
from desktop.views.game.status_card import StatusCard
from desktop.views.kit import messages, theme
from desktop.views.kit.theme import Scheme
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_shell import WindowShell
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.game.move_choice import ChoiceSource
from engine.ground.text import plain
from engine.pgn.reader import first_game
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.window_doubles import ScriptedChooser

ANSWERS = [("e7e5", ChoiceSource.SEARCH, "depth 8, +0.10"), ("b8c6", ChoiceSource.SEARCH, "depth 8, +0.10")]


def press(widget: QWidget, key: Qt.Key, with_ctrl: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ControlModifier if with_ctrl else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(widget, key, modifier)


def awake(window: QMainWindow, qtbot: QtBot) -> None:
    """Keys of actions are heard by the active window only."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)


def test_keys_typed_before_the_window_is_filled_are_done_then(qtbot: QtBot, make_window: MakeWindow) -> None:
    window, shell = make_window(), WindowShell("")
    qtbot.addWidget(shell)
    shell.show()
    awake(shell, qtbot)
    for key in (Qt.Key.Key_Slash, Qt.Key.Key_E, Qt.Key.Key_4, Qt.Key.Key_Return):
        QTest.keyClick(shell.windowHandle(), key)
    shell.fill(window)
    qtbot.waitUntil(lambda: window.services.game.state.node.san == "e4")
    assert window.body.controls.entry.text() == ""
    window.setParent(None)  # each is closed by itself


def test_clicks_and_keys_before_the_window_is_filled_keep_their_order(qtbot: QtBot, make_window: MakeWindow) -> None:
    places = list[QPoint]()
    for early in (False, True):  # the first window tells where the squares will be
        window, shell = make_window(), WindowShell("")
        qtbot.addWidget(shell)
        shell.show()
        awake(shell, qtbot)
        for place in places:
            QTest.mouseClick(shell.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
        shell.fill(window)
        qtbot.waitUntil(partial(getattr, shell, "ready"))
        assert window.services.game.state.node.san == ("e4" if early else "")
        board = window.body.panel.board
        places = [board.mapTo(shell, board.geometry_now.centre(square).toPoint()) for square in (12, 28)]
        window.setParent(None)  # each is closed by itself


def test_the_board_has_the_keyboard_when_the_window_is_filled_and_after_a_dialog(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window, shell = make_window(), WindowShell("")
    qtbot.addWidget(shell)
    shell.show()
    awake(shell, qtbot)
    shell.fill(window)
    board = window.body.panel.board
    assert shell.focusWidget() is board
    window.actions_by_key["new_game"].trigger()
    window.findChildren(GameRoom)[0].reject()
    awake(shell, qtbot)
    assert shell.focusWidget() is board
    window.setParent(None)  # each is closed by itself


def test_the_key_of_the_line_pressed_twice_is_no_text(make_window: MakeWindow) -> None:
    entry = make_window().body.controls.entry
    entry.setFocus()
    QTest.keyClicks(entry, "/")
    assert entry.text() == ""
    QTest.keyClicks(entry, "pieces / squares")
    assert entry.text() == "pieces / squares"


def test_keys_with_ctrl_and_cursor_keys_are_the_windows_behind_a_typed_move(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    """Ctrl+Z undid in the empty line. So did Ctrl+E on X11, and the comment was taken for a move. Left and Right did nothing."""
    window = make_window()
    awake(window, qtbot)
    entry = window.body.controls.entry
    entry.setFocus()
    QTest.keyClicks(entry, "e4")
    press(entry, Qt.Key.Key_Return)
    assert len(window.services.game.state.game.main_line()) == 1
    for key, ply in ((Qt.Key.Key_Left, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 1)):
        press(entry, key)
        assert window.services.game.state.node.ply == ply
    press(entry, Qt.Key.Key_Z, with_ctrl=True)
    assert len(window.services.game.state.game.main_line()) == 0
    press(entry, Qt.Key.Key_Z, with_ctrl=True)  # nothing is left to be undone: nor is the line's own text
    assert entry.text() == ""


def test_enter_does_nothing_that_cannot_be_undone(qtbot: QtBot) -> None:
    parent, done = QWidget(), []
    qtbot.addWidget(parent)
    box = messages.ask(parent, "Delete all?", "Delete", lambda: done.append("deleted"))
    press(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not box.isVisible())
    assert done == []
    box = messages.ask(parent, "Delete all?", "Delete", lambda: done.append("deleted"))
    assert isinstance(box, QMessageBox)
    next(button for button in box.buttons() if button.text() == "Delete").click()
    assert done == ["deleted"]


def test_saving_proposes_the_players_and_a_folder_of_the_user(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    window.services.files.paste('[White "Anna/Bo"]\n[Black "Tal, Mihail"]\n[Date "1960.03.15"]\n\n1. e4 *')
    window.actions_by_key["save_as"].trigger()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "Anna Bo - Tal, Mihail 1960.03.15.pgn"
    assert dialog.directory().absolutePath() != str(Path.cwd())
    dialog.reject()
    for name, proposed in (("", "game.pgn"), ("../..\\x", "x.pgn")):
        window.services.files.paste(f'[White "{name}"]\n\n1. e4 *')
        assert window.services.files.proposed_name().removesuffix(".pgn").strip(". ") + ".pgn" == proposed


@pytest.mark.parametrize(
    ("language", "games", "end"),
    [("en", 4, "D – d (4)."), ("en", 5, "D – d (4) and one more."), ("en", 7, "D – d (4) and 3 more."),
     ("fi", 5, "D – d (4) ja yksi muu."), ("fi", 7, "D – d (4) ja 3 muuta.")],
)  # fmt: skip
def test_an_offer_of_many_games_says_how_many_it_does_not_name(
    make_window: MakeWindow, language: str, games: int, end: str
) -> None:
    window = make_window(language=language)
    offers = (SavedGame("", name, name.lower(), 4, "2026-11-26 05:00") for name in "ABCDEFG"[:games])
    window.offer_recovery(tuple(offers))
    assert window.body.messages.notices[-1].accessibleName().endswith(end)


def test_an_offer_of_games_without_names_says_which_they_are(make_window: MakeWindow) -> None:
    window = make_window(language="fi")
    chapter = SavedGame("", "?", "?", 2, "2026-11-26 05:00", path="/home/ann/study.pgn")
    for offers, said in (
        ((chapter,), "study.pgn, siirto 2 (26.11.2026 5.00), jäi kesken."),
        ((replace(chapter, path=""), replace(chapter, white="Anna")), ": Analyysi (2), Anna – ? (2)."),
    ):
        window.offer_recovery(offers)
        assert window.body.messages.notices[-1].accessibleName().endswith(said)


def test_new_game_opens_on_a_named_field_and_boxes_say_label_and_value(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.actions_by_key["new_game"].trigger()
    dialog = window.findChildren(GameRoom)[0]
    awake(window, qtbot)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.opponents.hasFocus)
    assert dialog.opponents.accessibleName() == "Opponent"
    style = dialog.level.style_box
    assert style.accessibleDescription() == style.accessibleName() == "Style"
    dialog.reject()


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])
def test_the_empty_window_has_the_colours_of_the_filled_one(qtbot: QtBot, scheme: Scheme) -> None:
    theme.theme().set_scheme(scheme)
    shell = WindowShell("")
    qtbot.addWidget(shell)
    shell.show()
    qtbot.waitExposed(shell)
    assert shell.grab().toImage().pixelColor(40, 40) == QColor(theme.colours().window)
    theme.theme().set_scheme(Scheme.LIGHT)


@pytest.mark.parametrize("kind", ["list", "tabs"])
def test_where_the_keyboard_is_can_be_seen(qtbot: QtBot, kind: str) -> None:
    theme.theme()
    window = QMainWindow()
    qtbot.addWidget(window)
    widget: QListWidget | QTabBar = QListWidget() if kind == "list" else QTabBar()
    widget.addItem("one") if isinstance(widget, QListWidget) else widget.addTab("one")
    widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    window.setCentralWidget(widget)
    window.show()
    widget.clearFocus()
    without = widget.grab().toImage()
    awake(window, qtbot)
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    assert widget.grab().toImage() != without


def sheet(window: MainWindow) -> str:
    return window.body.side.sheet.notation.toPlainText()


def test_the_sheet_of_a_running_game_has_no_score_unless_wished(
    qtbot: QtBot, make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Evaluation(PovScore(Score(centipawns=46), False), 8)
    monkeypatch.setattr(referee, "evaluation_of", lambda _choice, _side: found)
    window = make_window(ScriptedChooser(ANSWERS))
    match, game, settings = window.services.match, window.services.game, window.services.settings
    match.new_game(NewGame())
    match.user_move("e2e4")
    qtbot.waitUntil(lambda: game.state.user_may_move, timeout=10_000)
    score = "-0.46"
    assert game.state.node.evaluation == found and score not in sheet(window)
    settings.set("running_scores", True)
    assert score in sheet(window)
    settings.set("running_scores", False)
    assert score not in sheet(window)
    match.user_move("g1f3")
    qtbot.waitUntil(lambda: game.state.user_may_move, timeout=10_000)
    graph = window.body.side.sheet.graph
    match.adjourn()
    assert score not in sheet(window) and not graph.isVisible()
    match.go_on()
    match.resign()
    assert score in sheet(window) and graph.isVisible()


def test_the_sheet_is_read_by_keys_and_left_with_escape(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    for move in ("e2e4", "e7e5", "g1f3"):
        window.services.game.play_move(move)
    awake(window, qtbot)
    notation = window.body.side.sheet.notation
    notation.setFocus(Qt.FocusReason.TabFocusReason)
    assert notation.textCursor().block().text()[notation.textCursor().positionInBlock() :].startswith("Nf3")
    press(notation, Qt.Key.Key_Up)
    press(notation, Qt.Key.Key_Home)
    assert window.services.game.state.node.san == "Nf3"  # reading is not walking
    cursor = notation.document().find("e5")
    cursor.setPosition(cursor.selectionStart(), QTextCursor.MoveMode.MoveAnchor)
    notation.setTextCursor(cursor)
    press(notation, Qt.Key.Key_Return)
    assert window.services.game.state.node.san == "e5"
    press(notation, Qt.Key.Key_Escape)
    assert window.body.panel.board.hasFocus()
    press(window.body.panel.board, Qt.Key.Key_Left)
    assert window.services.game.state.node.san == "e4"


def test_undo_takes_back_the_last_change_of_what_is_shown(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    services, undo = window.services, window.actions_by_key["undo"]
    services.game.play_move("e2e4")
    path = tmp_path / "two.pgn"
    path.write_text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n')
    services.lists.open(path)
    settled(lambda: not services.lists.state.loading and services.lists.state.total == 2)
    window.show_mode(Mode.GAMES)
    assert not undo.isEnabled()  # nothing of the shown list: the hidden game is not touched
    services.lists.delete([0])
    settled(lambda: bool(services.lists.state.undo) and not services.lists.state.loading)
    undo.trigger()
    settled(lambda: '"A"' in path.read_text())
    assert services.game.state.node.san == "e4"
    window.show_mode(Mode.PLAY)
    undo.trigger()
    assert services.game.state.node.san == ""


def settled(asked: object) -> None:
    assert callable(asked)
    for _ in range(6_000):
        QApplication.processEvents()
        QTest.qWait(10)
        if asked():
            return
    raise AssertionError("it does not come")


def test_a_click_on_a_button_of_a_panel_leaves_the_keyboard_on_the_board(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.play_move("e2e4")
    window.show_mode(Mode.ANALYSE)
    window.body.side.show_panel("review")
    awake(window, qtbot)
    panel = window.body.side.panel("review")
    assert isinstance(panel, ReviewPanel) and window.body.panel.board.hasFocus()
    QTest.mouseClick(panel.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.done_bar.isVisible(), timeout=10_000)
    assert window.body.panel.board.hasFocus(), "no other button has a frame, and none is scrolled to"


def test_asking_why_does_not_move_its_button(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(ANSWERS), 1280, 800)
    window.services.match.new_game(NewGame())
    window.services.match.user_move("e2e4")
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    qtbot.waitUntil(lambda: card.why.isVisible(), timeout=10_000)
    before = card.why.mapTo(window, card.why.rect().topLeft())
    window.services.coach.changed.emit(CoachState(problem=plain("This wins a knight for a pawn. " * 6)))  # four lines
    QApplication.processEvents()
    assert card.height() > 200 and card.why.mapTo(window, card.why.rect().topLeft()) == before


def test_the_arrow_of_a_hint_does_not_outlive_the_game(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser([("e2e4", ChoiceSource.SEARCH, "depth 8, +0.10")]))
    match, board = window.services.match, window.body.panel.board
    match.new_game(NewGame())
    with qtbot.waitSignal(match.hint_ready, timeout=10_000):
        match.ask_hint()
    match.ask_hint()
    match.ask_hint()
    assert [(shape.start, shape.end) for shape in board.shapes] == [(12, 28)]
    match.resign()
    assert not window.services.game.state.playing and board.shapes == ()


def test_closing_a_game_names_it_and_a_drill_is_closed_without_a_question(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.files.paste('[White "Anna"]\n[Black "Bo"]\n\n1. e4 *')
    window.actions_by_key["close_tab"].trigger()
    box = window.findChild(QMessageBox)
    assert box is not None and "Anna – Bo" in box.text()
    box.reject()
    games = window.services.game
    drill = games.show_in(-1, games.state.game.add_move(0, "d2d4")[0], 0)
    games.play_move("d2d4")
    games.play_move("d7d5")
    assert not games.state.modified
    window.actions_by_key["close_tab"].trigger()
    assert games.state_of(drill) is None


@pytest.mark.parametrize("mode", list(PAGES), ids=lambda mode: mode.value)
def test_a_game_that_a_page_hides_is_not_edited(qtbot: QtBot, make_window: MakeWindow, mode: Mode) -> None:
    """A comment, a sign, a deleted move: keys on the page of games changed the game behind it, unseen."""
    window = make_window()
    game = window.services.game
    for move in ("e2e4", "e7e5", "g1f3"):
        game.play_move(move)
    before, keys = game.state.game, ("annotate", "headers", "good", "mistake", "promote", "demote", "delete", "undo")
    window.show_mode(mode)
    awake(window, qtbot)
    for key in keys:
        assert not window.actions_by_key[key].isEnabled(), key
    focused = QApplication.focusWidget() or window
    for pressed, with_ctrl in ((Qt.Key.Key_Exclam, False), (Qt.Key.Key_Backspace, True), (Qt.Key.Key_Z, True)):
        press(focused, pressed, with_ctrl)
    assert game.state.game is before
    window.show_mode(Mode.PLAY)
    assert all(window.actions_by_key[key].isEnabled() for key in keys)


def test_an_analysis_that_was_interrupted_comes_back_as_one_with_the_name_of_its_file(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    window, path = make_window(), str(tmp_path / "study.pgn")
    kept = tmp_path / "kept.json"
    game = first_game('[White "Anna"]\n\n1. e4 e5 2. Nf3 *\n')
    kept.write_bytes(dump(Snapshot(game, 2, 3, None, False, None, path, "2026-11-26 05:00")))
    window.show_mode(Mode.PLAY)
    window.offer_recovery((SavedGame(str(kept), "Anna", "?", 2, "2026-11-26 05:00", path=path),))
    resume = next(one for one in window.findChildren(QPushButton) if one.text() == "Resume it")
    QTest.mouseClick(resume, Qt.MouseButton.LeftButton)
    state = window.services.game
    qtbot.waitUntil(lambda: state.state.path == path, timeout=10_000)
    assert state.state.node.san == "e5" and state.state.modified
    qtbot.waitUntil(lambda: window.modes.mode is Mode.ANALYSE, timeout=10_000)
