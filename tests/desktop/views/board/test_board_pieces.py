"""The drawings of the pieces come out of the `chess` package's text as the module itself has them."""

import subprocess
import sys

import chess.svg

from desktop.views.board.board_pieces import svg


def test_the_drawings_are_those_of_the_chess_package() -> None:
    for letter, drawing in chess.svg.PIECES.items():
        assert drawing in svg(letter).decode()


def test_drawing_a_piece_does_not_import_the_chess_package() -> None:
    code = "import sys; from desktop.views.board.board_pieces import svg; svg('N'); print('chess' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
