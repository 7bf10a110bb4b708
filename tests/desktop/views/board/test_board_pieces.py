"""The drawings of the pieces come out of the `chess` package's text as the module itself has them."""

import subprocess
import sys

import chess.svg
import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from desktop.views.board.board_pieces import PieceSet, svg
from desktop.views.board.piece_sets import SETS, PieceDrawings


def test_the_drawings_are_those_of_the_chess_package() -> None:
    for letter, drawing in chess.svg.PIECES.items():
        assert drawing in svg(letter).decode()


def test_drawing_a_piece_does_not_import_the_chess_package() -> None:
    code = "import sys; from desktop.views.board.board_pieces import svg; svg('N'); print('chess' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("drawings", SETS, ids=lambda drawings: drawings.key)
def test_a_large_piece_is_larger_and_whole(qapp: QApplication, drawings: PieceDrawings) -> None:
    """For children the queen lost the sides of her crown, and the king the tip of his cross."""
    pieces = PieceSet()
    pieces.use(drawings.key, drawings.drawing)
    usual = {letter: ink_of(pieces.picture(letter, 80, 1.0)) for letter in "KQRBNPkqrbnp"}
    pieces.enlarge(1.14)
    for letter, before in usual.items():
        now = ink_of(pieces.picture(letter, 80, 1.0))
        assert QRect(1, 1, 78, 78).contains(now), (letter, now)
        assert now.width() > before.width() or now.height() > before.height() or before.height() > 76, letter
        assert pieces.picture(letter, 40, 2.0).size() == QSize(80, 80)


def ink_of(picture: QPixmap) -> QRect:
    """What is drawn on, but for a trace at its edges."""
    image = picture.toImage()
    inked = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha() > 40]
    xs, ys = zip(*inked, strict=True)
    return QRect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
