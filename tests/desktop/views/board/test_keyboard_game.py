"""A whole game without touching the mouse: cursor keys and Enter, the typed line, the dialog, and what comes after it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.services.game.game_service import GameService
from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from desktop.views.game.board_panel import BoardPanel
from desktop.views.game.status_card import StatusCard
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from engine.game.move_choice import ChoiceSource
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import TimeControl
from tests.desktop.services.conftest import Heard
from tests.desktop.views.conftest import MakeView, MakeWindow, Mouse
from tests.desktop.window_doubles import ScriptedChooser

# Scholar's mate: 1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#
ANSWERS = [(move, ChoiceSource.SEARCH, "depth 8, +0.10") for move in ("e7e5", "b8c6", "g8f6")]
MOVES = ("e2e4", "f1c4", "d1h5", "h5f7")


def steer(board: BoardView, goal: str) -> None:
    """Moves the frame from where it is to a square, by cursor keys."""
    assert board._cursor is not None
    wanted = square_number(goal)
    files, ranks = (wanted & 7) - (board._cursor & 7), (wanted >> 3) - (board._cursor >> 3)
    for key, times in ((Qt.Key.Key_Right, files), (Qt.Key.Key_Up, ranks)):
        other = {Qt.Key.Key_Right: Qt.Key.Key_Left, Qt.Key.Key_Up: Qt.Key.Key_Down}[key]
        for _ in range(abs(times)):
            QTest.keyClick(board, key if times > 0 else other)
    assert board._cursor == wanted


def by_keys(view: BoardPanel, move: str) -> None:
    board = view.board
    if board._cursor is None:
        QTest.keyClick(board, Qt.Key.Key_Return)
    steer(board, move[:2])
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert board.selected == square_number(move[:2])
    assert f"picked up {move[:2]}" in board.accessibleDescription()
    steer(board, move[2:4])
    QTest.keyClick(board, Qt.Key.Key_Return)


def awake(window: MainWindow, qtbot: QtBot) -> None:
    """Keys of actions are heard by the active window only."""
    window.activateWindow()
    window.body.panel.board.setFocus()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)


def sans(games: GameService) -> list[str]:
    return [node.san for node in games.state.game.main_line()]


def test_a_game_is_begun_played_won_and_played_again_by_keys_alone(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(ScriptedChooser(ANSWERS))
    over = Heard(window.services.match.game_over)
    awake(window, qtbot)
    QTest.keyClick(window.body.panel.board, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(window.findChildren(GameRoom)))
    QTest.keyClick(window.findChildren(GameRoom)[0], Qt.Key.Key_Return)
    assert window.services.game.state.playing
    for move in MOVES:
        qtbot.waitUntil(lambda: window.services.game.state.user_may_move, timeout=10_000)
        by_keys(window.body.panel, move)
    assert over.all == [Outcome(Side.WHITE, Termination.CHECKMATE)]
    assert sans(window.services.game) == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard) and card.next.isVisible()
    awake(window, qtbot)
    QTest.keyClick(
        window.body.panel.board, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    match = window.services.game.state.match
    assert match is not None and match.human_side is Side.BLACK and window.services.game.state.playing
    window.services.match.adjourn()


def test_the_cursor_ends_with_its_game_so_that_left_and_right_step_through_the_next(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    """After one Enter on the board, the keys moved the cursor in all games opened or switched to later."""
    window = make_window()
    games, board = window.services.game, window.body.panel.board
    assert window.services.files.paste("1. e4 e5 *")
    first = games.state.tab

    def open_another() -> None:
        assert window.services.files.paste("1. d4 d5 *")

    def framed() -> bool:
        return board._cursor is not None

    for door in (open_another, lambda: games.select_tab(first), window.actions_by_key["next_tab"].trigger):
        awake(window, qtbot)
        QTest.keyClick(board, Qt.Key.Key_Return)
        assert framed()
        shown = games.state.tab
        door()
        assert games.state.tab != shown and not framed()
        games.go_last()
        QTest.keyClick(board, Qt.Key.Key_Left)
        assert games.state.current == games.state.game.node(0).children[0]
    QTest.keyClick(board, Qt.Key.Key_Return)
    window.services.match.user_move("g1f3")
    assert framed(), "within a game the cursor stays"


def test_a_game_is_played_by_typing_alone(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window(ScriptedChooser(ANSWERS))
    window.services.match.new_game(NewGame())
    awake(window, qtbot)
    QTest.keyClick(window.body.panel.board, Qt.Key.Key_Slash)
    entry = window.body.controls.entry
    qtbot.waitUntil(lambda: QApplication.focusWidget() is entry)
    for typed in ("e4", "bishop to c4", "Qh5", "queen takes f7"):
        qtbot.waitUntil(lambda: window.services.game.state.user_may_move, timeout=10_000)
        QTest.keyClicks(entry, typed)
        QTest.keyClick(entry, Qt.Key.Key_Return)
    assert sans(window.services.game)[-1] == "Qxf7#"
    QTest.keyClick(entry, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.body.panel.board


def test_a_game_is_played_with_the_mouse_alone(make_view: MakeView, qtbot: QtBot) -> None:
    shown = make_view(BoardPanel, ScriptedChooser(ANSWERS))
    over = Heard(shown.services.match.game_over)
    shown.services.match.new_game(NewGame(control=TimeControl(300_000, 3_000)))
    mouse = Mouse(qtbot, shown.view.board)
    for number, move in enumerate(MOVES):
        qtbot.waitUntil(lambda: shown.services.game.state.user_may_move, timeout=10_000)
        if number % 2:
            mouse.click(move[:2], move[2:4])
        else:
            mouse.drag(move[:2], move[2:4])
    assert over.all == [Outcome(Side.WHITE, Termination.CHECKMATE)]
    assert all(node.clock_ms is not None for node in shown.services.game.state.game.main_line())


def test_a_pawn_becomes_a_queen_at_once_where_that_is_wished(make_view: MakeView, qtbot: QtBot) -> None:
    shown = make_view(BoardPanel)
    shown.services.files.set_position("8/P5k1/8/8/8/8/6K1/8 w - - 0 1")
    shown.services.settings.set("always_queen", True)
    Mouse(qtbot, shown.view.board).drag("a7", "a8")
    assert shown.services.game.state.node.san == "a8=Q"


def test_the_board_gets_smaller_and_larger_and_turns_for_two_people(make_window: MakeWindow) -> None:
    window = make_window()
    board = window.body.panel.board
    before = board.width()
    window.actions_by_key["zoom_out"].trigger()
    assert board.width() < before and not window.actions_by_key["zoom_out"].isChecked()
    window.actions_by_key["zoom_in"].trigger()
    assert board.width() == before and not window.actions_by_key["zoom_in"].isEnabled()


def test_the_board_turns_to_whoever_is_to_move_of_two_people(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    shown.services.settings.set("auto_flip", True)
    shown.services.match.new_game(NewGame(None))
    turned = [shown.view.board.flipped]
    for move in ("e2e4", "e7e5"):
        shown.services.match.user_move(move)
        turned.append(shown.view.board.flipped)
    assert turned == [False, True, False]
