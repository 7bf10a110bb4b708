"""The board alone: gestures become moves, and only those that were handed in."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.board.board_scene import BoardScene, BoardShape, Brush, slides
from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from engine.game.position import Position
from tests.desktop.views.conftest import Mouse

# White to move may promote on a8 or by taking b8, and may move the king to e2.
PROMOTION = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def scene(fen: str, **goals: str) -> BoardScene:
    """A position with destinations such as `e2="e3 e4"`; a pawn's goal on the last rank is a promotion."""
    pieces = Position.of(fen, chess960=None).pieces
    named = {square_number(a): frozenset(square_number(b) for b in goals[a].split()) for a in goals}
    promoting = {(a, b) for a, ends in named.items() for b in ends if pieces[a] in "Pp" and b // 8 in (0, 7)}
    return BoardScene(pieces, MappingProxyType(named), frozenset(promoting), " w " in fen)


@pytest.fixture
def board(qtbot: QtBot) -> BoardView:
    view = BoardView()
    qtbot.addWidget(view)
    view.animation_ms = 0
    view.resize(480, 480)
    view.show()
    qtbot.waitExposed(view)
    view.show_scene(scene(PROMOTION, a7="a8 b8", e1="e2"))
    return view


@pytest.fixture
def moves(board: BoardView) -> list[str]:
    made: list[str] = []
    board.move_requested.connect(made.append)
    return made


def come_by_tab(qtbot: QtBot, board: BoardView) -> None:
    board.clearFocus()
    board.activateWindow()
    board.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(board.hasFocus)


def test_click_and_click_moves(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    Mouse(qtbot, board).click("e1", "e2")
    assert moves == ["e1e2"]


def test_a_drag_moves(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    Mouse(qtbot, board).drag("e1", "e2")
    assert moves == ["e1e2"]
    assert board.selected is None


def test_an_illegal_destination_is_no_move_and_puts_the_piece_down(
    qtbot: QtBot, board: BoardView, moves: list[str]
) -> None:
    mouse = Mouse(qtbot, board)
    mouse.drag("e1", "e4")
    mouse.click("e1", "h8")
    mouse.click("e8", "d8")  # the opponent's king
    assert moves == []
    assert board.selected is None


def test_a_piece_dropped_on_its_own_square_stays_picked_up(qtbot: QtBot, board: BoardView) -> None:
    Mouse(qtbot, board).click("e1")
    assert board.selected == square_number("e1")
    Mouse(qtbot, board).click("e1")
    assert board.selected is None


def test_another_game_with_the_same_pieces_puts_the_piece_down(qtbot: QtBot, board: BoardView) -> None:
    Mouse(qtbot, board).click("e1")
    board.show_scene(replace(board.scene, sign="!"))
    assert board.selected == square_number("e1")
    board.show_scene(replace(board.scene, place=(7, 0)))
    assert board.selected is None


def test_the_promotion_chooser_opens_at_the_square_and_gives_the_piece(
    qtbot: QtBot, board: BoardView, moves: list[str]
) -> None:
    Mouse(qtbot, board).drag("a7", "b8")
    assert board.chooser.isVisible() and moves == []
    assert board.chooser.rect_of(0) == board.geometry_now.rect(square_number("b8"))
    knight = board.chooser.rect_of(1).center().toPoint()
    QTest.mouseClick(board.chooser, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, knight)
    assert moves == ["a7b8n"]
    assert not board.chooser.isVisible()


def test_the_promotion_can_be_chosen_by_letter_and_given_up(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    Mouse(qtbot, board).click("a7", "a8")
    QTest.keyClick(board.chooser, Qt.Key.Key_Escape)
    assert moves == [] and not board.chooser.isVisible()
    Mouse(qtbot, board).click("a7", "a8")
    QTest.keyClick(board.chooser, Qt.Key.Key_R)
    assert moves == ["a7a8r"]


@pytest.mark.parametrize("end", ["escape", "letter", "click aside", "another position"])
def test_the_keyboard_is_the_boards_again_after_the_promotion(qtbot: QtBot, end: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    board, button = BoardView(window), QPushButton("next", window)
    board.setGeometry(0, 0, 400, 400)
    board.show_scene(scene(PROMOTION, a7="a8 b8", e1="e2"))
    window.show()
    window.activateWindow()
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)
    Mouse(qtbot, board).click("a7", "a8")
    assert board.chooser.hasFocus()
    if end == "another position":
        board.show_scene(scene(PROMOTION))
    elif end == "click aside":
        QTest.mouseClick(
            board.chooser,
            Qt.MouseButton.LeftButton,
            pos=board.geometry_now.rect(square_number("h1")).center().toPoint(),
        )
    else:
        QTest.keyClick(board.chooser, Qt.Key.Key_Escape if end == "escape" else Qt.Key.Key_N)
    assert not board.chooser.isVisible()
    assert board.hasFocus() and not button.hasFocus()


def test_the_promotion_leaves_the_keyboard_where_it_was_put(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    board, field = BoardView(window), QLineEdit(window)
    board.setGeometry(0, 0, 400, 400)
    board.show_scene(scene(PROMOTION, a7="a8 b8", e1="e2"))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    Mouse(qtbot, board).click("a7", "a8")
    field.setFocus()
    assert not board.chooser.isVisible() and field.hasFocus()


def test_a_promotion_at_the_foot_of_a_turned_board_stays_inside_it(qtbot: QtBot, board: BoardView) -> None:
    board.set_flipped(True)
    Mouse(qtbot, board).click("a7", "a8")
    assert all(board.geometry_now.board.contains(board.chooser.rect_of(index)) for index in range(4))


def test_without_destinations_nothing_can_be_picked_up(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    board.show_scene(scene(PROMOTION))
    mouse = Mouse(qtbot, board)
    mouse.drag("e1", "e2")
    mouse.click("a7", "a8")
    assert moves == [] and board.selected is None


def test_turning_the_board_turns_the_gestures(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    before = Mouse(qtbot, board).at("e1")
    board.set_flipped(True)
    assert Mouse(qtbot, board).at("e1") != before
    Mouse(qtbot, board).drag("e1", "e2")
    assert moves == ["e1e2"]


def test_resizing_keeps_squares_square_and_gestures_right(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    for width, height in ((700, 500), (333, 777), (240, 240)):
        board.resize(width, height)
        assert board.geometry_now.board.width() == board.geometry_now.board.height() <= min(width, height)
    Mouse(qtbot, board).click("e1", "e2")
    assert moves == ["e1e2"]


def test_the_cursor_keys_and_enter_move(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    come_by_tab(qtbot, board)  # the frame stands on e1 at first
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(board, key)
    assert moves == ["e1e2"]


def test_a_screen_reader_hears_the_square_and_the_piece(qtbot: QtBot, board: BoardView) -> None:
    come_by_tab(qtbot, board)
    assert board.accessibleDescription().startswith("white king on e1")
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert "picked up e1, can go to e2" in board.accessibleDescription()


def test_right_drags_draw_arrows_and_circles_in_four_colours(qtbot: QtBot, board: BoardView) -> None:
    mouse = Mouse(qtbot, board)
    shift, alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
    mouse.draw("e2", "e4")
    mouse.draw("d4", "d4", shift)
    mouse.draw("a1", "h8", alt)
    mouse.draw("b1", "c3", shift | alt)
    assert [shape.brush for shape in board.shapes] == [Brush.GREEN, Brush.RED, Brush.BLUE, Brush.YELLOW]
    mouse.draw("e2", "e4")  # the same again takes it away
    assert BoardShape(12, 28) not in board.shapes
    mouse.click("h1")
    assert board.shapes == ()


def test_a_new_position_takes_the_piece_out_of_the_hand(qtbot: QtBot, board: BoardView, moves: list[str]) -> None:
    Mouse(qtbot, board).click("e1")
    board.show_scene(scene("1r2k3/P7/8/8/8/8/8/3K4 b - - 0 1"))
    assert board.selected is None


def test_pieces_slide_from_where_they_stood() -> None:
    castled = slides(
        Position.of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=None).pieces,
        Position.of("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", chess960=None).pieces,
    )
    assert castled == {square_number("g1"): square_number("e1"), square_number("f1"): square_number("h1")}


def test_a_picture_is_drawn_at_the_scaling_of_the_screen(qtbot: QtBot, board: BoardView) -> None:
    picture = board._pieces.picture("N", 60, 2.0)
    assert (picture.width(), picture.devicePixelRatio()) == (120, 2.0)
