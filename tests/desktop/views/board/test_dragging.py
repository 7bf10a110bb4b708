"""Pieces that are dragged: what is let go on a rook, and what the other button does meanwhile."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.services.game.game_service import GameService
from desktop.views.board.position_scene import square_number
from desktop.views.game.board_panel import BoardPanel
from tests.desktop.views.conftest import MakeView, Mouse, Shown
from tests.desktop.views.test_premoves import thinking, waiting

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


def opened(make_view: MakeView, qtbot: QtBot, fen: str) -> tuple[Shown[BoardPanel], Mouse]:
    shown = make_view(BoardPanel)
    assert shown.services.files.paste(fen)
    return shown, Mouse(qtbot, shown.view.board)


def _ends_with(games: GameService, move: str) -> bool:
    return sans(games)[-1] == move


def sans(games: GameService) -> list[str]:
    return [node.san for node in games.state.game.main_line()]


@pytest.mark.parametrize(("white", "black", "played"), [("h1", "a8", ["O-O", "O-O-O"]), ("a1", "h8", ["O-O-O", "O-O"])])
def test_a_king_dropped_on_its_rook_castles(
    make_view: MakeView, qtbot: QtBot, white: str, black: str, played: list[str]
) -> None:
    shown, mouse = opened(make_view, qtbot, CASTLING)
    mouse.drag("e1", white)
    mouse.drag("e8", black)
    assert sans(shown.services.game) == played


def test_a_click_on_the_rook_takes_the_rook_up(make_view: MakeView, qtbot: QtBot) -> None:
    shown, mouse = opened(make_view, qtbot, CASTLING)
    mouse.click("e1", "h1")
    assert not sans(shown.services.game) and shown.view.board.selected == square_number("h1")


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "k7/8/8/8/8/8/3K4/4Q2R w - - 0 1"], ids=["no right", "a queen"]
)
def test_without_the_right_or_the_king_nothing_castles(make_view: MakeView, qtbot: QtBot, fen: str) -> None:
    shown, mouse = opened(make_view, qtbot, fen)
    mouse.drag("e1", "h1")
    assert not sans(shown.services.game)


def test_castling_is_entered_ahead_by_a_drop_on_the_rook(make_view: MakeView, qtbot: QtBot) -> None:
    shown, chooser, mouse = thinking(make_view, qtbot, "e7e5", "b8c6", "f8c5", "g8f6")
    mouse.drag("g1", "f3")
    mouse.drag("f1", "c4")
    mouse.drag("e1", "h1")
    assert waiting(shown) == 3
    assert shown.view.board.scene.shown[square_number("g1")] == "K"
    for move in ("Nf3", "Bc4", "O-O"):
        chooser.release()
        qtbot.waitUntil(partial(_ends_with, shown.services.game, move), timeout=10_000)
    chooser.release()


def test_the_right_button_puts_a_dragged_piece_back_and_draws_nothing(make_view: MakeView, qtbot: QtBot) -> None:
    shown, mouse = opened(make_view, qtbot, CASTLING)
    board = shown.view.board
    left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
    none = Qt.KeyboardModifier.NoModifier
    QTest.mousePress(board, left, none, mouse.at("d2"))
    mouse._move(mouse.at("d4"))
    QTest.mousePress(board, right, none, mouse.at("d4"))
    QTest.mouseRelease(board, right, none, mouse.at("d4"))
    QTest.mouseRelease(board, left, none, mouse.at("d4"))
    assert not sans(shown.services.game) and board.selected is None and board.shapes == ()
    mouse.draw("d4", "d4")
    assert len(board.shapes) == 1


CHESS960 = "r2k2r1/pppppppp/8/8/8/8/PPPPPPPP/R2K2R1 w GAga - 0 1"  # king d1, rooks a1 and g1


@pytest.mark.parametrize(
    ("end", "played"), [("f1", "O-O"), ("b1", "O-O-O"), ("g1", "O-O"), ("a1", "O-O-O"), ("c1", "Kc1"), ("e1", "Ke1")]
)
def test_in_chess960_a_king_dragged_by_two_squares_castles(
    make_view: MakeView, qtbot: QtBot, end: str, played: str
) -> None:
    shown, mouse = opened(make_view, qtbot, CHESS960)
    mouse.drag("d1", end)
    assert sans(shown.services.game) == [played]


def test_in_chess960_a_click_two_squares_aside_castles(make_view: MakeView, qtbot: QtBot) -> None:
    shown, mouse = opened(make_view, qtbot, CHESS960)
    mouse.click("d1", "f1")
    assert sans(shown.services.game) == ["O-O"]


@pytest.mark.parametrize(
    ("fen", "start", "end", "played"),
    [
        ("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1", "d1", ["O-O"]),
        ("4k3/8/8/8/8/8/8/RK5R w H - 0 1", "b1", "g1", ["O-O"]),
        ("k7/8/8/8/8/8/8/1K3R1R w H - 0 1", "b1", "d1", []),
        ("k7/8/8/8/8/8/8/1K1N2R1 w G - 0 1", "b1", "d1", []),
        ("k7/8/8/8/8/8/8/1K1q2R1 w G - 0 1", "b1", "d1", []),
    ],
    ids=["two squares", "where it comes to", "two rooks", "a piece between", "a check"],
)
def test_in_chess960_only_a_legal_castling_is_meant(
    make_view: MakeView, qtbot: QtBot, fen: str, start: str, end: str, played: list[str]
) -> None:
    shown, mouse = opened(make_view, qtbot, fen)
    mouse.drag(start, end)
    assert sans(shown.services.game) == played
