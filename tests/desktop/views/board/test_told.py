"""What a screen reader is told of the board: names of squares that changed, what a press came to, and where the focus is."""

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from desktop.views.board.square_table import SquareTable
from desktop.views.kit import messages
from desktop.views.main_window import MainWindow
from engine.game.position import Position
from engine.game.tree import Game
from tests.desktop.views.board.test_keyboard_game import awake, steer
from tests.desktop.views.conftest import MakeWindow

PROMOTION = "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each event of a screen reader as a line: what it is, and what it is about."""
    lines: list[str] = []

    def hear(event: QAccessibleEvent) -> None:
        lines.append(f"{event.type().name} {_words(event)}")

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    monkeypatch.setattr(messages, "announce", lambda _widget, text: lines.append(text))
    return lines


def _words(event: QAccessibleEvent) -> str:
    source: QObject = event.object()
    if not isinstance(source, SquareTable):
        return type(source).__name__
    row, column = divmod(event.child(), 9)  # the headers count as a row and a column
    return source.squares.data(source.squares.index(row - 1, column - 1)) or ""


def press(board: BoardView, square: str) -> None:
    if board._cursor is None:
        QTest.keyClick(board, Qt.Key.Key_Return)
    steer(board, square)
    QTest.keyClick(board, Qt.Key.Key_Return)


def at_board(window: MainWindow, qtbot: QtBot, fen: str = "") -> BoardView:
    if fen:
        window.services.game.open_position(Game.new(Position.of(fen, chess960=None)))
    awake(window, qtbot)
    return window.body.panel.board


def test_a_square_that_changed_is_named_again(make_window: MakeWindow, told: list[str]) -> None:
    """A reader at AT-SPI keeps each name that it has read: after castling it still told of the king on e1."""
    window = make_window()
    told.clear()
    window.services.game.play_move("g1f3")
    renamed = {line for line in told if line.startswith("NameChanged") and " " in line}
    assert {"NameChanged g1, empty", "NameChanged white knight on f3"} <= renamed and len(renamed) < 5
    told.clear()
    window.body.panel.board.set_flipped(True)
    assert len([line for line in told if line.startswith("NameChanged")]) == 64


def test_a_press_says_what_it_came_to(make_window: MakeWindow, qtbot: QtBot, told: list[str]) -> None:
    board = at_board(make_window(), qtbot)
    said = []
    for square in ("e2", "e2", "e6", "g1", "g5"):
        told.clear()
        press(board, square)
        said.append([line for line in told if not line.startswith(("Focus", "Description"))])
    assert said == [["picked up e2, can go to e3 e4"], ["put down"], ["no move from e6"],
                    ["picked up g1, can go to f3 h3"], ["A knight moves two squares straight and one to the side."]]  # fmt: skip
    press(board, "b1")
    told.clear()
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert "put down" in told and board.selected is None


def test_the_frame_is_found_again_when_the_board_is_turned(
    make_window: MakeWindow, qtbot: QtBot, told: list[str]
) -> None:
    board = at_board(make_window(), qtbot)
    press(board, "e2")
    told.clear()
    board.set_flipped(True)
    assert told[-1] == "Focus white pawn on e2"


def test_the_chooser_is_read_with_its_piece_and_leads_back_to_the_square(
    make_window: MakeWindow, qtbot: QtBot, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt tells of the focus when it is set. The piece must be said by then, and nothing else may have it in between."""
    board = at_board(make_window(), qtbot, PROMOTION)
    described: list[str] = []
    take = board.chooser.setFocus

    def focus() -> None:
        described.append(board.chooser.accessibleDescription())
        take()

    monkeypatch.setattr(board.chooser, "setFocus", focus)
    for end in (Qt.Key.Key_Escape, Qt.Key.Key_N):
        press(board, "b7")
        press(board, "b8")
        QTest.keyClick(board.chooser, Qt.Key.Key_Down)
        told.clear()
        QTest.keyClick(board.chooser, end)
        assert board.hasFocus() and not board.chooser.isVisible()
        assert "Focus b8, empty" in told
    assert described == ["white queen", "white queen"]
    assert board.scene.shown[square_number("b8")] == "N"
