"""A game on a python-chess board becomes a tree with the same moves."""

import chess
import pytest

from engine.game.python_board import game_of


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (
            "4q2R/3k4/8/8/8/8/8/K7 b - - 0 1",
            "e8h8 a1a2 d7e8",
        ),  # a queen takes there, and the king stands on e8 at the end
        ("7k/8/8/8/8/8/3K4/r3R3 w - - 0 1", "e1a1 h8h7 d2e1"),
        ("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1g1 e8c8"),
    ],
)
def test_the_moves_are_those_of_the_board(fen: str, moves: str) -> None:
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    assert [node.uci for node in game_of(board, {}).main_line()] == moves.split()


def test_castling_of_chess960_too() -> None:
    board = chess.Board("k7/8/8/8/8/8/8/1K1R4 w D - 0 1", chess960=True)
    for move in ("b1d1", "a8a7"):
        board.push_uci(move)
    assert [node.uci for node in game_of(board, {}).main_line()] == ["b1d1", "a8a7"]
