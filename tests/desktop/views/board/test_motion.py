"""How a move is shown: the piece slides, what it takes fades, the ring of a check comes in. Then nothing moves."""

import pytest
from PySide6.QtCore import QRect, QVariantAnimation
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop.views.board.board_scene import BoardScene, captured_piece
from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from engine.game.position import Position

ROOKS = "r6k/8/8/8/8/8/6PP/R6K w - - 0 1"
TAKEN = "R6k/8/8/8/8/8/6PP/7K b - - 0 1"
MOVED = "r6k/8/8/8/8/8/6PP/1R5K b - - 1 1"


def scene(fen: str, check: str = "") -> BoardScene:
    return BoardScene(Position.of(fen, chess960=None).pieces, check=square_number(check) if check else None)


@pytest.fixture
def board(qtbot: QtBot) -> BoardView:
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(480, 480)
    view.show()
    qtbot.waitExposed(view)
    view.show_scene(scene(ROOKS))
    return view


def at(board: BoardView, share: float) -> None:
    """Holds the motion where `share` of its time has passed."""
    assert board.moving
    motion = board.findChild(QVariantAnimation)
    assert motion is not None
    motion.pause()
    motion.setCurrentTime(round(share * motion.duration()))


def look(board: BoardView, square: str, around: int = 0) -> QImage:
    """What is painted on a square and `around` pixels about it."""
    rect = board.geometry_now.rect(square_number(square)).toRect()
    return board.grab(rect.adjusted(-around, -around, around, around)).toImage()


def difference(one: QImage, other: QImage, inside: QRect | None = None) -> int:
    """The sum of differences of brightness, left out `inside`."""
    assert one.size() == other.size()
    return sum(
        abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness())
        for x in range(one.width())
        for y in range(one.height())
        if inside is None or not inside.contains(x, y)
    )


def test_a_taken_piece_fades_while_the_other_comes(board: BoardView) -> None:
    stood = look(board, "a8")
    board.show_scene(scene(TAKEN), animate=False)
    end = look(board, "a8")
    board.show_scene(scene(ROOKS), animate=False)
    empty = scene(ROOKS.replace("r6k", "7k"))
    board.show_scene(empty, animate=False)
    bare = look(board, "a8")
    board.show_scene(scene(ROOKS), animate=False)
    board.show_scene(scene(TAKEN))
    at(board, 0.0)
    assert look(board, "a8") == stood
    at(board, 0.1)  # the other rook is still below a8
    fading = look(board, "a8")
    assert 0 < difference(fading, stood) < difference(bare, stood)
    assert difference(fading, bare) < difference(stood, bare)
    at(board, 1.0)
    assert look(board, "a8") == end and not board.moving


def test_a_piece_taken_with_the_mouse_fades_below_the_one_let_go(board: BoardView) -> None:
    board._dropped = (square_number("a1"), square_number("a8"))
    board.show_scene(scene(TAKEN))
    at(board, 0.2)
    early = look(board, "a8")
    at(board, 1.0)
    assert difference(early, look(board, "a8")) > 0


def test_a_pawn_taken_in_passing_and_a_promotion_that_takes() -> None:
    passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"
    assert captured_piece(*(Position.of(fen, chess960=None).pieces for fen in passing)) == {square_number("d5"): "p"}
    queen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert captured_piece(*(Position.of(fen, chess960=None).pieces for fen in queen)) == {square_number("b8"): "r"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ROOKS, MOVED),
        (TAKEN, ROOKS),  # taken back
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("rr5k/8/8/8/8/8/6PP/R6K w - - 0 1", "7k/8/8/8/8/8/6PP/1R5K b - - 0 1"),  # another game
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ROOKS),
    ],
)
def test_nothing_fades_where_nothing_was_taken(before: str, after: str) -> None:
    assert captured_piece(Position.of(before, chess960=None).pieces, Position.of(after, chess960=None).pieces) == {}


def test_the_ring_of_a_check_comes_in_from_outside(board: BoardView) -> None:
    board.show_scene(scene(MOVED), animate=False)
    calm = look(board, "h8", 20)
    board.show_scene(scene(MOVED), animate=False)
    board.show_scene(scene(MOVED, "h8"))
    at(board, 0.15)
    coming = look(board, "h8", 20)
    at(board, 1.0)
    there = look(board, "h8", 20)
    side = round(board.geometry_now.side)
    king = QRect(20, 20, side, side)
    assert difference(coming, calm, king) > 0  # the ring is outside of the king's square
    assert difference(there, calm, king) == 0 and difference(there, calm) > 0
    assert not board.moving


def test_a_check_that_was_there_before_stays_calm(board: BoardView) -> None:
    board.show_scene(scene(MOVED, "h8"), animate=False)
    standing = look(board, "h8", 20)
    board.show_scene(scene(MOVED, "h8"))
    assert not board.moving
    assert look(board, "h8", 20) == standing


def test_without_animation_all_is_there_at_once(board: BoardView) -> None:
    board.animation_ms = 0
    board.show_scene(scene(TAKEN, "h8"))
    assert not board.moving
    seen = board.grab().toImage()
    board.show_scene(scene(TAKEN, "h8"), animate=False)
    assert board.grab().toImage() == seen


def test_the_motion_ends_by_itself_in_its_time(qtbot: QtBot, board: BoardView) -> None:
    board.animation_ms = 60
    board.show_scene(scene(TAKEN, "h8"))
    assert board.moving
    qtbot.waitUntil(lambda: not board.moving)
    seen = board.grab().toImage()
    board.show_scene(scene(TAKEN, "h8"), animate=False)
    assert board.grab().toImage() == seen
